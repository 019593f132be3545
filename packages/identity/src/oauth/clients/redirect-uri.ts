const maximumCharacters = 1_000;

/** A registered one could spoof a response (RFC 6749 §4.1.2, RFC 9207). */
const ourParameters = ["code", "state", "iss", "error", "error_description"];

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Captures the host and the part after the port. */
const loopbackPattern = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::[1-9][0-9]{0,4})?(\/.*)$/;

/** Returns `undefined` for a valid address (rules O-03, O-04), in the canonical form of browsers. */
export function redirectUriProblem(text: string): string | undefined {
	if (!URL.canParse(text)) return "is not an absolute address: write https://host/path";
	const url = new URL(text);
	if (text.includes("#")) return "has a fragment, which never reaches a server: leave out # and what follows";
	if (url.username !== "" || url.password !== "" || text.includes("@")) return "names a user: leave it out";
	if (url.hostname.includes("*")) return "has a wildcard: register each address separately";
	if (!isSecure(url)) return "must begin with https:// (http:// only for localhost, 127.0.0.1 and [::1])";
	if (url.href !== text) return `is not in canonical form: ${url.href}`;
	if (text.length > maximumCharacters) return `has more than ${maximumCharacters} characters`;
	const taken = ourParameters.find((name) => url.searchParams.has(name));
	return taken === undefined ? undefined : `has the reserved parameter "${taken}": rename it`;
}

function isSecure({ protocol, hostname }: URL): boolean {
	return protocol === "https:" || (protocol === "http:" && loopbackHosts.has(hostname));
}

/** Compares exactly (RFC 9700 §2.1), but for the port on this machine (RFC 8252 §7.3). */
export function isRegistered(registered: readonly string[], given: string): boolean {
	if (registered.includes(given)) return true;
	const anyPort = withoutPort(given);
	return anyPort !== undefined && registered.some((one) => withoutPort(one) === anyPort);
}

function withoutPort(uri: string): string | undefined {
	// A port above 65535.
	if (!URL.canParse(uri)) return undefined;
	const [, host, rest] = loopbackPattern.exec(uri) ?? [];
	return host === undefined || rest === undefined ? undefined : host + rest;
}

export function withAnswer(redirectUri: string, answer: Record<string, string | undefined>): string {
	const pairs = Object.entries(answer).flatMap(([name, value]) =>
		value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
	);
	return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${pairs.join("&")}`;
}
