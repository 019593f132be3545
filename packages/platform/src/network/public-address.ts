import ipaddr from "ipaddr.js";

/** Clouds answer their machines there. */
const metadataAddresses: readonly string[] = ["168.63.129.16"];

/** Global unicast addresses, without IPv4-compatible ones. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Refuses IPv6 forms of IPv4 (mapped, NAT64, 6to4, Teredo), too. */
export function isPublicAddress(address: string): boolean {
	if (!ipaddr.isValid(address)) return false;
	const parsed = ipaddr.parse(address);
	if (parsed.range() !== "unicast") return false;
	if (parsed instanceof ipaddr.IPv6) return parsed.match(globalUnicast);
	return !metadataAddresses.includes(parsed.toString());
}

export function isLoopbackAddress(address: string): boolean {
	return ipaddr.isValid(address) && ipaddr.parse(address).range() === "loopback";
}
