import { bech32m } from "@scure/base";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeBech32m, encodeBech32m } from "./bech32m.ts";

const prefixes = fc.constantFrom("pktest", "pklive");

test("an independent coder reads our strings, and we read its strings", () => {
	fc.assert(
		fc.property(prefixes, fc.uint8Array({ maxLength: 45 }), (prefix, octets) => {
			const text = encodeBech32m(prefix, octets);
			expect(text).toBe(bech32m.encode(prefix, bech32m.toWords(octets)));
			expect(decodeBech32m(prefix, text)).toEqual(octets);
		}),
	);
});

test("a key longer than Bitcoin's limit of 90 characters can be written and read", () => {
	const octets = Uint8Array.from({ length: 1218 }, (_, i) => i);
	expect(decodeBech32m("pktest", encodeBech32m("pktest", octets))).toEqual(octets);
});

test("BIP 350's own example is accepted", () => {
	const words = Array.from({ length: 32 }, (_, i) => 31 - i);
	const text = "abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx";
	expect(bech32m.encode("abcdef", words)).toBe(text);
	expect(decodeBech32m("abcdef", text)).toEqual(bech32m.fromWords(words));
});

describe("a string is refused", () => {
	const text = encodeBech32m("pktest", Uint8Array.of(1, 1, 7));

	test.each([
		["another prefix in front of the same characters", "pklive", text.replace("pktest", "pklive")],
		["Bech32, the older checksum (BIP 173)", "a", "a12uel5l"],
		["a character that is none of the 32", "pktest", text.replace(/.$/, "b")],
		["upper case, which the caller lowers first", "pktest", text.toUpperCase()],
		["less than a checksum", "pktest", "pktest1qqqqq"],
		["nothing after the prefix", "pktest", "pktest1"],
		["nothing", "pktest", ""],
	])("%s", (_, prefix, changed) => {
		expect(decodeBech32m(prefix, changed)).toBeUndefined();
	});

	test("with padding that is not zero, although the checksum is right", () => {
		const words = bech32m.toWords(Uint8Array.of(1, 1, 7));
		words[words.length - 1] = (words.at(-1) ?? 0) | 1;
		expect(decodeBech32m("pktest", bech32m.encode("pktest", words))).toBeUndefined();
	});

	test("with an extra character, although the checksum is right", () => {
		const words = [...bech32m.toWords(Uint8Array.of(1, 1, 7)), 0];
		expect(decodeBech32m("pktest", bech32m.encode("pktest", words))).toBeUndefined();
	});
});
