import { hasCardNumber } from "@cardseal/card";
import { z } from "@hono/zod-openapi";
import { fieldProblem } from "../problem.ts";
import { lineUpTo, noCardNumber } from "../text.ts";

/** The merchant's own keys and values. An empty one is stored as `null`. */
export type Metadata = Record<string, string>;

/** Metadata in a request: `null` removes a key. */
export type GivenMetadata = Record<string, string | null>;

const maximumKeys = 50;
const maximumValueLength = 500;

const keyPattern = /^[A-Za-z0-9_.-]{1,40}$/;

const advice = {
	object: "Send metadata as an object of texts.",
	key: "Use keys of 1 to 40 letters, digits, _, . and -.",
	count: `Use at most ${maximumKeys} keys.`,
};

const value = lineUpTo(maximumValueLength);

/** Returns keys and values as one text, for checks: a number may be cut in two. */
export function textOfMetadata(metadata: GivenMetadata): string {
	return Object.entries(metadata).flat().join(" ");
}

/** Returns why metadata cannot be stored; `undefined` if it can be. Pure. */
function metadataProblem(metadata: Metadata): string | undefined {
	if (Object.keys(metadata).length > maximumKeys) return advice.count;
	return hasCardNumber(textOfMetadata(metadata)) ? noCardNumber : undefined;
}

/** Returns the entries that a request adds or changes. */
function added(given: GivenMetadata): Metadata {
	return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== null));
}

/**
 * The field `metadata` of a request. Only the field is named in an error: a key may be a value in the wrong place. An empty
 * text counts as `null`.
 */
export const metadataField = z
	.record(z.string(), z.unknown(), advice.object)
	.transform((sent, context): GivenMetadata => {
		const refuse = (message: string) => {
			context.addIssue({ code: "custom", message });
			return z.NEVER;
		};
		const given: GivenMetadata = {};
		for (const [key, one] of Object.entries(sent)) {
			if (!keyPattern.test(key)) return refuse(advice.key);
			const { data, error } = value.safeParse(one ?? "");
			if (error !== undefined) return refuse(error.issues[0]?.message ?? advice.object);
			given[key] = data === "" ? null : data;
		}
		const problem = metadataProblem(added(given));
		return problem === undefined ? given : refuse(problem);
	})
	.nullable()
	.optional()
	.openapi({
		type: ["object", "null"],
		additionalProperties: { type: ["string", "null"], maxLength: maximumValueLength },
		description:
			`Your own data: at most ${maximumKeys} keys of 1 to 40 characters A-Z a-z 0-9 _ . - with texts of at most ` +
			`${maximumValueLength} characters. A change merges; null removes a key. Never card numbers`,
		example: { order: "1042" },
	});

/** The field `metadata` of a record. */
export const metadataInRecord = z.record(z.string(), z.string()).openapi({
	description: "Your own keys and values; {} without any",
	example: { order: "1042" },
});

/** Returns the metadata of a row as records show it. */
export function metadataOf(row: { metadata: Metadata | null }): Metadata {
	return row.metadata ?? {};
}

/**
 * Merges the metadata of a request into that of a row; `undefined` changes nothing, `null` removes all. Pure.
 *
 * @throws Problem 400 when the result has too many keys or looks like a card number
 */
export function mergeMetadata(before: Metadata | null, given: GivenMetadata | null | undefined): Metadata | null {
	if (given === undefined) return before;
	if (given === null) return null;
	const merged = added({ ...before, ...given });
	const message = metadataProblem(merged);
	if (message !== undefined) throw fieldProblem([{ field: "metadata", reason: "field_invalid", message }]);
	return Object.keys(merged).length === 0 ? null : merged;
}
