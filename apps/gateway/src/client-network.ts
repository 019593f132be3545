import { isIPv6, SocketAddress } from "node:net";

/** A mapped IPv4 address of a dual-stack socket, as `SocketAddress` writes it (RFC 4291 §2.5.5.2, RFC 5952 §5). */
const mappedIPv4 = /^::ffff:([\d.]+)$/;
const loopbackNames = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const groups = 8;
const networkGroups = 4;

/**
 * Returns the network that limits count by: the IPv4 address, or the /64 of an IPv6 address, which one household
 * usually has to itself. All spellings of an address give the same network.
 */
export function clientNetwork(address: string): string {
	const [withoutZone = ""] = address.split("%");
	if (!isIPv6(withoutZone)) return address;
	const canonical = new SocketAddress({ address: withoutZone, family: "ipv6" }).address;
	const [, ipv4] = mappedIPv4.exec(canonical) ?? [];
	return ipv4 ?? `${expand(canonical).slice(0, networkGroups).join(":")}::/64`;
}

/** The eight groups of a canonical IPv6 address. An IPv4 suffix never reaches the first four. */
function expand(canonical: string): string[] {
	const [head = "", tail] = canonical.split("::");
	const before = head === "" ? [] : head.split(":");
	const after = tail === undefined || tail === "" ? [] : tail.split(":");
	const missing = Array.from({ length: Math.max(0, groups - before.length - after.length) }, () => "0");
	return [...before, ...missing, ...after];
}

/** Returns true if a URL's host name is this machine. */
export function isLoopbackName(name: string): boolean {
	return loopbackNames.test(name);
}
