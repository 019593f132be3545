import { hasCardNumber } from "@cardseal/card";

/** A host name has 253 characters at most; scheme and port come on top. */
const maximumLength = 270;

/**
 * Scheme, host and port, and nothing that would mean something else in a security policy, where origins are written next
 * to each other: no wildcard, no sign that ends a directive. An IPv6 address is none of it, since a policy cannot
 * name one (CSP 3, §2.3.1, host-part).
 */
const pattern =
	/^(?<scheme>https?):\/\/(?<host>[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*)(?::[0-9]{1,5})?$/;

/** Hosts of the machine itself, where a page that is being built has no certificate. */
const ownHosts = new Set(["localhost", "127.0.0.1"]);

/** Whether a text is an origin exactly as browsers write it: lower case, no path, no port that goes without saying. */
export function isOrigin(text: string): boolean {
	if (text.length > maximumLength || !pattern.test(text) || hasCardNumber(text)) return false;
	return URL.canParse(text) && new URL(text).origin === text;
}

/** Whether a merchant's card form may be allowed on an origin: over HTTPS, or for a demo merchant on this machine. */
export function mayBeAllowed(origin: string, mode: "demo" | "live"): boolean {
	if (!isOrigin(origin)) return false;
	const { scheme, host = "" } = pattern.exec(origin)?.groups ?? {};
	return scheme === "https" || (mode === "demo" && ownHosts.has(host));
}
