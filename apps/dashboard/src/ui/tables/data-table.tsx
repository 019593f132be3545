import type { ComponentChildren, JSX } from "preact";

export interface Column<Row> {
	/** Unique in the table. */
	key: string;
	head: string;
	cell: (row: Row) => ComponentChildren;
	/** Amounts stand to the right, so that their digits stand under each other. */
	isAmount?: boolean;
	/** True for free text, which may wrap; other cells stay on one line. */
	isText?: boolean;
}

export interface DataTableProps<Row> {
	/** Caption for screen readers. */
	caption: string;
	columns: Column<Row>[];
	rows: Row[];
	keyOf: (row: Row) => string | number;
}

/** A table; on a narrow page each row becomes a card with labelled lines. A link of class `row-link` covers its whole row. */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>): JSX.Element {
	return (
		<table class="table data-table">
			<caption class="visually-hidden">{caption}</caption>
			<thead>
				<tr>
					{columns.map(({ key, head, isAmount }) => (
						<th key={key} scope="col" class={isAmount ? "amount" : undefined}>
							{head}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr key={keyOf(row)}>
						{columns.map(({ key, head, cell, isAmount, isText }) => (
							<td key={key} data-label={head} class={isAmount ? "amount" : isText ? "text" : undefined}>
								{cell(row)}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}
