import type { ComponentChildren } from "preact";
import type { Paging } from "../../api/records.ts";
import { useApp } from "../../shell/app.ts";
import { currentQuery } from "../../shell/router.ts";
import { Icon } from "../icon.tsx";
import type { Resource } from "../loading/resource.ts";
import { Empty, Loaded } from "../loading/states.tsx";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { type Filter, filtersIn } from "./filters.tsx";

export interface RecordListProps<List, Row> extends Omit<DataTableProps<Row>, "caption" | "rows"> {
	resource: Resource<List>;
	rowsOf: (list: List) => Row[];
	phrases: { caption: string; none: string; noneHint?: string; noneMatch?: string; noneMatchHint?: string };
	/** The filters of the list: it may be empty because of them. */
	filters?: readonly Pick<Filter, "name">[];
	/** What to do about a list that is empty without a filter. */
	begin?: ComponentChildren;
	/** Placeholder rows, by default 8. */
	skeleton?: number;
	/** True for a list whose cursors are sequences: those of newer entries come after. */
	isBySequence?: boolean;
}

/** A list of records, or why it is empty, with the ways to its newer and older parts. */
export function RecordList<List extends object, Row>(props: RecordListProps<List, Row>) {
	const { resource, rowsOf, phrases, filters = [], begin, skeleton = 8, isBySequence = false, ...table } = props;
	const isFiltered = filtersIn(currentQuery.value, filters).size > 0;
	const hint = isFiltered ? phrases.noneMatchHint : phrases.noneHint;
	return (
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
						{"paging" in list && <Pager paging={list.paging as Paging} isBySequence={isBySequence} />}
					</>
				)}
			</Loaded>
		</section>
	);
}

/** The ways to the newer and the older part of a list. They are addresses, so that Back and a bookmark lead to a part. */
function Pager({ paging, isBySequence }: { paging: Paging; isBySequence: boolean }) {
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
