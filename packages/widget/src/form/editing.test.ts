import { describe, expect, test } from "vitest";
import { caretSubjects, playCaretScripts } from "../../../../test/faults/caret-scripts.ts";
import { type DigitField, edit, takeBrowserEdit } from "./editing.ts";
import { expiryField, numberField, securityCodeField, splitExpiry } from "./fields.ts";

/** Types into a field. `|` or `[…]` in a text show the caret or the selection, before and after. */
function type(field: DigitField, marked: string, typed: string): string {
	return show(edit(field, ...readMarked(marked), { kind: "insert", text: typed }));
}

function remove(field: DigitField, marked: string, toward: "start" | "end"): string {
	return show(edit(field, ...readMarked(marked), { kind: "delete", toward }));
}

function readMarked(marked: string): [text: string, start: number, end: number] {
	const start = marked.search(/[|[]/);
	const rest = marked.slice(start + 1);
	const end = marked.includes("|") ? start : start + rest.indexOf("]");
	return [marked.replace(/[|[\]]/g, ""), start, end];
}

function show({ text, caret }: { text: string; caret: number }): string {
	return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

describe("the card number", () => {
	test.each([
		["Visa", "4242424242424242", "4242 4242 4242 4242"],
		["Visa of 19 digits", "4000000000000000006", "4000 0000 0000 0000 006"],
		["American Express", "378282246310005", "3782 822463 10005"],
		["Diners Club of 14 digits", "36227206271667", "3622 720627 1667"],
		["Diners Club of 16 digits", "3056930009020004", "3056 9300 0902 0004"],
		["no brand", "99999", "9999 9"],
	])("of %s is shown in the groups of the card", (_brand, digits, grouped) => {
		expect(type(numberField, "|", digits)).toBe(`${grouped}|`);
	});

	test.each([
		["4242| 4242", "1", "4242 1|424 2"],
		["42|42 4242", "1", "421|4 2424 2"],
		["424|2", "x", "424|2"],
		["4242 |4242", "-", "4242 |4242"],
		["[4242 42]42", "5", "5|42"],
		["4242 4|242 4242 4242 424", "9", "4242 4|242 4242 4242 424"],
	])("%s with %j typed becomes %s", (before, typed, after) => {
		expect(type(numberField, before, typed)).toBe(after);
	});

	test.each([
		["4242 |4242", "start", "424|4 242"],
		["4242| 4242", "end", "4242| 242"],
		["4242 4|242", "start", "4242| 242"],
		["4[242 4]242", "start", "4|242"],
		["|4242", "start", "|4242"],
		["4242|", "end", "4242|"],
	] as const)("%s with a digit deleted toward its %s becomes %s", (before, toward, after) => {
		expect(remove(numberField, before, toward)).toBe(after);
	});

	test.each([
		"4242 4242 4242 4242",
		"4242-4242-4242-4242",
		"\u00a04242\u202f4242 4242 4242\n",
		"４２４２４２４２４２４２４２４２",
		"٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢",
		"۴۲۴۲۴۲۴۲۴۲۴۲۴۲۴۲",
	])("accepts the pasted text %j", (pasted) => {
		expect(type(numberField, "|", pasted)).toBe("4242 4242 4242 4242|");
	});

	test("with too many digits keeps the leading ones, up to the brand's length", () => {
		expect(type(numberField, "|", "55555555555544441")).toBe("5555 5555 5555 4444|");
	});
});

describe("the expiry date", () => {
	test.each([
		["|", "1", "1|"],
		["|", "5", "05 / |"],
		["|", "0", "0|"],
		["1|", "/", "01 / |"],
		["1|", "2", "12 / |"],
		["05|", "/", "05 / |"],
		["12 / |", "3", "12 / 3|"],
		["12 / 3|", "1", "12 / 31|"],
		["12 / 31|", "9", "12 / 31|"],
		["12 / 20|", "3", "12 / 203|"],
		["12 / 203|", "1", "12 / 2031|"],
		["1|2 / 31", "/", "1|2 / 31"],
	])("%s with %j typed becomes %s", (before, typed, after) => {
		expect(type(expiryField, before, typed)).toBe(after);
	});

	test.each([
		["12 / |", "start", "1|"],
		["12 / |31", "start", "1|3 / 1"],
		["12| / 31", "end", "12| / 1"],
	] as const)("%s with a digit deleted toward its %s becomes %s", (before, toward, after) => {
		expect(remove(expiryField, before, toward)).toBe(after);
	});

	test.each([
		["12/31", "12", "31"],
		["12 / 2031", "12", "31"],
		["122031", "12", "31"],
		["5/31", "05", "31"],
		["5/2031", "05", "31"],
		["1/31", "01", "31"],
		["05.31", "05", "31"],
		["2031-05", "05", "31"],
		["2031/5", "05", "31"],
		["１２／３１", "12", "31"],
		["١٢/٢٠٣١", "12", "31"],
	])("accepts the pasted text %j", (pasted, month, year) => {
		const { digits } = edit(expiryField, "", 0, 0, { kind: "insert", text: pasted });

		expect(splitExpiry(digits)).toEqual({ month, year });
	});
});

describe("the security code", () => {
	test.each([
		["", "12345", "1234"],
		["37", "12345", "1234"],
		["4", "12345", "123"],
	])("for a number that begins with %j takes from %s the digits %s", (number, typed, taken) => {
		expect(edit(securityCodeField(number), "", 0, 0, { kind: "insert", text: typed }).digits).toBe(taken);
	});
});

describe("autofill", () => {
	const fill = (field: DigitField, shown: string, text: string) =>
		takeBrowserEdit(field, shown, { text, caret: text.length, from: 0, deleting: undefined });

	test("replaces an earlier card", () => {
		expect(fill(numberField, "4242 4242 4242 4242", "5555555555554444").text).toBe("5555 5555 5555 4444");
		expect(fill(numberField, "4242 4242 4242 4242", "4242424242424242").text).toBe("4242 4242 4242 4242");
		expect(fill(expiryField, "12 / 31", "2032-01").text).toBe("01 / 2032");
		expect(fill(expiryField, "12 / 31", "12/33").text).toBe("12 / 33");
	});

	test("replaces everything when the caret does not show the change", () => {
		const edited = takeBrowserEdit(numberField, "4242 4242", { text: "5555", caret: 1, from: 1, deleting: undefined });

		expect(edited.text).toBe("5555");
	});
});

describe("the caret", () => {
	test.each(caretSubjects)("in %s keeps its position among the digits after every edit", (only) => {
		playCaretScripts({ runs: 10_000, seed: 20_261_121, only });
	});
});
