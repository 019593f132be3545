import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { FilterBar } from "../ui/tables/filter-bar.tsx";
import { SelectFilter } from "../ui/tables/filter-fields.tsx";
import { Pager } from "../ui/tables/pager.tsx";
import { DevelopersHead } from "./developers-head.tsx";
import { eventTypes } from "./event-types.ts";

type Event = Schemas["Event"];

const filterNames = ["type"] as const;
const choices = Object.fromEntries(eventTypes.map((type) => [type, type]));

/** The events of the account, newest first. */
export function EventsPage() {
	const app = useApp();
	const { developers, transactions } = app.words;
	const phrases = developers.events;
	const query = currentQuery.value;
	const list = useResource((signal) => app.api.get("/event-service/event", { query, signal }), query.toString());
	const isFiltered = query.has("type");
	return (
		<>
			<DevelopersHead />
			<p class="muted small">{phrases.explanation}</p>
			<FilterBar names={filterNames}>
				<SelectFilter name="type" label={phrases.columns.type} any={transactions.filters.any} choices={choices} />
			</FilterBar>
			<section class="panel list-panel">
				<Loaded resource={list}>
					{({ events, paging }) => (
						<>
							{events.length === 0 ? (
								<Empty title={isFiltered ? phrases.noneMatch : phrases.none}>
									<p>{isFiltered ? phrases.noneMatchHint : phrases.noneHint}</p>
								</Empty>
							) : (
								<DataTable
									caption={phrases.caption}
									columns={columnsFor(app)}
									// A page of newer events comes oldest first.
									rows={events.toSorted((one, other) => other.sequence - one.sequence)}
									keyOf={({ id }) => id}
								/>
							)}
							<Pager paging={paging} isBySequence />
						</>
					)}
				</Loaded>
			</section>
		</>
	);
}

function columnsFor({ words, formats }: App): Column<Event>[] {
	const { columns } = words.developers.events;
	return [
		{
			key: "time",
			head: columns.time,
			isTime: true,
			inCard: "plain",
			cell: ({ created }) => <time dateTime={new Date(created).toISOString()}>{formats.momentToSecond(created)}</time>,
		},
		{
			key: "type",
			head: columns.type,
			inCard: "title",
			cell: ({ id, type }) => (
				<a class="row-link" href={hrefOf("event", { event_id: id })}>
					{type}
				</a>
			),
		},
		{ key: "object", head: columns.object, isText: true, cell: ({ data }) => <code>{objectOf(data)}</code> },
		{
			key: "sequence",
			head: columns.sequence,
			isAmount: true,
			cell: ({ sequence }) => formats.count(sequence),
		},
	];
}

/** The id of an event's object, of which each kind has one. */
function objectOf(data: Event["data"]): string {
	const { transaction_id, lookup_id, settlement_id, dispute_id }: Record<string, unknown> = { ...data };
	return String(dispute_id ?? settlement_id ?? transaction_id ?? lookup_id ?? "");
}
