import { withoutInvisible } from "@cardseal/platform";
import { redact } from "@cardseal/platform/log";
import type { Outcome } from "@cardseal/vault";

const longestText = 500;

/** A processor's text may repeat the card number, be endless, or have characters that the database refuses. */
export function cleanText(text: string): string {
	return redact(withoutInvisible(text.slice(0, 4 * longestText))).slice(0, longestText);
}

export function withCleanTexts(outcome: Outcome): Outcome {
	const message = cleanText(outcome.message);
	const issuerCode = outcome.issuerCode && cleanText(outcome.issuerCode);
	if (outcome.result === "declined") return { ...outcome, message, issuerCode };
	return { ...outcome, message, issuerCode, authorizationCode: cleanText(outcome.authorizationCode) };
}
