import ipaddr from "ipaddr.js";

/** Clouds answer their machines at these addresses, though their ranges are public. */
const metadataAddresses: readonly string[] = ["168.63.129.16"];

/** The range of global unicast addresses: outside of it are, for example, IPv4-compatible ones. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Tells whether an IP address is one of the public internet. Private, loopback, link-local, multicast, reserved and metadata
 * addresses are not; nor are IPv6 forms that carry an IPv4 address (mapped, NAT64, 6to4, Teredo), which could be any of those.
 * Pure.
 */
export function isPublicAddress(address: string): boolean {
	if (!ipaddr.isValid(address)) return false;
	const parsed = ipaddr.parse(address);
	if (parsed.range() !== "unicast") return false;
	if (parsed instanceof ipaddr.IPv6) return parsed.match(globalUnicast);
	return !metadataAddresses.includes(parsed.toString());
}

/** Tells whether an IP address is of this machine only. Pure. */
export function isLoopbackAddress(address: string): boolean {
	return ipaddr.isValid(address) && ipaddr.parse(address).range() === "loopback";
}
