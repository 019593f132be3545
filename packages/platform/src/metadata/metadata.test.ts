import { describe, expect, test } from "vitest";
import { mergeMetadata, metadataField } from "./metadata.ts";

function read(value: unknown): unknown {
	const { data, error } = metadataField.safeParse(value);
	return error === undefined ? data : error.issues.map(({ message }) => message).join(" ");
}

function fieldsRefused(value: unknown): unknown {
	return metadataField.safeParse(value).error?.issues.map(({ path }) => path.join("."));
}

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, "x"]));

describe("metadata in a request", () => {
	test.each([
		[undefined],
		[null],
		[{}],
		[{ order: "1042", "a.b_c-D9": "Zoë, 李雷" }],
		[{ ["k".repeat(40)]: "x".repeat(500) }],
		[keys(50)],
		[{ a: "é".repeat(500), b: "é".repeat(500) }],
		// Unrelated numbers.
		[{ invoice: "41111111", order: "11111111" }],
		[{ item1: "41111111", item2: "11111112" }],
		[{ item1: "41111111", item2: "11111111", item3: "22222222" }],
		[Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`sku${index}`, "4"]))],
		[{ "41111111": "2", "42222222": "1", "43333333": "5", "11111111": "1" }],
	])("%j is accepted as it is", (value) => {
		expect(read(value)).toEqual(value);
	});

	test("an empty text counts as null", () => {
		expect(read({ a: "", b: null, c: "c" })).toEqual({ a: null, b: null, c: "c" });
	});

	test.each([
		["order"],
		[["order"]],
		[7],
		[{ "": "x" }],
		[{ "a b": "x" }],
		[{ "a[0]": "x" }],
		[{ clé: "x" }],
		[{ ["k".repeat(41)]: "x" }],
		[{ a: "x".repeat(501) }],
		[{ a: 1 }],
		[{ a: true }],
		[{ a: { b: "c" } }],
		[{ a: ["b"] }],
		[{ a: "line\nline" }],
		[{ a: "\u202e" }],
		[keys(51)],
		// 8,193 bytes.
		[{ ...Object.fromEntries([...Array(8).keys()].map((key) => [key, "é".repeat(500)])), a: "x".repeat(184) }],
	])("%j is rejected", (value) => {
		expect(read(value)).toMatch(/^(?:(?:Send|Use|Leave) |metadata\.a must be text: "1042")/);
	});

	test.each([
		[{ order: "4111111111111111" }],
		[{ order: "4111 1111-1111 1111" }],
		[{ "4111111111111111": "order" }],
		[{ "4111-1111": "1111-1111" }],
		[{ a: "41111111", "11111111_": "b" }],
		[{ a: "４１１１１１１１１１１１１１１１" }],
		[{ card1: "41111111", card2: "11111111" }],
		[{ card2: "11111111", card1: "41111111" }],
		[{ card1: "41111111", expiry: "122028", card2: "11111111", cvv: "123" }],
		[{ part2: "1111", part9: "1111", part10: "1111", part1: "4111" }],
		[{ a: "3782", b: "822463", c: "10005", name: "Ada" }],
		[{ "card-a": "4111-1111", "card-b": "１１１１ １１１１" }],
		[{ "1": "41111111", "2": "11111111" }],
	])("P-06 what looks like a card number is rejected, and no error repeats it: %j", (value) => {
		expect(read(value)).toMatch(/^This looks like a card number/);
	});

	test("each wrong entry has an error that names its key", () => {
		expect(fieldsRefused({ order: 1042, "a b": "x", good: "x", card: "4111111111111111" })).toEqual([
			"order",
			"a b",
			"card",
		]);
		expect(fieldsRefused(Object.fromEntries(Array.from({ length: 90 }, (_, key) => [`k${key}`, 1])))).toHaveLength(50);
	});

	test("X-11 keys are counted before they are checked; a change may remove 50 and add 50", () => {
		const removed = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`old${index}`, null]));
		expect(read({ ...removed, ...keys(50) })).toEqual({ ...removed, ...keys(50) });
		expect(read({ ...removed, ...keys(50), "a b": 1 })).toBe("Use at most 50 keys.");
	});

	test.each([
		[{ "card 4111111111111111": "x" }],
		[{ "4111 1111": 1 }],
		[{ "4111-1111": "1111-1111" }],
		[{ "line\nline": "x" }],
	])("P-06 no error repeats a key that may be a part of a card number, or that is not printable: %j", (value) => {
		expect(fieldsRefused(value)).toEqual([""]);
	});
});

describe("mergeMetadata", () => {
	test.each([
		[null, undefined, null],
		[null, {}, null],
		[null, { a: "1", b: null }, { a: "1" }],
		[{ a: "1" }, undefined, { a: "1" }],
		[{ a: "1" }, {}, { a: "1" }],
		[
			{ a: "1", b: "2" },
			{ b: "3", c: "4" },
			{ a: "1", b: "3", c: "4" },
		],
		[{ a: "1", b: "2" }, { a: null }, { b: "2" }],
		[{ a: "1" }, { a: null }, null],
		[{ a: "1" }, null, null],
	])("%j and %j become %j", (before, given, after) => {
		expect(mergeMetadata(before, given)).toEqual(after);
	});

	test("more than 50 keys in all are refused; a removed key makes room", () => {
		expect(() => mergeMetadata(keys(50), { more: "x" })).toThrow("Use at most 50 keys.");
		expect(Object.keys(mergeMetadata(keys(50), { more: "x", key0: null }) ?? {})).toHaveLength(50);
	});

	test("more than 8 KB in all are refused; a removed key makes room", () => {
		const full = Object.fromEntries([...Array(16).keys()].map((key) => [`k${key}`, "x".repeat(500)]));
		expect(() => mergeMetadata(full, { more: "x".repeat(200) })).toThrow("Use at most 8192 bytes");
		expect(mergeMetadata(full, { more: "x".repeat(200), k0: null })).toHaveProperty("more");
	});

	test("P-06 a card number cannot be put together by two changes", () => {
		expect(() => mergeMetadata({ card1: "41111111", z: "b" }, { card2: "11111111" })).toThrow("card number");
		expect(() => mergeMetadata({ a: "41111111" }, { "11111111_": "b" })).toThrow("card number");
	});
});
