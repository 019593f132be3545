import { hasCardNumber } from "@cardseal/card";
import { z } from "@hono/zod-openapi";

/** The longest text that any field holds. */
const maximumLength = 255;

/** Longer texts are not even brought into one form, which takes long for characters with many marks. */
const maximumRawLength = 1_024;

/** Characters that have no place in a name and do harm in mail headers, logs and right-to-left text (rules ). */
const controlCharacters = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** The same, and the marks that only turn the direction of what follows. */
const invisibleCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/**
 * A text on one line without anything that changes how the text around it reads, for mail and pages. Texts from requests
 * have been held to this; names that came another way, and rows of former rules, may not have been.
 */
export function withoutInvisible(text: string): string {
	return text.toWellFormed().replace(invisibleCharacters, " ").replace(/ {2,}/g, " ").trim();
}

const tooLong = { error: `Use at most ${maximumLength} characters.`, abort: true };

/** A line of text from a request, in one Unicode form. */
export const anyLine = z
	.string("Send text in quotes.")
	.max(maximumRawLength, tooLong)
	.transform((text) => text.toWellFormed().normalize("NFC"))
	.pipe(
		z
			.string()
			.max(maximumLength, tooLong)
			.refine((text) => !controlCharacters.test(text), "Leave out line breaks and control characters."),
	);

/** What is told to whoever sends a card number where it would be kept in the clear. */
export const noCardNumber =
	"This looks like a card number. Card numbers belong in a card token or in card_number alone.";

/**
 * A line of text that is stored, shown and mailed in the clear: a card number in one is refused rather than kept (PCI
 * DSS 3.5.1).
 */
export const lineOfText = anyLine.refine((text) => !hasCardNumber(text), noCardNumber);

const emailAdvice = "Send an e-mail address such as name@example.com.";

/** One e-mail address, without a name beside it. */
export const emailAddress = lineOfText.pipe(z.email(emailAdvice));
