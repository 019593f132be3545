/**
 * The beginning of a formula in a spreadsheet. Tabs and line ends would begin another cell. Apostrophes before it are
 * counted, so that `readCsv` takes away the one that was added.
 */
const formulaStart = /^(?='*[=+\-@\t\r\n＝＋－＠])/;
const harmlessStart = /^'(?='*[=+\-@\t\r\n＝＋－＠])/;

/** Behind a semicolon, bar or tab: a spreadsheet that separates cells by them ignores our quotes. */
const formulaInside = /([;|\t\r\n][\s"]*)(?='*[=+\-@＝＋－＠])/g;
const harmlessInside = /([;|\t\r\n][\s"]*)'(?='*[=+\-@＝＋－＠])/g;

/** Without it, Excel reads the file in an old code page. */
export const byteOrderMark = "\uFEFF";

type Cell = string | number | boolean | null;

/**
 * RFC 4180, the line end included. Every text is quoted, and one that a spreadsheet would compute gets an apostrophe
 * in front.
 */
export function csvLine(cells: readonly Cell[]): string {
	return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
	if (cell === null) return "";
	if (typeof cell !== "string") return String(cell);
	const harmless = cell.replace(formulaInside, "$1'").replace(formulaStart, "'");
	return `"${harmless.replaceAll('"', '""')}"`;
}

/** JSON may write a semicolon as an escape, so no apostrophe changes a value. */
export function jsonCell(value: unknown): string {
	return JSON.stringify(value).replace(/;(?=[\s"]*'*[=+\-@＝＋－＠])/g, "\\u003b");
}

function withoutApostrophes(text: string): string {
	return text.replace(harmlessStart, "").replace(harmlessInside, "$1");
}

export class CsvInvalid extends Error {
	override readonly name = "CsvInvalid";
}

/** With what ends it. Sticky: it reads one cell after the other. */
const nextCell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/**
 * RFC 4180, with or without a byte order mark. Leaves out empty lines and the apostrophes of `csvLine`.
 *
 * @throws CsvInvalid
 */
export function readCsv(text: string): string[][] {
	const body = text.startsWith(byteOrderMark) ? text.slice(1) : text;
	const rows: string[][] = [];
	let row: string[] = [];
	let position = 0;
	while (position < body.length || row.length > 0) {
		nextCell.lastIndex = position;
		const found = nextCell.exec(body);
		if (found === null) throw new CsvInvalid(`Row ${rows.length + 1} has a quote in a wrong place.`);
		const [whole, quoted, plain = "", end] = found;
		row.push(withoutApostrophes(quoted?.replaceAll('""', '"') ?? plain));
		position += whole.length;
		if (end === ",") continue;
		if (row.length > 1 || row[0] !== "") rows.push(row);
		row = [];
	}
	return rows;
}
