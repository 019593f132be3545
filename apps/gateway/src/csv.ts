/** The characters that begin a formula in a spreadsheet. Tabs and line ends would begin another cell. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/** The same behind a semicolon or tab in a text: a spreadsheet that separates cells by them ignores our quotes. */
const formulaInside = /([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;

/** Without this byte order mark, Excel reads the file in an old code page and garbles every accent. */
export const byteOrderMark = "\uFEFF";

type Cell = string | number | boolean | null;

/**
 * Writes a line of CSV (RFC 4180), its end included. Every text is quoted, and one that a spreadsheet would compute
 * gets an apostrophe in front. Numbers come from us and stay numbers.
 */
export function csvLine(cells: readonly Cell[]): string {
	return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
	if (cell === null) return "";
	if (typeof cell !== "string") return String(cell);
	const inside = cell.replace(formulaInside, "$1'");
	const harmless = formulaStart.test(cell) ? `'${inside}` : inside;
	return `"${harmless.replaceAll('"', '""')}"`;
}
