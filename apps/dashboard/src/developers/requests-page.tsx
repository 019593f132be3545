import type { ComponentChildren } from "preact";
import type { Schemas } from "../api/records.ts";
import type { Words } from "../locale/words.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Chip } from "../ui/chip.tsx";
import { useGet } from "../ui/loading/loaded.tsx";
import { dayFilters, type Filter, textFilters } from "../ui/tables/filters.tsx";
import { type Column, column, RecordList } from "../ui/tables/table.tsx";
import { DevelopersHead } from "./developers-head.tsx";

type Entry = Schemas["RequestLogEntry"];
type LoggedRequest = NonNullable<Entry["request"]>;

const methods = Object.fromEntries(["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => [method, method]));

export function RequestsPage() {
	const app = useApp();
	const phrases = app.words.developers.requests;
	const list = useGet("/request-log", { query: currentQuery.value });
	const filters = filtersFor(app.words);
	return (
		<>
			<DevelopersHead />
			<p class="muted small">{phrases.explanation}</p>
			<RecordList resource={list} phrases={phrases} filters={filters} columns={columnsFor(app)} keyOf="id" />
		</>
	);
}

function filtersFor(words: Words): Filter[] {
	const { columns, filters, statuses } = words.developers.requests;
	return [
		...dayFilters(words),
		{ name: "status", label: columns.status, choices: statuses },
		{ name: "method", label: filters.method, choices: methods },
		{ name: "route", label: filters.route },
		{ name: "client_id", label: words.settings.credentials.columns.id },
		{ name: "request_id", label: filters.requestId },
		...textFilters(words, "transaction_id"),
	];
}

function columnsFor(app: App): Column<Entry>[] {
	const { formats, words } = app;
	const { columns, milliseconds } = words.developers.requests;
	const ofRequest = (cell: (request: LoggedRequest) => ComponentChildren) => (entry: Entry) =>
		entry.request === null ? null : cell(entry.request);
	return [
		column(columns.time, "moment plain", ({ created_at: time, request }) => (
			<>
				<time dateTime={new Date(time).toISOString()}>{formats.momentToSecond(time)}</time>{" "}
				{request && <code class="detail">{request.request_id}</code>}
			</>
		)),
		column(columns.request, "text title", (entry) => requestCell(app, entry)),
		column(
			columns.status,
			"end",
			ofRequest((request) => <Status request={request} />),
		),
		column(
			columns.duration,
			"amount",
			ofRequest(({ duration_ms: duration }) => milliseconds(formats.count(Math.ceil(duration)))),
		),
		column(
			columns.credential,
			"text",
			ofRequest(({ client_id: id, client_name: name }) => (
				<a href={hrefOf("developers", {}, { client_id: id })} title={id}>
					<Breakable text={name ?? id} />
				</a>
			)),
		),
		column(
			columns.transaction,
			"labelled",
			({ request }) =>
				request?.transaction_id && <TransactionLink name={nameOf(request)} id={request.transaction_id} />,
		),
	];
}

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
