import type { Outcome } from "@cardseal/vault";
import { redact } from "../../log/redact.ts";
import { withoutInvisible } from "../../text.ts";

/** Characters of a processor's text that are stored. */
const longestText = 500;

/**
 * Returns a processor's text as it may be stored and shown: it may repeat the card number, never end, or have characters that the
 * database refuses, so that an approval could not be recorded. Pure.
 */
export function cleanText(text: string): string {
	return redact(withoutInvisible(text.slice(0, 4 * longestText))).slice(0, longestText);
}

/** Returns a processor's outcome with texts that may be stored. Pure. */
export function withCleanTexts(outcome: Outcome): Outcome {
	const message = cleanText(outcome.message);
	const issuerCode = outcome.issuerCode && cleanText(outcome.issuerCode);
	if (outcome.result === "declined") return { ...outcome, message, issuerCode };
	return { ...outcome, message, issuerCode, authorizationCode: cleanText(outcome.authorizationCode) };
}
