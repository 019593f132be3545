import { isIPv6, SocketAddress } from "node:net";

/** A mapped IPv4 address of a dual-stack socket, as `SocketAddress` writes it (RFC 4291 §2.5.5.2, RFC 5952 §5). */
const mappedIPv4 = /^::ffff:([\d.]+)$/;
const loopbackNames = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const groups = 8;
const groupBits = 16;
const hexDigits = 16;

/** Prefix lengths that limits count IPv6 by: a network, a household's or office's delegation, a site's. */
const prefixes = [64, 56, 48] as const;

/** A limit for an IPv4 address or /64, for a /56 and for a /48. */
export type NetworkLimits = readonly [network: number, wider: number, widest: number];

/**
 * Returns the network that limits count by: the IPv4 address, or the /64 of an IPv6 address, which one household
 * usually has to itself. All spellings of an address give the same network.
 */
export function clientNetwork(address: string): string {
	return clientNetworks(address)[0] ?? address;
}

/**
 * Returns the networks that limits count by, narrowest first: the IPv4 address, or the /64, /56 and /48 of an IPv6
 * address. A host may have a /56 or /48 to itself, and thus any number of /64s.
 */
export function clientNetworks(address: string): string[] {
	const [withoutZone = ""] = address.split("%");
	if (!isIPv6(withoutZone)) return [address];
	const canonical = new SocketAddress({ address: withoutZone, family: "ipv6" }).address;
	const [, ipv4] = mappedIPv4.exec(canonical) ?? [];
	if (ipv4 !== undefined) return [ipv4];
	const expanded = expand(canonical);
	return prefixes.map((bits) => prefixOf(expanded, bits));
}

function prefixOf(expanded: string[], bits: number): string {
	const used = expanded.slice(0, Math.ceil(bits / groupBits)).map((group, index) => {
		const kept = Math.min(groupBits, bits - index * groupBits);
		const mask = 0xffff << (groupBits - kept);
		return (Number.parseInt(group, hexDigits) & mask).toString(hexDigits);
	});
	return `${used.join(":")}::/${bits}`;
}

/** The eight groups of a canonical IPv6 address. An IPv4 suffix never reaches the first four. */
function expand(canonical: string): string[] {
	const [head = "", tail] = canonical.split("::");
	const before = head === "" ? [] : head.split(":");
	const after = tail === undefined || tail === "" ? [] : tail.split(":");
	const missing = Array.from({ length: Math.max(0, groups - before.length - after.length) }, () => "0");
	return [...before, ...missing, ...after];
}

/** Returns true if a host, as settings have it, is this machine: an IPv6 address has no brackets there. */
export function isLoopbackHost(host: string): boolean {
	return host === "::1" || isLoopbackName(host);
}

/** Returns true if a URL's host name is this machine. */
export function isLoopbackName(name: string): boolean {
	return loopbackNames.test(name);
}
