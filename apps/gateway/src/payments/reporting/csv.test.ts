import { describe, expect, test } from "vitest";
import { csvLine } from "./csv.ts";

/** What makes a spreadsheet compute, or begin another cell: the OWASP corpus, and what hides behind quotes and commas. */
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

/** Reads a line as RFC 4180 has it. */
function cellsOf(line: string): string[] {
	const cells = [...line.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)];
	return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}

describe("a line of CSV", () => {
	test.each(hostile)("X-34 keeps %j one cell that computes nothing", (text) => {
		const line = csvLine(["before", text, "after"]);
		const cells = cellsOf(line);
		expect(cells).toHaveLength(3);
		expect(cells[1]?.replace(/^'/, "")).toBe(text);
		expect(cells[1]).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
	});

	test("leaves other text as it is, quotes and accents included", () => {
		expect(csvLine(['Zoë "Z" O\'Neill', "a,b", ""])).toBe('"Zoë ""Z"" O\'Neill","a,b",""\r\n');
	});

	test("writes our own numbers as numbers, also below zero, and nothing for what is not known", () => {
		expect(csvLine([-1.5, 31, true, null])).toBe("-1.5,31,true,\r\n");
	});
});
