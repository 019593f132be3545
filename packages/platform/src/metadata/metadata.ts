import { hasCardNumber } from "@cardseal/card";
import { z } from "@hono/zod-openapi";
import { fieldProblem } from "../problem.ts";
import { lineUpTo, noCardNumber } from "../text.ts";

/** An empty value is stored as `null`. */
export type Metadata = Record<string, string>;

export type GivenMetadata = Record<string, string | null>;

const maximumKeys = 50;
/** A change may remove all keys and add as many. */
const maximumGivenKeys = 2 * maximumKeys;
const maximumValueLength = 500;

/** Keys and values together. */
const maximumBytes = 8_192;

const keyPattern = /^[A-Za-z0-9_.-]{1,40}$/;

const advice = {
	object: "Send metadata as an object of texts.",
	key: "Use keys of 1 to 40 letters, digits, _, . and -.",
	text: (key: string) => `${["metadata", ...pathOf(key)].join(".")} must be text: "1042", in quotes.`,
	count: `Use at most ${maximumKeys} keys.`,
	size: `Use at most ${maximumBytes} bytes of UTF-8 for all keys and values together.`,
	joinedNumber: `${noCardNumber} If these are numbers of something else, put a letter before them.`,
};

const value = lineUpTo(maximumValueLength);

export function textOfMetadata(metadata: GivenMetadata): string {
	return Object.entries(metadata).flat().join(" ");
}

function metadataProblem(metadata: Metadata): string | undefined {
	if (Object.keys(metadata).length > maximumKeys) return advice.count;
	if (Buffer.byteLength(Object.entries(metadata).flat().join("")) > maximumBytes) return advice.size;
	if (hasCardNumber(textOfMetadata(metadata))) return noCardNumber;
	return hasCardNumberInParts(metadata) ? advice.joinedNumber : undefined;
}

/** As in card1, card_b, 2. */
const partOfKey = /(?:[0-9]+|(?<![A-Za-z])[A-Za-z])$/;

const inNaturalOrder = new Intl.Collator("en", { numeric: true });

/**
 * Joins only the values of keys such as card1 and card2: two unrelated numbers of 8 digits join to a card number 4
 * times in 100.
 */
function hasCardNumberInParts(metadata: Metadata): boolean {
	const keys = Object.keys(metadata).sort(inNaturalOrder.compare);
	const parts = Object.values(Object.groupBy(keys, (key) => key.replace(partOfKey, "")));
	return parts.some((names = []) => isCardNumber(names.map((name) => metadata[name]).join("")));
}

function isCardNumber(text: string): boolean {
	const digits = text.replace(/[ _-]/g, "");
	return /^\p{Nd}{13,19}$/u.test(digits) && hasCardNumber(digits, (number) => number.length === [...digits].length);
}

function added(given: GivenMetadata): Metadata {
	return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** A key that may be a value in the wrong place is not repeated. */
function pathOf(key: string): string[] {
	const digits = key.match(/\p{Nd}/gu) ?? [];
	return /^[ -~]{1,40}$/.test(key) && digits.length <= 6 ? [key] : [];
}

function entryProblem(key: string, sent: unknown, { data, error }: z.ZodSafeParseResult<string>): string | undefined {
	if (!keyPattern.test(key)) return advice.key;
	if (error !== undefined && typeof sent !== "string") return advice.text(key);
	if (error !== undefined) return error.issues[0]?.message ?? advice.object;
	return hasCardNumber(data) ? noCardNumber : undefined;
}

/** An empty text counts as `null`. */
export const metadataField = z
	.record(z.string(), z.unknown(), advice.object)
	.transform((sent, context): GivenMetadata => {
		if (Object.keys(sent).length > maximumGivenKeys) {
			context.addIssue({ code: "custom", message: advice.count });
			return z.NEVER;
		}
		const given: GivenMetadata = {};
		for (const [key, one] of Object.entries(sent)) {
			const read = value.safeParse(one ?? "");
			const message = entryProblem(key, one, read);
			if (message !== undefined) context.addIssue({ code: "custom", message, path: pathOf(key) });
			// Limits the response.
			if (context.issues.length === maximumKeys) break;
			given[key] = read.data || null;
		}
		if (context.issues.length > 0) return z.NEVER;
		const message = metadataProblem(added(given));
		if (message === undefined) return given;
		context.addIssue({ code: "custom", message });
		return z.NEVER;
	})
	.nullable()
	.optional()
	.openapi({
		type: ["object", "null"],
		additionalProperties: { type: ["string", "null"], maxLength: maximumValueLength },
		description:
			`Your own data: at most ${maximumKeys} keys of 1 to 40 characters A-Z a-z 0-9 _ . - with texts of at most ` +
			`${maximumValueLength} characters, in all at most ${maximumBytes} bytes of UTF-8. A change merges; null removes a key. Never card numbers`,
		example: { order: "1042" },
	});

export const metadataInRecord = z.record(z.string(), z.string()).openapi({
	description: "Your own keys and values; {} without any",
	example: { order: "1042" },
});

export function metadataOf(row: { metadata: Metadata | null }): Metadata {
	return row.metadata ?? {};
}

/**
 * `undefined` changes nothing, `null` removes all.
 * @throws Problem 400 for too many keys, too much text or a card number
 */
export function mergeMetadata(before: Metadata | null, given: GivenMetadata | null | undefined): Metadata | null {
	if (given === undefined) return before;
	if (given === null) return null;
	const merged = added({ ...before, ...given });
	const message = metadataProblem(merged);
	if (message !== undefined) throw fieldProblem([{ field: "metadata", reason: "field_invalid", message }]);
	return Object.keys(merged).length === 0 ? null : merged;
}
