/** A formula's beginning. Tabs and line ends would begin another cell; `readCsv` removes one apostrophe. */
const formulaStart = /^(?='*[=+\-@\t\r\n＝＋－＠])/;
const harmlessStart = /^'(?='*[=+\-@\t\r\n＝＋－＠])/;

/** Spreadsheets that separate cells by these ignore our quotes. */
const formulaInside = /([;|\t\r\n][\s"]*)(?='*[=+\-@＝＋－＠])/g;
const harmlessInside = /([;|\t\r\n][\s"]*)'(?='*[=+\-@＝＋－＠])/g;

/** Excel reads a file without it in an old code page. */
export const byteOrderMark = "\uFEFF";

type Cell = string | number | boolean | null;

/** Writes RFC 4180; an apostrophe disarms formulas. */
export function csvLine(cells: readonly Cell[]): string {
	return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
	if (cell === null) return "";
	if (typeof cell !== "string") return String(cell);
	const harmless = cell.replace(formulaInside, "$1'").replace(formulaStart, "'");
	return `"${harmless.replaceAll('"', '""')}"`;
}

/** JSON may escape a semicolon, so no apostrophe changes a value. */
export function jsonCell(value: unknown): string {
	return JSON.stringify(value).replace(/;(?=[\s"]*'*[=+\-@＝＋－＠])/g, "\\u003b");
}

function withoutApostrophes(text: string): string {
	return text.replace(harmlessStart, "").replace(harmlessInside, "$1");
}

export class CsvInvalid extends Error {
	override readonly name = "CsvInvalid";
}

const nextCell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/**
 * Reads RFC 4180. Leaves out empty lines and the apostrophes of `csvLine`.
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
