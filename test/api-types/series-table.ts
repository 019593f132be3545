import { series } from "../../packages/platform/src/telemetry/series.ts";

/** Returns the table of all series, in Markdown. */
function seriesTable(): string {
	const lines = Object.values(series).map(
		({ name, kind, labels, help }) =>
			`| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(", ")} | ${help} |`,
	);
	return ["| series | kind | labels | meaning |", "|---|---|---|---|", ...lines, ""].join("\n");
}

/** Returns docs/operate/metrics.md with a new table; the table is its end. */
export function withSeries(page: string): string {
	const table = page.indexOf("| series |");
	if (table < 0) throw new Error("docs/operate/metrics.md has no table of series.");
	return page.slice(0, table) + seriesTable();
}
