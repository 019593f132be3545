import { isIP } from "node:net";
import { unescape as decodePercent } from "node:querystring";
import { hasCardNumber } from "@cardseal/card";
import { isLoopbackAddress, isPublicAddress } from "../../network/public-address.ts";

/** The reasons for which events are not sent to a URL. */
export type UrlRefusal =
	| "endpoint_url_invalid"
	| "endpoint_url_not_https"
	| "endpoint_url_has_credentials"
	| "endpoint_address_not_public";

/** The longest URL, in characters. */
const longestUrl = 2_000;

/**
 * Tells why events are not sent to a URL; `undefined` when they are. The addresses of a name are judged when it is resolved. Pure.
 *
 * @param isSandbox allows http to this machine, for programs that are being written
 * @param onlyLocalOrigin the origin that http goes to alone, if other machines reach the sandbox: their users read the answers
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

/** Returns the name or address in a URL; an address without the brackets of IPv6. Pure. */
function hostOf({ hostname }: URL): string {
	return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/** Returns the name in a URL that must be resolved; `undefined` for an address and for this machine. Pure. */
export function nameIn(url: string): string | undefined {
	const host = hostOf(new URL(url));
	return isLocal(host) || isIP(host) !== 0 ? undefined : host;
}

/** Tells whether a host is this machine: its addresses are loopback ones by definition (RFC 6761 §6.3). Pure. */
export function isLocal(host: string): boolean {
	return host === "localhost" || host.endsWith(".localhost") || isLoopbackAddress(host);
}

/** Returns scheme and host of a URL, and tells by `…` that there is more: path and query may hold a secret. Pure. */
export function maskedUrl(url: string): string {
	const { origin, pathname, search, hash } = new URL(url);
	return pathname === "/" && search === "" && hash === "" ? `${origin}/` : `${origin}/…`;
}

/** Returns the host of a URL, to name it in mail: its path may hold a secret of the merchant. Pure. */
export function hostNamed(url: string): string {
	return new URL(url).host;
}
