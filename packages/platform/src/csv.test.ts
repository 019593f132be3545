import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byteOrderMark, CsvInvalid, csvLine, jsonCell, readCsv } from "./csv.ts";

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
		["a|=1+1", "a|'=1+1"],
		["a; -2+3", "a; '-2+3"],
		['a;"=1+1', "a;\"'=1+1"],
		["a;\t@SUM(1)", "a;\t'@SUM(1)"],
		["a\r\n＝1", "a\r\n'＝1"],
	])("X-34 %j is no formula either where a spreadsheet separates cells by semicolons or bars", (text, harmless) => {
		expect(cellsOf(csvLine([text]))).toEqual([harmless]);
	});

	test.each([...hostile, "size L; -5%", "a;'=1+1", 'a; "=1+1'])(
		"X-34 %j in JSON keeps its value, and is no formula behind a semicolon either",
		(text) => {
			const cell = jsonCell({ note: text, [text]: "x" });
			expect(JSON.parse(cell)).toEqual({ note: text, [text]: "x" });
			expect(cellsOf(csvLine([cell]))).toEqual([cell]);
			expect(cell).not.toMatch(/[;\t\r\n][\s"]*[=+\-@＝＋－＠]/);
		},
	);

	test("other text stays unchanged, quotes and accents included", () => {
		expect(csvLine(['Zoë "Z" O\'Neill', "a,b", ""])).toBe('"Zoë ""Z"" O\'Neill","a,b",""\r\n');
	});

	test("numbers stay numbers, negative ones too, and an unknown value is empty", () => {
		expect(csvLine([-1.5, 31, true, null])).toBe("-1.5,31,true,\r\n");
	});
});

describe("reading CSV", () => {
	test("gives back what was written, whatever is in the cells", () => {
		const odd = fc.string({ unit: fc.constantFrom(..."=+-@＝'\"; ,\t\r\na") });
		const cells = fc.array(fc.oneof(fc.string({ unit: "grapheme" }), odd), { minLength: 2, maxLength: 5 });
		fc.assert(
			fc.property(fc.array(cells), (rows) => {
				expect(readCsv(byteOrderMark + rows.map(csvLine).join(""))).toEqual(rows);
			}),
		);
	});

	test.each(hostile.flatMap((text) => [text, `'${text}`, `''${text}`]))(
		"X-34 gives back %j as it was written",
		(text) => {
			expect(readCsv(csvLine(["a", text]))).toEqual([["a", text]]);
		},
	);

	test.each([
		["no last line end", "a,b", [["a", "b"]]],
		[
			"an empty last cell",
			"a,\nb,c\n",
			[
				["a", ""],
				["b", "c"],
			],
		],
		["line ends and quotes in a cell", '"a\r\n""b""",c\r\n', [['a\r\n"b"', "c"]]],
		["empty lines", "\n\na,b\n\n", [["a", "b"]]],
		["nothing", "", []],
	])("takes %s", (_what, text, rows) => expect(readCsv(text)).toEqual(rows));

	test.each(['a"b,c', '"a"b,c', '"a,b'])("refuses %j", (text) => expect(() => readCsv(text)).toThrow(CsvInvalid));
});
