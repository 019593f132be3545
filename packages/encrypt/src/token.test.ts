import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromHex, toHex } from "./hpke/octets.ts";
import { decodePlaintext, encodePlaintext, type TokenContent, tokenHeader, tokenInfo } from "./token.ts";

const digits = (minimum: number, maximum = minimum) =>
	fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: minimum, maxLength: maximum });

const hexDigits = (length: number) =>
	fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length });

const content: fc.Arbitrary<TokenContent> = fc.record({
	card: fc.record({ number: digits(12, 19), month: digits(2), year: digits(2), securityCode: digits(3, 4) }),
	issuedAt: fc.nat(2 ** 48 - 1),
	sessionId: fc.oneof(
		fc.constant(undefined),
		hexDigits(32).filter((session) => /[^0]/.test(session)),
	),
});

const example: TokenContent = {
	card: { number: "4242424242424242", month: "08", year: "31", securityCode: "123" },
	issuedAt: 1_795_219_200_000,
	sessionId: undefined,
};

describe("the plaintext", () => {
	test("C-10 always has 48 bytes, and decodes to its input", () => {
		fc.assert(
			fc.property(content, (written) => {
				const plaintext = encodePlaintext(written);
				expect(plaintext).toHaveLength(48);
				expect(decodePlaintext(plaintext)).toEqual(written);
			}),
		);
	});

	test("accepts a session id in upper case as the same session", () => {
		const sessionId = "3F3AF1ECEBBD1410AB417EC0D27BBFCB";
		expect(decodePlaintext(encodePlaintext({ ...example, sessionId }))?.sessionId).toBe(sessionId.toLowerCase());
	});

	test.each([-1, 2 ** 48, Number.NaN, Number.POSITIVE_INFINITY])("refuses the time %s", (issuedAt) => {
		expect(() => encodePlaintext({ ...example, issuedAt })).toThrow(RangeError);
	});

	test.each(["", "3f3a", "g".repeat(32), "0".repeat(33), `${"0".repeat(32)}\n`])(
		"refuses the session %j",
		(sessionId) => {
			expect(() => encodePlaintext({ ...example, sessionId })).toThrow(RangeError);
		},
	);

	test("keeps the first and the last possible time", () => {
		for (const issuedAt of [0, 2 ** 48 - 1]) {
			expect(decodePlaintext(encodePlaintext({ ...example, issuedAt }))?.issuedAt).toBe(issuedAt);
		}
	});
});

describe("a plaintext with an invalid layout is refused", () => {
	const right = toHex(encodePlaintext(example));
	const at = (byte: number, hex: string) => right.slice(0, 2 * byte) + hex + right.slice(2 * byte + hex.length);

	test.each([
		["another layout", at(0, "02")],
		["a digit after the number's filling", at(9, "f1")],
		["filling inside the number", at(3, "f2")],
		["a number with a letter", at(1, "a2")],
		["a month with filling", at(11, "f8")],
		["a month with a letter", at(11, "0a")],
		["a year with filling", at(12, "3f")],
		["filling inside the code", at(13, "1f3f")],
		["a code with a letter", at(13, "12b3")],
		["padding that is not zero", at(47, "01")],
		["padding that is not zero at its beginning", at(37, "80")],
		["a byte too few", right.slice(0, -2)],
		["a byte too many", `${right}00`],
		["nothing", ""],
	])("%s", (_, hex) => {
		expect(decodePlaintext(fromHex(hex))).toBeUndefined();
	});

	test("random bytes", () => {
		fc.assert(
			fc.property(fc.uint8Array({ minLength: 48, maxLength: 48 }), (octets) => {
				fc.pre(octets[47] !== 0);
				expect(decodePlaintext(octets)).toBeUndefined();
			}),
		);
	});
});

describe("the info", () => {
	const keyId = "d4f6fb6cd58e454f";
	const info = (header: Uint8Array) => Buffer.from(tokenInfo(header)).toString("latin1");

	test("C-07 C-16 names its purpose, and each of its parts has a fixed width", () => {
		expect(info(tokenHeader(keyId))).toBe(
			`cardseal/card-token/v1\u0001\u0001${Buffer.from(keyId, "hex").toString("latin1")}`,
		);
		expect(tokenInfo(tokenHeader(keyId)).length).toBeLessThanOrEqual(64);
	});

	test("C-08 differs for every version, suite and key id", () => {
		const header = tokenHeader(keyId);
		const others = Array.from(header, (octet, i) => info(header.with(i, octet ^ 1)));
		expect(new Set([info(header), ...others]).size).toBe(1 + header.length);
	});
});
