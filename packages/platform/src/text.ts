import { domainToASCII } from "node:url";
import { brandOf, hasCardNumber } from "@cardseal/card";
import { z } from "@hono/zod-openapi";

const maximumLength = 255;

/** Normalization is slow for many combining marks. */
const maximumRawLength = 1_024;

/** Characters that harm mail headers, logs and right-to-left text (rules ). */
const controls = String.raw`\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069`;
const controlCharacters = new RegExp(`[${controls}]`, "u");

/** The same, and marks that change the direction of text. */
const invisibleCharacters = new RegExp(String.raw`[${controls}\u061C\u200E\u200F]+`, "gu");

/** Removes characters that change how the surrounding text reads. */
export function withoutInvisible(text: string): string {
	return text.toWellFormed().replace(invisibleCharacters, " ").replace(/ {2,}/g, " ").trim();
}

export const textInQuotes = "Send text in quotes.";

export function lineUpTo(maximum: number) {
	const tooLong = { error: `Use at most ${maximum} characters.`, abort: true };
	return z
		.string(textInQuotes)
		.max(maximumRawLength, tooLong)
		.transform((text) => text.toWellFormed().normalize("NFC"))
		.pipe(
			z
				.string()
				.max(maximum, tooLong)
				.refine((text) => !controlCharacters.test(text), "Leave out line breaks and control characters."),
		);
}

export const anyLine = lineUpTo(maximumLength);

export const noCardNumber = "This looks like a card number. Send card numbers only in a card token or in card_number.";

/** Rejects card numbers, since it is stored unencrypted (PCI DSS 3.5.1). */
export const lineOfText = anyLine.refine((text) => !hasCardNumber(text), noCardNumber);

/** Names that differ by these look the same. Persian and Indian words have joiners between letters. */
const unseenCharacters = /[\p{Cf}\p{Co}\u115F\u1160\u2800\u3164\uFFA0]|\u034F|\u17B4|\u17B5/u;
const joinersInWords =
	/(?<=[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Gujr}\p{sc=Guru}\p{sc=Knda}\p{sc=Mlym}\p{sc=Orya}\p{sc=Sinh}\p{sc=Taml}\p{sc=Telu}])(?:\u200C|\u200D)/gu;

export const displayName = lineOfText.refine(
	(text) => !unseenCharacters.test(text.replace(joinersInWords, "")),
	"Leave out characters that cannot be seen.",
);

const maximumLongLength = 20_000;

export const longText = z
	.string(textInQuotes)
	.max(maximumLongLength, { error: `Use at most ${maximumLongLength} characters.`, abort: true })
	.transform((text) => text.toWellFormed().trim())
	.pipe(
		z
			.string()
			.min(1, "Write a text.")
			.refine(
				(text) => !controlCharacters.test(text.replace(/[\r\n\t\u2028\u2029]/g, "")),
				"Leave out control characters.",
			)
			.refine((text) => !hasCardNumber(text), noCardNumber),
	);

/**
 * E.164 allows 15 digits. 15 digits of American Express count as a card: countries 34 and 37 have shorter
 * numbers.
 */
const longestTelephone = 15;
const isNoTelephone = (number: string) => number.length > longestTelephone || brandOf(number) === "Amex";
export const telephone = anyLine.refine((text) => !hasCardNumber(text, isNoTelephone), noCardNumber);

/** RFC 5321 §4.5.3.1.1 and RFC 1035 §2.3.4. */
const [maximumLocalPart, maximumDomain] = [64, 253];

/** Labels of any script, without hyphens at their ends. */
const internationalDomain = /^(?!-)[\p{L}\p{M}\p{N}]+(?:(?:\.|-+)[\p{L}\p{M}\p{N}]+)*$/u;

/** Writes the domain in ASCII (RFC 5890), as browsers send it. */
export function withAsciiDomain(address: string): string {
	const at = address.lastIndexOf("@") + 1;
	const domain = address.slice(at);
	const isInternational = at > 0 && !/^[\0-\x7F]*$/.test(domain) && internationalDomain.test(domain);
	return isInternational ? address.slice(0, at) + domainToASCII(domain) : address;
}

/** Accepts HTML's email addresses within the limits of SMTP and DNS. */
export function isEmailAddress(text: string): boolean {
	const at = text.lastIndexOf("@");
	return z.regexes.html5Email.test(text) && at <= maximumLocalPart && text.length - at - 1 <= maximumDomain;
}

export const emailAddress = lineOfText
	.transform((text) => withAsciiDomain(text.trim()))
	.refine(isEmailAddress, "Send an email address such as name@example.com.")
	.openapi({ format: "email" });

export const emailFilter = anyLine.transform((text) => withAsciiDomain(text.trim()));

/** Checks the length first: thousands of errors cost more than the request. */
export function boundedList<Element extends z.ZodType>(
	element: Element,
	{ minimum = 0, maximum, advice }: { minimum?: number; maximum: number; advice: string },
) {
	return z.preprocess(
		(sent, context) => {
			if (!Array.isArray(sent) || sent.length <= maximum) return sent;
			context.addIssue({ code: "custom", message: advice });
			return z.NEVER;
		},
		z.array(element, advice).min(minimum, advice).max(maximum, advice),
	);
}
