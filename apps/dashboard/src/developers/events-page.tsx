import type { Schemas } from "../api/records.ts";
import { eventTypes } from "../generated/api.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { useGet } from "../ui/loading/loaded.tsx";
import { type Column, column, RecordList } from "../ui/tables/table.tsx";
import { DevelopersHead } from "./developers-head.tsx";

type Event = Schemas["Event"];

const choices = Object.fromEntries(eventTypes.map((type) => [type, type]));

export function EventsPage() {
	const app = useApp();
	const phrases = app.words.developers.events;
	const list = useGet("/event-service/event", { query: currentQuery.value });
	const filters = [{ name: "type", label: phrases.columns.type, choices }];
	return (
		<>
			<DevelopersHead />
			<p class="muted small">{phrases.explanation}</p>
			<RecordList
				resource={list}
				// A page of newer events comes oldest first.
				rowsOf={({ events }) => events.toSorted((one, other) => other.sequence - one.sequence)}
				phrases={phrases}
				filters={filters}
				columns={columnsFor(app)}
				keyOf="id"
				isBySequence
			/>
		</>
	);
}

function columnsFor({ words, formats }: App): Column<Event>[] {
	const { columns } = words.developers.events;
	return [
		column(columns.time, "moment plain", ({ created }) => (
			<time dateTime={new Date(created).toISOString()}>{formats.momentToSecond(created)}</time>
		)),
		column(columns.type, "title", ({ id, type }) => (
			<a class="row-link" href={hrefOf("event", { event_id: id })}>
				{type}
			</a>
		)),
		column(columns.object, "text", ({ data }) => <code>{objectOf(data)}</code>),
		column(columns.sequence, "amount", ({ sequence }) => formats.count(sequence)),
	];
}

function objectOf(data: Event["data"]): string {
	const { transaction_id, lookup_id, settlement_id, dispute_id }: Record<string, unknown> = { ...data };
	return String(dispute_id ?? settlement_id ?? transaction_id ?? lookup_id ?? "");
}
