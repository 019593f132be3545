/** Longer than any address of a partner's server. */
const maximumCharacters = 1_000;

/** What we add to the address: a partner that had them there already could be told lies (RFC 6749 §4.1.2, RFC 9207). */
const ourParameters = ["code", "state", "iss", "error", "error_description"];

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** `http://127.0.0.1:3000/callback` in three parts: up to the host, the port without zeros in front, the rest. */
const loopbackPattern = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::[1-9][0-9]{0,4})?(\/.*)$/;

/**
 * What keeps an address from being registered as one that codes are sent to; `undefined` when nothing does (rules O-03,
 * O-04). It has to be written as browsers write it, since it is compared letter by letter afterwards.
 */
export function redirectUriProblem(text: string): string | undefined {
	if (!URL.canParse(text)) return "is no absolute address: write https://host/path";
	const url = new URL(text);
	if (text.includes("#")) return "has a fragment, which never reaches a server: leave out # and what follows";
	if (url.username !== "" || url.password !== "" || text.includes("@")) return "names a user: leave it out";
	if (url.hostname.includes("*")) return "has a wildcard: register each address by itself";
	if (!isSecure(url)) return "must begin with https:// (http:// is for localhost, 127.0.0.1 and [::1] alone)";
	if (url.href !== text) return `is not written as browsers write it: ${url.href}`;
	if (text.length > maximumCharacters) return `has more than ${maximumCharacters} characters`;
	const taken = ourParameters.find((name) => url.searchParams.has(name));
	return taken === undefined ? undefined : `has a parameter "${taken}", which we add: give yours another name`;
}

function isSecure({ protocol, hostname }: URL): boolean {
	return protocol === "https:" || (protocol === "http:" && loopbackHosts.has(hostname));
}

/**
 * Whether codes may be sent to an address: one of those registered, letter by letter (RFC 9700 §2.1). On its own machine a
 * program gets another port each time it starts, so there the port is free (RFC 8252 §7.3).
 */
export function isRegistered(registered: readonly string[], given: string): boolean {
	if (registered.includes(given)) return true;
	const anyPort = withoutPort(given);
	return anyPort !== undefined && registered.some((one) => withoutPort(one) === anyPort);
}

function withoutPort(uri: string): string | undefined {
	// Above 65535 there is no port, and no address to lead anybody to.
	if (!URL.canParse(uri)) return undefined;
	const [, host, rest] = loopbackPattern.exec(uri) ?? [];
	return host === undefined || rest === undefined ? undefined : host + rest;
}

/** The address with our answer in its query. */
export function withAnswer(redirectUri: string, answer: Record<string, string | undefined>): string {
	const pairs = Object.entries(answer).flatMap(([name, value]) =>
		value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
	);
	return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${pairs.join("&")}`;
}
