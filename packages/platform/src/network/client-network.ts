import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

const loopbackNames = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The limits of a network (/64), a delegation (/56) and a site (/48). */
export type NetworkLimits = readonly [network: number, wider: number, widest: number];

/** One household usually has a /64. */
export function clientNetwork(address: string): string {
	return clientNetworks(address)[0] ?? address;
}

/** Returns the narrowest first. A host may have a /48. */
export function clientNetworks(address: string): string[] {
	const [withoutZone = ""] = address.split("%");
	if (!isIPv6(withoutZone)) return [address];
	// Without an IPv4 suffix, which ipaddr.js takes for a mapped address.
	const { hostname } = new URL(`http://[${withoutZone}]`);
	const parsed = ipaddr.IPv6.parse(hostname.slice(1, -1));
	if (parsed.isIPv4MappedAddress()) return [parsed.toIPv4Address().toString()];
	const [first, second, third, fourth = 0] = parsed.parts;
	const groups = (...parts: (number | undefined)[]) => parts.map((part = 0) => part.toString(16)).join(":");
	const site = groups(first, second, third);
	return [`${site}:${groups(fourth)}::/64`, `${site}:${groups(fourth & 0xff00)}::/56`, `${site}::/48`];
}

/** Settings have IPv6 addresses without brackets. */
export function isLoopbackHost(host: string): boolean {
	return host === "::1" || isLoopbackName(host);
}

export function isLoopbackName(name: string): boolean {
	return loopbackNames.test(name);
}
