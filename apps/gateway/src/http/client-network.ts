import { isIPv6, SocketAddress } from "node:net";

/** An IPv4 address as a socket for both kinds has it, as `SocketAddress` writes it (RFC 4291 §2.5.5.2, RFC 5952 §5). */
const mappedIPv4 = /^::ffff:([\d.]+)$/;
const groups = 8;
const networkGroups = 4;

/**
 * The network that an address is counted under: an IPv4 address by itself, an IPv6 one by its /64, of which one household
 * has them all. However an address is written, its network is the same.
 */
export function clientNetwork(address: string): string {
	const [withoutZone = ""] = address.split("%");
	if (!isIPv6(withoutZone)) return address;
	const canonical = new SocketAddress({ address: withoutZone, family: "ipv6" }).address;
	const [, ipv4] = mappedIPv4.exec(canonical) ?? [];
	return ipv4 ?? `${expand(canonical).slice(0, networkGroups).join(":")}::/64`;
}

/** The eight groups of a canonical IPv6 address. An IPv4 ending never reaches into the first four. */
function expand(canonical: string): string[] {
	const [head = "", tail] = canonical.split("::");
	const before = head === "" ? [] : head.split(":");
	const after = tail === undefined || tail === "" ? [] : tail.split(":");
	const missing = Array.from({ length: Math.max(0, groups - before.length - after.length) }, () => "0");
	return [...before, ...missing, ...after];
}
