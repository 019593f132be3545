import { describe, expect, test } from "vitest";
import { csvLine } from "./csv.ts";

/** Texts that make a spreadsheet compute or begin another cell: the OWASP corpus, with quotes and commas. */
const hostile = [
	"=1+1",
	'=HYPERLINK("https://evil.example","x")',
	"+1+1",
	"-1+1",
	"@SUM(1+1)",
	"\t=1+1",
	"\r=1+1",
	"\n=1+1",
	"=cmd|' /C calc'!A0",
	"＝1+1",
	"＋1",
	"－1",
	"＠SUM(1)",
	'",=1+1,"',
	'"=1+1',
	",=1+1",
	"a\r\n=1+1",
];

/** Parses a line by RFC 4180. */
function cellsOf(line: string): string[] {
	const cells = [...line.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)];
	return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}

describe("a line of CSV", () => {
	test.each(hostile)("X-34 %j stays one cell and is not a formula", (text) => {
		const line = csvLine(["before", text, "after"]);
		const cells = cellsOf(line);
		expect(cells).toHaveLength(3);
		expect(cells[1]?.replaceAll("'", "")).toBe(text.replaceAll("'", ""));
		expect(cells[1]).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
	});

	test.each([
		["a;=1+1", "a;'=1+1"],
		["a; -2+3", "a; '-2+3"],
		['a;"=1+1', "a;\"'=1+1"],
		["a;\t@SUM(1)", "a;\t'@SUM(1)"],
		["a\r\n＝1", "a\r\n'＝1"],
	])("X-34 %j is no formula either where a spreadsheet separates cells by semicolons", (text, harmless) => {
		expect(cellsOf(csvLine([text]))).toEqual([harmless]);
	});

	test("other text stays unchanged, quotes and accents included", () => {
		expect(csvLine(['Zoë "Z" O\'Neill', "a,b", ""])).toBe('"Zoë ""Z"" O\'Neill","a,b",""\r\n');
	});

	test("numbers stay numbers, negative ones too, and an unknown value is empty", () => {
		expect(csvLine([-1.5, 31, true, null])).toBe("-1.5,31,true,\r\n");
	});
});
