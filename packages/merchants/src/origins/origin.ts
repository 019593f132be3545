import { hasCardNumber } from "@cardseal/card";

/** A host name has at most 253 characters, plus scheme and port. */
const maximumLength = 270;

/**
 * Allows no character that has a meaning in a security policy. Policies cannot name IPv6 addresses (CSP 3, §2.3.1,
 * host-part).
 */
const pattern =
	/^(?<scheme>https?):\/\/(?<host>[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*)(?::[0-9]{1,5})?$/;

/** A page in development has no certificate. */
const ownHosts = new Set(["localhost", "127.0.0.1"]);

/** Requires lower case, no path and no default port. */
export function isOrigin(text: string): boolean {
	if (text.length > maximumLength || !pattern.test(text) || hasCardNumber(text)) return false;
	return URL.canParse(text) && new URL(text).origin === text;
}

/** Requires HTTPS, or this machine for a demo merchant. */
export function mayBeAllowed(origin: string, mode: "demo" | "live"): boolean {
	if (!isOrigin(origin)) return false;
	const { scheme, host = "" } = pattern.exec(origin)?.groups ?? {};
	return scheme === "https" || (mode === "demo" && ownHosts.has(host));
}
