import { hasCardNumber } from "@cardseal/card";
import { z } from "@hono/zod-openapi";
import { Problem } from "../problem.ts";

const cardAdvice = "The Idempotency-Key contains a card number. Choose another key.";
const advice = "Send an Idempotency-Key of 1 to 255 printable ASCII characters.";

export const idempotencyKeyHeader = z.object({
	"Idempotency-Key": z.string().optional().openapi({
		description:
			"Makes a retry safe: for 24 hours, the same key with the same body returns the stored response and does nothing else",
		example: "order-1042-attempt-1",
	}),
});

/**
 * Accepts quotes (RFC 8941 §3.3.3) or the bare text.
 * @throws Problem 400 for an empty, overlong or unprintable key
 */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
	if (header === undefined) return undefined;
	const key = header.startsWith('"') ? unquote(header) : header;
	if (key === undefined || !/^[\x20-\x7E]{1,255}$/.test(key)) throw new Problem("idempotency_key_invalid", advice);
	// Keys are stored unencrypted.
	if (hasCardNumber(key)) throw new Problem("idempotency_key_has_card_number", cardAdvice);
	return key;
}

function unquote(header: string): string | undefined {
	if (!/^"(?:[^"\\]|\\["\\])*"$/.test(header)) return undefined;
	return header.slice(1, -1).replace(/\\(["\\])/g, "$1");
}
