import type { ComponentChildren, JSX } from "preact";

export interface Column<Row> {
	/** Unique in the table. */
	key: string;
	head: string;
	cell: (row: Row) => ComponentChildren;
	/** Amounts are right-aligned, so that their digits line up. */
	isAmount?: boolean;
	/** True for free text, which may wrap; other cells stay on one line. */
	isText?: boolean;
	/** True for a name that in a card takes a part of one line, so that the card stays low. */
	isShort?: boolean;
	/** True for a date with a time, which may take two lines. */
	isTime?: boolean;
	/**
	 * The cell in a card. `title` begins the card, by default the first column; `end` is to the right of it; `plain` needs
	 * no label, since the value says what it is; `none` is left out. Other cells have their head as label.
	 */
	inCard?: "title" | "end" | "plain" | "none";
}

export interface DataTableProps<Row> {
	/** Caption for screen readers. */
	caption: string;
	columns: Column<Row>[];
	rows: Row[];
	keyOf: (row: Row) => string | number;
}

/**
 * A table, whose rows become cards where its container is too narrow for columns. A link of class `row-link` covers its
 * whole row.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>): JSX.Element {
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
