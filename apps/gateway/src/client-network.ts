import { isIPv6 } from "node:net";

const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const groups = 8;
const networkGroups = 4;

/**
 * The network that an address is counted under: an IPv4 address by itself, an IPv6 one by its /64, of which one household
 * has them all.
 */
export function clientNetwork(address: string): string {
	const [, ipv4] = mappedIPv4.exec(address) ?? [];
	if (ipv4 !== undefined) return ipv4;
	const [withoutZone = ""] = address.split("%");
	if (!isIPv6(withoutZone)) return address;
	return `${expand(withoutZone).slice(0, networkGroups).join(":")}::/64`;
}

/** The eight groups of an IPv6 address, without leading zeros. An IPv4 ending never reaches into the first four. */
function expand(address: string): string[] {
	const [head = "", tail] = address.toLowerCase().split("::");
	const before = head === "" ? [] : head.split(":");
	const after = tail === undefined || tail === "" ? [] : tail.split(":");
	const missing = Array.from({ length: Math.max(0, groups - before.length - after.length) }, () => "0");
	return [...before, ...missing, ...after].map((group) => group.replace(/^0+(?=.)/, ""));
}
