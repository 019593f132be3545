export function table(rows: readonly (readonly string[])[], { indent = "  " }: { indent?: string } = {}): string {
	const widths = rows[0]?.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
	const lineOf = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
	return rows.map((row) => `${indent}${lineOf(row)}`.trimEnd()).join("\n");
}
