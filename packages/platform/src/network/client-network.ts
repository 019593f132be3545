import { isIPv6, SocketAddress } from "node:net";

/** RFC 4291 §2.5.5.2, RFC 5952 §5. */
const mappedIPv4 = /^::ffff:([\d.]+)$/;
const loopbackNames = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const groups = 8;
const groupBits = 16;
const hexDigits = 16;

/** Prefixes of a network, a delegation and a site. */
const prefixes = [64, 56, 48] as const;

export type NetworkLimits = readonly [network: number, wider: number, widest: number];

/** One household usually has a /64. */
export function clientNetwork(address: string): string {
	return clientNetworks(address)[0] ?? address;
}

/** Returns the narrowest first. A host may have a /48. */
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

/** An IPv4 suffix is in later groups. */
function expand(canonical: string): string[] {
	const [head = "", tail] = canonical.split("::");
	const before = head === "" ? [] : head.split(":");
	const after = tail === undefined || tail === "" ? [] : tail.split(":");
	const missing = Array.from({ length: Math.max(0, groups - before.length - after.length) }, () => "0");
	return [...before, ...missing, ...after];
}

/** Settings have IPv6 addresses without brackets. */
export function isLoopbackHost(host: string): boolean {
	return host === "::1" || isLoopbackName(host);
}

export function isLoopbackName(name: string): boolean {
	return loopbackNames.test(name);
}
