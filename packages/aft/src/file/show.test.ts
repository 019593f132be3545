import { expect, test } from "vitest";
import { bytesOf, exampleText, returnedText } from "../../test-support/example-file.ts";
import { readAftFile } from "./read.ts";
import { showAftFile } from "./show.ts";

const show = (text: string) => [...showAftFile(readAftFile(bytesOf(text)))].map((line) => line.trimEnd());

test("a file is shown with its header, payments and totals", () => {
	const debit = { kind: "debit", amountCents: 123_456_789, crossReference: "PAY-2" } as const;
	expect(show(exampleText({}, debit))).toEqual([
		"Originator CARDSEAL01, file 42 of 2026-11-20",
		"To data centre 00320, in CAD",
		"",
		"line 2     credit                    125.50  2026-11-23  004-10202 ****6789  PAY-1                ELISABETH COTE                  450",
		"line 3     debit               1,234,567.89  2026-11-23  004-10202 ****6789  PAY-2                ELISABETH COTE                  450",
		"",
		"Debits           1,234,567.89  in 1",
		"Credits                125.50  in 1",
	]);
});

test("S-25 a returned item is shown with the meaning and the action of its code", () => {
	expect(show(returnedText())[3]).toMatch(/^line 2 {5}returned credit .* 901 Not sufficient funds \(retry\)$/);
});

test("S-22 only the last digits of accounts are shown", () => {
	const shown = show(exampleText({})).join("\n");
	expect(shown).toContain("****6789");
	expect(shown).not.toMatch(/123456789|7654321/);
});
