export type Row<Column extends string> = Readonly<Record<Column, string>>;

/**
 * Reads a report with a header. Merchants may add columns and change their order.
 *
 * @throws Error for a report without one of the columns
 */
export function rowsOf<Column extends string>(report: string, columns: readonly Column[]): Row<Column>[] {
	const [header = [], ...lines] = fieldsOf(report.replace(/^\uFEFF/, ""));
	const missing = columns.find((column) => !header.includes(column));
	if (missing !== undefined) throw new Error(`Adyen's report lacks the column ${missing}.`);
	const places = columns.map((column) => [column, header.indexOf(column)] as const);
	return lines.map(
		(line) => Object.fromEntries(places.map(([column, place]) => [column, line[place] ?? ""])) as Row<Column>,
	);
}

const nextField = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/**
 * RFC 4180.
 *
 * @throws Error for a quote in a wrong place
 */
function fieldsOf(report: string): string[][] {
	const lines: string[][] = [];
	let line: string[] = [];
	let position = 0;
	while (position < report.length || line.length > 0) {
		nextField.lastIndex = position;
		const found = nextField.exec(report);
		if (found === null) throw new Error("Adyen's report has a quote in a wrong place.");
		const [whole, quoted, plain = "", end] = found;
		line.push(quoted?.replaceAll('""', '"') ?? plain);
		position += whole.length;
		if (end === ",") continue;
		if (line.length > 1 || line[0] !== "") lines.push(line);
		line = [];
	}
	return lines;
}

/** @throws Error for an amount that is not one of whole cents */
export function centsOf(amount: string): number {
	const [, sign, whole, cents = ""] = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(amount || "0") ?? [];
	if (whole === undefined) throw new Error("An amount of Adyen's report is not understood.");
	return Number(`${sign}${whole}${cents.padEnd(2, "0")}`);
}

/** `Date.parse` knows those of North America only. */
const zones: Readonly<Record<string, string>> = {
	CET: "+0100",
	CEST: "+0200",
	BST: "+0100",
	WET: "+0000",
	WEST: "+0100",
	EET: "+0200",
	EEST: "+0300",
	AEST: "+1000",
	AEDT: "+1100",
	NZST: "+1200",
	NZDT: "+1300",
	JST: "+0900",
	SGT: "+0800",
	HKT: "+0800",
	IST: "+0530",
	BRT: "-0300",
};

/** @param time such as "2026-07-26 19:58:55" @param zone such as "CET" */
export function timeOf(time: string, zone: string): number {
	const at = Date.parse(`${time} ${zones[zone] ?? zone}`);
	const known = Number.isNaN(at) ? Date.parse(`${time} UTC`) : at;
	if (Number.isNaN(known)) throw new Error("A time of Adyen's report is not understood.");
	return known;
}
