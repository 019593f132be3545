import type { RequestProblem } from "../api/problem.ts";
import type { Words } from "./words.ts";

/** Returns a refusal with its messages in the reader's words, by reason and field; another body as it is. */
export function inWords(words: Words["problems"], body: unknown): unknown {
	if (!isRecord(body) || typeof body.reason !== "string") return body;
	const errors: unknown[] = Array.isArray(body.errors) ? body.errors : [];
	const entries = errors.map((entry) => (isRecord(entry) ? reworded(words, entry, entry.code) : entry));
	const [first] = errors;
	const field = isRecord(first) ? first.field : undefined;
	return { ...reworded(words, { ...body, field }, body.reason), errors: entries };
}

type Entry = Record<string, unknown>;

function reworded({ reasons, fields, other, otherField }: Words["problems"], entry: Entry, reason: unknown): Entry {
	const rest = typeof entry.field === "string" ? [wordsFor(fields, entry.field), otherField] : [other];
	const [message = entry.message] = [wordsFor(reasons, reason), ...rest].filter(Boolean);
	return { ...entry, message };
}

function wordsFor(words: Record<string, string>, name: unknown): string | undefined {
	return typeof name === "string" && Object.hasOwn(words, name) ? words[name] : undefined;
}

function isRecord(value: unknown): value is Entry {
	return typeof value === "object" && value !== null;
}

/** A sentence about a problem: the gateway's own where it refuses, since that says what to change. */
export function sentenceOf(words: Words, { kind, message }: RequestProblem): string {
	const { problems } = words.shared;
	const sentences: Record<typeof kind, string> = {
		refused: message || problems.refused,
		forbidden: problems.forbidden,
		unconfirmed: problems.unconfirmed,
		"not-found": problems.notFound,
		"too-many": problems.tooMany,
		"signed-out": problems.signedOut,
		failed: problems.failed,
		unreachable: problems.unreachable,
	};
	return sentences[kind];
}
