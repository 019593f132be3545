import { unescape as decodePercent } from "node:querystring";
import { replaceCardNumbers } from "@cardseal/card";

/**
 * The forms of a card token, a staff link, a client secret and an access token. The text may come from an attacker, so
 * each alternative reads a bounded number of characters, or each word once.
 */
const secretLike =
	/ct1[\w-]{100,}|lk1[\w-]{60,}|sk(?:test|live)[A-Za-z0-9]{20,}|(?<![\w-])(?=[\w-]+\.[\w-]+\.[\w-])[\w-]*?eyJ[\w-]{10,}\.[\w-]+\.[\w-]+/g;

function scrub(text: string): string {
	return replaceCardNumbers(text, "[card number]").replace(secretLike, "[secret]");
}

/** Replaces card numbers, card tokens and credentials in free text, also percent-encoded ones. */
export function redact(text: string): string {
	const scrubbed = scrub(text);
	if (!scrubbed.includes("%")) return scrubbed;
	const decoded = decodePercent(scrubbed);
	const decodedScrubbed = scrub(decoded);
	return decodedScrubbed === decoded ? scrubbed : decodedScrubbed;
}
