import type { ComponentChildren } from "preact";

export interface Column<Row> {
	key: string;
	head: string;
	cell: (row: Row) => ComponentChildren;
	/** Right-aligned, so that digits line up. */
	isAmount?: boolean;
	/** Free text may wrap; other cells stay on one line. */
	isText?: boolean;
	/** In a card, a name takes a part of one line. */
	isShort?: boolean;
	/** A date with a time may take two lines. */
	isTime?: boolean;
	/**
	 * `title` begins the card, by default the first column; `end` is to the right of it; `plain` needs no label;
	 * `none` is left out. Other cells have their head as label.
	 */
	inCard?: "title" | "end" | "plain" | "none";
}

export interface DataTableProps<Row> {
	/** For screen readers. */
	caption: string;
	columns: Column<Row>[];
	rows: Row[];
	keyOf: (row: Row) => string | number;
}

/** Rows become cards in a narrow container. A link of class `row-link` covers its whole row. */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>) {
	const title = columns.find(({ inCard }) => inCard === "title") ?? columns[0];
	return (
		<div class="table-container">
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
							{columns.map((column) => (
								<td
									key={column.key}
									class={classesOf(column)}
									data-card={column === title ? "title" : (column.inCard ?? "labelled")}
									data-label={column.head}
								>
									{column.cell(row)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

function classesOf<Row>({ isAmount, isText, isShort, isTime }: Column<Row>): string | undefined {
	if (isAmount) return "amount";
	if (isText) return isShort ? "text short" : "text";
	return isTime ? "moment" : undefined;
}
