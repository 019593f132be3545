import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { digitsOf, formatExpiry, formatNumber, readExpiry, type Typed } from "./card-format.ts";

/** "41|11" is the text 4111 with the caret after 41. */
function at(text: string): Typed {
	return { value: text.replace("|", ""), caret: text.indexOf("|") };
}

function show({ value, caret }: Typed): string {
	return `${value.slice(0, caret)}|${value.slice(caret)}`;
}

/** Types text into an empty field, one character after the other. */
function type(text: string, format: typeof formatNumber): string {
	let typed: Typed = { value: "", caret: 0 };
	for (const character of text) {
		const { value, caret } = typed;
		typed = format({ value: value.slice(0, caret) + character + value.slice(caret), caret: caret + 1 }, "insertText");
	}
	return show(typed);
}

describe("a card number while it is typed", () => {
	test.each([
		["4111111111111111", "4111 1111 1111 1111|"],
		["378282246310005", "3782 822463 10005|"],
		["30569309025904", "3056 930902 5904|"],
		["3056930009020004", "3056 9300 0902 0004|"],
		["6205500000000000004", "6205 5000 0000 0000 004|"],
		["4111-1111 1111x1111", "4111 1111 1111 1111|"],
		["411", "411|"],
	])("%s becomes %s", (typed, shown) => {
		expect(type(typed, formatNumber)).toBe(shown);
	});

	test("the caret keeps its place when a digit in the middle is corrected", () => {
		expect(show(formatNumber(at("4111 19|11 1111 1111"), "insertText"))).toBe("4111 19|11 1111 1111");
		expect(show(formatNumber(at("41|1 1111 1111 1111"), "deleteContentBackward"))).toBe("41|11 1111 1111 111");
	});

	test("backspace and delete step over a separator", () => {
		expect(show(formatNumber(at("4111|1"), "deleteContentBackward"))).toBe("4111| 1");
		expect(show(formatNumber(at("4111|1"), "deleteContentForward"))).toBe("4111 |1");
	});

	test("no digit is lost, added or moved, and the caret stays behind the same digit", () => {
		const character = fc.constantFrom(..."0123456789 -");
		const text = fc.string({ unit: character, maxLength: 19 });
		fc.assert(
			fc.property(text, text, (before, after) => {
				const typed = { value: before + after, caret: before.length };
				const digits = digitsOf(typed.value).slice(0, 19);
				const formatted = formatNumber(typed, "insertText");
				expect(digitsOf(formatted.value)).toBe(digits);
				const kept = Math.min(digitsOf(before).length, digits.length);
				expect(digitsOf(formatted.value.slice(0, formatted.caret))).toHaveLength(kept);
				expect(formatNumber(formatted, "insertText")).toEqual(formatted);
			}),
		);
	});
});

describe("an expiry date while it is typed", () => {
	test.each([
		["0827", "08/27|"],
		["08/27", "08/27|"],
		["8/27", "08/27|"],
		["827", "08/27|"],
		["1/27", "01/27|"],
		["1227", "12/27|"],
		["12 / 27", "12/27|"],
		["12/2027", "12/2027|"],
		["08", "08|"],
	])("%s becomes %s", (typed, shown) => {
		expect(type(typed, formatExpiry)).toBe(shown);
	});

	test("can be deleted completely, with its slash", () => {
		let typed = at("08/27|");
		const seen: string[] = [];
		while (typed.value !== "") {
			const { value, caret } = typed;
			typed = formatExpiry(
				{ value: value.slice(0, caret - 1) + value.slice(caret), caret: caret - 1 },
				"deleteContentBackward",
			);
			seen.push(show(typed));
		}
		expect(seen).toEqual(["08/2|", "08|", "0|", "|"]);
	});

	test.each([
		["08/27", { month: "08", year: "27" }],
		["08/2027", { month: "08", year: "27" }],
		["08/1927", { month: "08", year: "1927" }],
		["08/", { month: "08", year: "" }],
		["", { month: "", year: "" }],
	])("%j is read as %j; the library refuses what is no date", (text, parts) => {
		expect(readExpiry(text)).toEqual(parts);
	});
});
