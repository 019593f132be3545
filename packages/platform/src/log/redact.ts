import { unescape as decodePercent } from "node:querystring";
import { replaceCardNumbers } from "@cardseal/card";

/**
 * Card tokens, staff links, client secrets and access tokens. Each alternative reads a bounded number of characters,
 * since an attacker may write the text.
 */
const secretLike =
	/ct1[\w-]{100,}|lk1[\w-]{60,}|sk(?:test|live)[A-Za-z0-9]{20,}|(?<![\w-])(?=[\w-]+\.[\w-]+\.[\w-])[\w-]*?eyJ[\w-]{10,}\.[\w-]+\.[\w-]+/g;

/** Allows three backslashes, so that the search is linear. */
const secretField =
	/(\\{0,3}")(card_number|cvv2|(?:current_|new_)?password|client_secret|(?:access_|refresh_|payment_)?token|code(?:_verifier)?|account_number)\1\s{0,9}:\s{0,9}(?:\\{0,3}"[^"\\]*|[^\s",}]+)/gi;

/** Escapes may separate the digits of a number. */
const jsonEscape = /\\+(?:u[0-9a-f]{4}|[bfnrt"\\/])/gi;

/** Shorter texts have no card number. The card form, at its limit of size, has no room for this. */
const enoughDigits = /[^\0-\x7F]|(?:[0-9][^0-9]*){13}/;

function scrub(text: string): string {
	return (enoughDigits.test(text) ? replaceCardNumbers(text, "[card number]") : text)
		.replace(secretLike, "[secret]")
		.replace(secretField, "$1$2$1:[secret]");
}

/** Finds encoded secrets too; such a text comes back decoded. */
export function redact(text: string): string {
	let scrubbed = scrub(text);
	if (scrubbed.includes("%")) scrubbed = scrubDecoded(scrubbed, decodePercent(scrubbed));
	if (scrubbed.includes("\\")) scrubbed = scrubDecoded(scrubbed, scrubbed.replace(jsonEscape, " "));
	return scrubbed;
}

export function redactedMessage(thrown: unknown): string {
	return redact(thrown instanceof Error ? thrown.message : "unknown");
}

function scrubDecoded(text: string, decoded: string): string {
	const scrubbed = scrub(decoded);
	return scrubbed === decoded ? text : scrubbed;
}
