import type { JSX } from "preact";
import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Chip } from "../ui/chip.tsx";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { FilterBar } from "../ui/tables/filter-bar.tsx";
import { SelectFilter, TextFilter } from "../ui/tables/filter-fields.tsx";
import { Pager } from "../ui/tables/pager.tsx";
import { DevelopersHead } from "./developers-head.tsx";

type Entry = Schemas["RequestLogEntry"];
type LoggedRequest = NonNullable<Entry["request"]>;

const filterNames = [
	"from_date",
	"to_date",
	"status",
	"method",
	"route",
	"client_id",
	"request_id",
	"transaction_id",
] as const;

const methods = Object.fromEntries(["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => [method, method]));

/** The API requests of the last days, newest first. */
export function RequestsPage() {
	const app = useApp();
	const phrases = app.words.developers.requests;
	const query = currentQuery.value;
	const list = useResource((signal) => app.api.get("/request-log", { query, signal }), query.toString());
	const isFiltered = filterNames.some((name) => query.get(name));
	return (
		<>
			<DevelopersHead />
			<p class="muted small">{phrases.explanation}</p>
			<RequestFilters />
			<section class="panel list-panel">
				<Loaded resource={list}>
					{({ entities, paging }) => (
						<>
							{entities.length === 0 ? (
								<Empty title={isFiltered ? phrases.noneMatch : phrases.none}>
									<p>{isFiltered ? phrases.noneMatchHint : phrases.noneHint}</p>
								</Empty>
							) : (
								<DataTable caption={phrases.caption} columns={columnsFor(app)} rows={entities} keyOf={({ id }) => id} />
							)}
							<Pager paging={paging} />
						</>
					)}
				</Loaded>
			</section>
		</>
	);
}

function RequestFilters() {
	const { developers, transactions } = useApp().words;
	const { from, to, any } = transactions.filters;
	const { filters, statuses } = developers.requests;
	return (
		<FilterBar names={filterNames}>
			<TextFilter name="from_date" label={from} type="date" />
			<TextFilter name="to_date" label={to} type="date" />
			<SelectFilter name="status" label={filters.status} any={any} choices={statuses} />
			<SelectFilter name="method" label={filters.method} any={any} choices={methods} />
			<TextFilter name="route" label={filters.route} />
			<TextFilter name="client_id" label={filters.clientId} />
			<TextFilter name="request_id" label={filters.requestId} />
			<TextFilter name="transaction_id" label={filters.transactionId} />
		</FilterBar>
	);
}

function columnsFor(app: App): Column<Entry>[] {
	const { formats, words } = app;
	const { columns, milliseconds } = words.developers.requests;
	const ofRequest = (cell: (request: LoggedRequest) => JSX.Element | string) => (entry: Entry) =>
		entry.request === null ? null : cell(entry.request);
	return [
		{
			key: "time",
			head: columns.time,
			isTime: true,
			inCard: "plain",
			cell: ({ created_at: time, request }) => (
				<>
					<time dateTime={new Date(time).toISOString()}>{formats.momentToSecond(time)}</time>{" "}
					{request && <code class="detail">{request.request_id}</code>}
				</>
			),
		},
		{ key: "request", head: columns.request, isText: true, inCard: "title", cell: (entry) => requestCell(app, entry) },
		{ key: "status", head: columns.status, inCard: "end", cell: ofRequest((request) => <Status request={request} />) },
		{
			key: "duration",
			head: columns.duration,
			isAmount: true,
			cell: ofRequest(({ duration_ms: duration }) => milliseconds(formats.count(Math.ceil(duration)))),
		},
		{
			key: "credential",
			head: columns.credential,
			isText: true,
			cell: ofRequest(({ client_id: id, client_name: name }) => (
				<a href={hrefOf("developers", {}, { client_id: id })} title={id}>
					<Breakable text={name ?? id} />
				</a>
			)),
		},
		{
			key: "transaction",
			head: columns.transaction,
			cell: ({ request }) =>
				request?.transaction_id && <TransactionLink name={nameOf(request)} id={request.transaction_id} />,
		},
	];
}

/** A request, or the number of those that were not recorded. */
function requestCell({ words, formats }: App, { request, shed }: Entry) {
	if (request === null) return <em>{words.developers.requests.shed(formats.count(shed), shed === 1)}</em>;
	return <Breakable text={nameOf(request)} />;
}

function nameOf({ method, route }: LoggedRequest): string {
	return `${method} ${route}`;
}

function Status({ request: { status, reason } }: { request: LoggedRequest }) {
	return (
		<>
			{status < 400 && <Chip tone="success" icon="check" label={String(status)} />}
			{status >= 400 && status < 500 && <Chip tone="warning" icon="alert" label={String(status)} />}
			{status >= 500 && <Chip tone="danger" icon="cross" label={String(status)} />}
			{reason !== null && <code class="detail">{reason}</code>}
		</>
	);
}

function TransactionLink({ name, id }: { name: string; id: string }) {
	const { showTransaction, showTransactionOf } = useApp().words.developers.requests;
	return (
		<a href={hrefOf("transaction", { transaction_id: id })} aria-label={showTransactionOf(name)}>
			{showTransaction}
		</a>
	);
}
