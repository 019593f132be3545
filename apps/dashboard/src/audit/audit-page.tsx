import type { JSX } from "preact";
import type { Schemas } from "../api/records.ts";
import { Chip } from "../look/chip.tsx";
import { type Column, DataTable } from "../look/data-table.tsx";
import { PageHead } from "../look/page-head.tsx";
import { Pager } from "../look/pager.tsx";
import { Empty, Loaded } from "../look/states.tsx";
import { useResource } from "../look/use-resource.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery } from "../shell/router.ts";

/** Something that happened in the merchant's account. */
type AuditRecord = Schemas["AuditEvent"];

/** Who did what, newest first. */
export function AuditPage(): JSX.Element {
	const app = useApp();
	const query = currentQuery.value;
	const list = useResource(
		(signal) => app.api.read<Schemas["AuditEventList"]>("/audit", { query, signal }),
		query.toString(),
	);
	const phrases = app.words.audit;
	return (
		<>
			<PageHead title={phrases.title} />
			<p class="muted">{phrases.explanation}</p>
			<section class="panel list-panel">
				<Loaded resource={list}>
					{({ entities, paging }) => (
						<>
							{entities.length === 0 ? (
								<Empty title={phrases.none} />
							) : (
								<DataTable
									caption={phrases.caption}
									columns={columnsFor(app)}
									rows={entities}
									keyOf={({ sequence }) => sequence}
								/>
							)}
							<Pager paging={paging} />
						</>
					)}
				</Loaded>
			</section>
		</>
	);
}

function columnsFor(app: App): Column<AuditRecord>[] {
	const { words, formats } = app;
	const { columns } = words.audit;
	return [
		{ key: "time", head: columns.time, cell: ({ occurred_at: time }) => formats.moment(time) },
		{ key: "who", head: columns.who, isText: true, cell: (record) => <bdi>{actorOf(app, record)}</bdi> },
		{ key: "what", head: columns.what, isText: true, cell: (record) => whatOf(app, record) },
		{ key: "object", head: columns.object, isText: true, cell: (record) => <AuditObject record={record} /> },
		{
			key: "from",
			head: columns.from,
			isText: true,
			cell: ({ client_address: address }) => address ?? "",
		},
	];
}

function actorOf({ words }: App, { actor: { kind, id, name } }: AuditRecord): string {
	const label = words.audit.actors[kind];
	return name ?? (id === null ? label : `${label} ${id}`);
}

function whatOf({ words, formats }: App, { event, outcome, times }: AuditRecord): JSX.Element {
	const { events, failed, times: timesOf } = words.audit;
	const known: Readonly<Record<string, string>> = events;
	return (
		<>
			{known[event] ?? event} {outcome === "failure" && <Chip tone="danger" icon="cross" label={failed} />}
			{times > 1 && <span class="muted"> {timesOf(formats.count(times))}</span>}
		</>
	);
}

/** The thing itself, and what else is known of it. */
function AuditObject({ record: { object, details } }: { record: AuditRecord }): JSX.Element {
	return (
		<>
			<bdi>{object ?? ""}</bdi>
			{Object.entries(details).map(([name, value]) => (
				<span key={name} class="detail small muted">
					{name}: <bdi>{[value].flat().join(", ")}</bdi>
				</span>
			))}
		</>
	);
}
