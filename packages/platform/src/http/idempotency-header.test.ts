import { hasCardNumber } from "@cardseal/card";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Problem } from "../problem.ts";
import { idempotencyKeyHeader, parseIdempotencyKey } from "./idempotency-header.ts";

/** Keys without a card number, which is refused for a separate reason. */
const printable = fc.stringMatching(/^[ -~]{1,255}$/).filter((key) => !hasCardNumber(key));

/** A Structured Field string, RFC 8941 §4.1.6. */
function quote(key: string): string {
	return `"${key.replace(/[\\"]/g, "\\$&")}"`;
}

function refusalOf(header: string): Problem {
	try {
		parseIdempotencyKey(header);
	} catch (error) {
		if (error instanceof Problem) return error;
		throw error;
	}
	throw new Error("The key was accepted.");
}

describe("parseIdempotencyKey", () => {
	test("H-02 accepts a request without the header", () => {
		expect(parseIdempotencyKey(undefined)).toBeUndefined();
	});

	test("H-01 reads back every key written as a Structured Field string", () => {
		fc.assert(
			fc.property(printable, (key) => {
				expect(parseIdempotencyKey(quote(key))).toBe(key);
			}),
		);
	});

	test("H-01 reads every bare key unchanged", () => {
		fc.assert(
			fc.property(printable, (key) => {
				fc.pre(!key.startsWith('"'));
				expect(parseIdempotencyKey(key)).toBe(key);
			}),
		);
	});

	test("H-01 treats a quoted key and the same bare key as equal", () => {
		expect(parseIdempotencyKey('"order-1042"')).toBe(parseIdempotencyKey("order-1042"));
	});

	test.each([
		["one character", "a"],
		["255 characters", "a".repeat(255)],
		["255 characters in quotes", quote("a".repeat(255))],
	])("H-01 takes %s", (_what, header) => {
		expect(parseIdempotencyKey(header)).toMatch(/^a+$/);
	});

	test("H-01 leaves the length limit to the parser, as quotes and escapes lengthen the header", () => {
		const header = quote('"'.repeat(255));
		expect(idempotencyKeyHeader.parse({ "Idempotency-Key": header })).toEqual({ "Idempotency-Key": header });
		expect(parseIdempotencyKey(header)).toBe('"'.repeat(255));
	});

	test.each(["4111111111111111", "4111*1111*1111*1111", '"4111 1111-1111 1111"', "order 378282246310005"])(
		"P-08 refuses the key %s, as keys are stored in the clear",
		(header) => {
			const { message } = refusalOf(header);
			expect(message).toContain("contains a card number");
			expect(message).not.toMatch(/[0-9]/);
		},
	);

	test.each([
		["an empty header", ""],
		["an empty string in quotes", '""'],
		["256 characters", "a".repeat(256)],
		["256 characters in quotes", quote("a".repeat(256))],
		["100 KB", "a".repeat(100_000)],
		["100 KB of quotes", '"'.repeat(100_000)],
		["100 KB of backslashes", `"${"\\".repeat(100_001)}`],
		["an unclosed quote", '"order'],
		["a quote inside", '"or"der"'],
		["text after the string", '"order" x'],
		["parameters", '"order";a=1'],
		["an escape of another character", '"or\\der"'],
		["an escape at the end", '"order\\"'],
		["a tab", "or\tder"],
		["a line break", "order\n"],
		["a control character in quotes", '"or\u0000der"'],
		["letters beyond ASCII", "commande-é"],
		["an emoji", "😀"],
	])("H-01 refuses %s", (_what, header) => {
		const { code, message } = refusalOf(header);
		expect(code).toBe("BAD_REQUEST");
		expect(message).toContain("1 to 255 printable ASCII characters");
	});
});
