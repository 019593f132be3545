import type { JSX } from "preact";
import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery } from "../shell/router.ts";
import { Chip } from "../ui/chip.tsx";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { PageHead } from "../ui/page-head.tsx";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { Pager } from "../ui/tables/pager.tsx";

/** Something that happened in the merchant's account. */
type AuditRecord = Schemas["AuditEvent"];

/** The audit log, newest first. */
export function AuditPage(): JSX.Element {
	const app = useApp();
	const query = currentQuery.value;
	const list = useResource((signal) => app.api.get("/audit", { query, signal }), query.toString());
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
		{ key: "time", head: columns.time, isTime: true, cell: ({ occurred_at: time }) => formats.moment(time) },
		{ key: "who", head: columns.who, isText: true, cell: (record) => <AuditActor record={record} /> },
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

/** Named subjects are shown by name; staff need no label for their kind. */
function AuditActor({ record: { actor } }: { record: AuditRecord }): JSX.Element {
	const { words } = useApp();
	const { kind, id, name } = actor;
	const label = words.audit.actors[kind];
	if (name === null) return <bdi>{id === null ? label : `${label} ${id}`}</bdi>;
	return <bdi {...(id !== null && { title: id })}>{kind === "staff" ? name : `${label} ${name}`}</bdi>;
}

function whatOf({ words, formats }: App, { event, outcome, times }: AuditRecord): JSX.Element {
	const { events, failed, times: timesOf } = words.audit;
	const known: Record<string, string> = events;
	return (
		<>
			{known[event] ?? event} {outcome === "failure" && <Chip tone="danger" icon="cross" label={failed} />}
			{times > 1 && <span class="muted"> {timesOf(formats.count(times))}</span>}
		</>
	);
}

/** The thing itself, by its name and its id, and what else is known of it. */
function AuditObject({ record: { object, object_name: name, details } }: { record: AuditRecord }): JSX.Element {
	return (
		<>
			<bdi>{name ?? object ?? ""}</bdi>
			{name !== null && (
				<span class="detail small muted">
					<bdi>{object}</bdi>
				</span>
			)}
			{Object.entries(details).map(([name, value]) => (
				<span key={name} class="detail small muted">
					{name}: <bdi>{[value].flat().join(", ")}</bdi>
				</span>
			))}
		</>
	);
}
