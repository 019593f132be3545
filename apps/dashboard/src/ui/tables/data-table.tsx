import type { ComponentChildren } from "preact";
import { useApp } from "../../shell/app.ts";
import { Breakable } from "../breakable.tsx";

export interface Column<Row> {
	head: string;
	cell: (row: Row) => ComponentChildren;
	/**
	 * Amounts are right-aligned, so that digits line up. Text may wrap, and a moment may take two lines; other cells stay on
	 * one. In a card, short text takes a part of one line.
	 */
	kind?: "amount" | "text" | "text short" | "moment";
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
						{columns.map(({ head, kind }) => (
							<th key={head} scope="col" class={kind === "amount" ? kind : undefined}>
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
									key={column.head}
									class={column.kind}
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

/** The link of a row, which covers all of it. */
export function RowLink({ href, text }: { href: string; text: string }) {
	return (
		<a class="row-link" href={href}>
			<Breakable text={text} />
		</a>
	);
}

/** A moment as the link of a row. */
export function RowMoment({ href, at }: { href: string; at: number }) {
	const { formats } = useApp();
	return (
		<a class="row-link" href={href}>
			<time dateTime={new Date(at).toISOString()}>{formats.moment(at)}</time>
		</a>
	);
}
