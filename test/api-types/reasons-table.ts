import { paymentReasons, problemStatuses, reasons } from "../../packages/platform/src/reasons.ts";

/** The heading of the table in docs/errors.md. */
const reasonsHeading = "## Reasons";

/** Returns the table of all reasons, in Markdown. */
function reasonsTable(): string {
	const rows = [
		...Object.entries(reasons).map(([reason, { code, meaning }]) => ({
			reason,
			status: problemStatuses[code],
			meaning,
		})),
		...Object.entries(paymentReasons).map(([reason, meaning]) => ({ reason, status: 402, meaning })),
	].toSorted((one, other) => one.status - other.status);
	const lines = rows.map(({ reason, status, meaning }) => `| \`${reason}\` | ${status} | ${meaning} |`);
	return ["| reason | status | what happened |", "|---|---|---|", ...lines, ""].join("\n");
}

/** Returns the page with a new table; what follows the heading of the table up to its first row stays. */
export function withReasons(page: string): string {
	const heading = page.indexOf(reasonsHeading);
	const table = page.indexOf("| reason |", heading);
	if (heading < 0 || table < 0) throw new Error(`docs/errors.md has no table below "${reasonsHeading}".`);
	return page.slice(0, table) + reasonsTable();
}
