import type { ComponentChildren, VNode } from "preact";
import type { Schemas } from "../../api/records.ts";
import type { Words } from "../../locale/words.ts";
import { useApp } from "../../shell/app.ts";
import { currentQuery } from "../../shell/router.ts";
import { Breakable } from "../breakable.tsx";
import { Button } from "../button.tsx";
import { type ConfirmOptions, confirmDialog } from "../dialog.tsx";
import { Icon } from "../icon.tsx";
import { Empty, Loaded, type Resource } from "../loading/loaded.tsx";
import { type Filter, FilterBar, filtersIn } from "./filters.tsx";

/**
 * Amounts are right-aligned, so that digits line up. Text may wrap, and a moment may take two lines; other cells stay on
 * one. In a card, short text takes a part of one line.
 */
type Kind = "amount" | "text" | "text short" | "moment";

const places = ["title", "end", "plain", "none", "labelled"] as const;

/**
 * In a card, `title` is first, by default the first column; `end` is to the right of it; `plain` needs no label; `none`
 * is left out. Other cells have their head as label.
 */
type Place = (typeof places)[number];

type Look = Kind | Place | `${Kind} ${Place}`;

export type Column<Row> = ReturnType<typeof column<Row>>;

export function column<Row>(head: string, look: Look, cell: (row: Row) => ComponentChildren) {
	const place = places.find((one) => look.endsWith(one));
	return { head, look, cell, place };
}

export interface DataTableProps<Row> {
	caption: string;
	columns: Column<Row>[];
	rows: Row[];
	/** A field, or a function of the row. */
	keyOf: (keyof Row & string) | ((row: Row) => string | number);
}

/** Rows become cards in a narrow container. A link of class `row-link` covers its whole row. */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>) {
	const title = columns.find(({ place }) => place === "title") ?? columns[0];
	return (
		<div class="table-container">
			<table class="table data-table">
				<caption class="visually-hidden">{caption}</caption>
				<thead>
					<tr>
						{columns.map(({ head, look }) => (
							<th key={head} scope="col" class={look.startsWith("amount") ? "amount" : undefined}>
								{head}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<tr key={typeof keyOf === "function" ? keyOf(row) : String(row[keyOf])}>
							{columns.map((one) => (
								<td
									key={one.head}
									class={one.look}
									data-card={one === title ? "title" : (one.place ?? "labelled")}
									data-label={one.head}
								>
									{one.cell(row)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

export function RowLink({ href, text }: { href: string; text: string }) {
	return (
		<a class="row-link" href={href}>
			<Breakable text={text} />
		</a>
	);
}

export function RowMoment({ href, at }: { href: string; at: number }) {
	const { formats } = useApp();
	return (
		<a class="row-link" href={href}>
			<time dateTime={new Date(at).toISOString()}>{formats.moment(at)}</time>
		</a>
	);
}

/** A button that opens a dialog. The name says what it is about, since several rows have the same label. */
export type RowAction = readonly [label: string, name: string, dialog: VNode];

/** A button that asks its name before a change. */
export function confirmAction<Value>(
	label: string,
	name: string,
	explanation: string,
	options: ConfirmOptions<Value>,
): RowAction {
	return [label, name, confirmDialog(name, explanation, options)];
}

export function RowActions({ actions, open }: { actions: readonly RowAction[]; open: (dialog: VNode) => void }) {
	return (
		<div class="row-actions">
			{actions.map(([label, name, dialog]) => (
				<Button key={label} label={label} name={name} isSmall onClick={() => open(dialog)} />
			))}
		</div>
	);
}

export function actionColumn<Row>(
	{ shared }: Words,
	open: (dialog: VNode) => void,
	actionsOf: (row: Row) => readonly RowAction[],
): Column<Row> {
	return column(shared.actions, "plain", (row) => {
		const actions = actionsOf(row);
		return actions.length > 0 && <RowActions actions={actions} open={open} />;
	});
}

interface RecordListProps<List, Row> extends Omit<DataTableProps<Row>, "caption" | "rows"> {
	resource: Resource<List>;
	/** The `entities` by default. */
	rowsOf?: (list: List) => Row[];
	phrases: { caption: string; none: string; noneHint?: string; noneMatch?: string; noneMatchHint?: string };
	filters?: Filter[];
	/** True for a part that another page leads to: it is filtered without a filter. */
	isPart?: boolean;
	begin?: ComponentChildren;
	skeleton?: number;
	/** True for a list whose cursors are sequences: those of newer entries come after. */
	isBySequence?: boolean;
}

export function RecordList<Row>(props: RecordListProps<{ entities: Row[] }, Row>): VNode;
export function RecordList<List extends object, Row>(
	props: RecordListProps<List, Row> & { rowsOf: (list: List) => Row[] },
): VNode;
export function RecordList<Row>(props: RecordListProps<{ entities: Row[] }, Row>) {
	const { rowsOf = ({ entities }) => entities, filters = [], isBySequence = false, ...others } = props;
	const { resource, phrases, isPart, begin, skeleton, ...table } = others;
	const isFiltered = isPart || filtersIn(currentQuery.value, filters).size > 0;
	const hint = isFiltered ? phrases.noneMatchHint : phrases.noneHint;
	return (
		<>
			{filters.length > 0 && <FilterBar filters={filters} />}
			<section class="panel list-panel">
				<Loaded resource={resource} skeleton={skeleton}>
					{(list) => (
						<>
							{rowsOf(list).length === 0 ? (
								<Empty title={(isFiltered && phrases.noneMatch) || phrases.none}>
									{hint && <p>{hint}</p>}
									{!isFiltered && begin}
								</Empty>
							) : (
								<DataTable caption={phrases.caption} rows={rowsOf(list)} {...table} />
							)}
							{"paging" in list && <Pager paging={list.paging as Schemas["Paging"]} isBySequence={isBySequence} />}
						</>
					)}
				</Loaded>
			</section>
		</>
	);
}

/** The ways to the newer and the older part of a list. They are addresses, so that Back and a bookmark lead to a part. */
function Pager({ paging, isBySequence }: { paging: Schemas["Paging"]; isBySequence: boolean }) {
	const { words } = useApp();
	const { cursors } = paging;
	const [newer, older] = isBySequence ? (["after", "before"] as const) : (["before", "after"] as const);
	if (cursors.before === "" && cursors.after === "") return null;
	return (
		<nav class="pager" aria-label={words.shared.pages}>
			{cursors[newer] === "" ? (
				<span />
			) : (
				<a class="button-quiet" href={hrefWith(newer, cursors[newer])}>
					<Icon name="back" />
					{words.shared.newer}
				</a>
			)}
			{cursors[older] !== "" && (
				<a class="button-quiet" href={hrefWith(older, cursors[older])}>
					{words.shared.older}
					<Icon name="forward" />
				</a>
			)}
		</nav>
	);
}

function hrefWith(way: "before" | "after", cursor: string): string {
	const query = new URLSearchParams(currentQuery.value);
	query.delete("before");
	query.delete("after");
	query.set(way, cursor);
	return `?${query}`;
}
