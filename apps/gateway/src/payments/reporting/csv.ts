/** What a spreadsheet would take for the beginning of a formula; tabs and line ends would move it to another cell's beginning. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

type Cell = string | number | boolean | null;

/**
 * A line of CSV (RFC 4180), its end included. Text that a spreadsheet would run gets an apostrophe before it, which
 * shows it as text; every text is quoted, so that nothing in it ends its cell. Numbers are ours and stay numbers.
 */
export function csvLine(cells: readonly Cell[]): string {
	return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
	if (cell === null) return "";
	if (typeof cell !== "string") return String(cell);
	const harmless = formulaStart.test(cell) ? `'${cell}` : cell;
	return `"${harmless.replaceAll('"', '""')}"`;
}
