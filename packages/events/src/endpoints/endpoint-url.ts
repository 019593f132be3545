import { isIP } from "node:net";
import { unescape as decodePercent } from "node:querystring";
import { hasCardNumber } from "@cardseal/card";
import { isLoopbackAddress, isPublicAddress } from "@cardseal/platform/network";

export type UrlRefusal =
	| "endpoint_url_invalid"
	| "endpoint_url_not_https"
	| "endpoint_url_has_credentials"
	| "endpoint_address_not_public";

const longestUrl = 2_000;

/**
 * Returns `undefined` for an allowed URL.
 * @param isSandbox allows http to this machine
 * @param onlyLocalOrigin the only origin for http, if other machines reach the sandbox
 */
export function refusalOfUrl(
	text: string,
	{ isSandbox, onlyLocalOrigin }: { isSandbox: boolean; onlyLocalOrigin?: string | undefined },
): UrlRefusal | undefined {
	if (text.length > longestUrl || !URL.canParse(text)) return "endpoint_url_invalid";
	if (hasCardNumber(text) || hasCardNumber(decodePercent(text))) return "endpoint_url_invalid";
	const url = new URL(text);
	if (url.protocol !== "https:" && url.protocol !== "http:") return "endpoint_url_not_https";
	if (url.username !== "" || url.password !== "") return "endpoint_url_has_credentials";
	const host = hostOf(url);
	if (url.protocol === "http:") {
		return isSandbox && isLocal(host) && isAmong(url, onlyLocalOrigin) ? undefined : "endpoint_url_not_https";
	}
	return isLocal(host) || (isIP(host) !== 0 && !isPublicAddress(host)) ? "endpoint_address_not_public" : undefined;
}

function isAmong({ origin }: URL, only: string | undefined): boolean {
	return only === undefined || origin === only;
}

/** Removes the brackets of IPv6. */
function hostOf({ hostname }: URL): string {
	return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/** Returns `undefined` for an address. */
export function nameIn(url: string): string | undefined {
	const host = hostOf(new URL(url));
	return isLocal(host) || isIP(host) !== 0 ? undefined : host;
}

/** RFC 6761 §6.3. */
export function isLocal(host: string): boolean {
	return host === "localhost" || host.endsWith(".localhost") || isLoopbackAddress(host);
}

/** `…` replaces parts that may hold a secret. */
export function maskedUrl(url: string): string {
	const { origin, pathname, search, hash } = new URL(url);
	return pathname === "/" && search === "" && hash === "" ? `${origin}/` : `${origin}/…`;
}

/** Omits the path, which may hold a secret. */
export function hostNamed(url: string): string {
	return new URL(url).host;
}
