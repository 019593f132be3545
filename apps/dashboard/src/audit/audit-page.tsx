import type { Schemas } from "../api/records.ts";
import type { Words } from "../locale/words.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Chip } from "../ui/chip.tsx";
import { useGet } from "../ui/loading/loaded.tsx";
import { Download, PageHead } from "../ui/page.tsx";
import { dayFilters, type Filter, filtersIn } from "../ui/tables/filters.tsx";
import { type Column, column, RecordList } from "../ui/tables/table.tsx";

type AuditRecord = Schemas["AuditEvent"];

export function AuditPage() {
	const app = useApp();
	const phrases = app.words.audit;
	const asked = askedOf(currentQuery.value);
	const list = useGet("/audit", { query: asked });
	const filters = filtersFor(app.words);
	return (
		<>
			<PageHead title={app.words.shell.pages.audit}>
				<Download
					path={`/audit/export.csv?${filtersIn(asked, [...filters, { name: "without" }])}`}
					label={app.words.transactions.export}
				/>
			</PageHead>
			<p class="muted small">{phrases.explanation}</p>
			<RecordList resource={list} phrases={phrases} filters={filters} columns={columnsFor(app)} keyOf="sequence" />
		</>
	);
}

/** The filter of the address alone that shows everything. */
const everything = "all";

/** Reads of card numbers, one for each charge, would hide all other events: without a filter they are left out. */
function askedOf(query: URLSearchParams): URLSearchParams {
	const asked = new URLSearchParams(query);
	if (query.get("event") === everything) asked.delete("event");
	else if (!query.has("event")) asked.set("without", "card.read");
	return asked;
}

function filtersFor(words: Words): Filter[] {
	const { columns, withoutCards, withCards, events, actors } = words.audit;
	return [
		...dayFilters(words),
		{ name: "event", label: columns.what, any: withoutCards, choices: { [everything]: withCards, ...events } },
		{ name: "actor_kind", label: columns.who, choices: actors },
	];
}

function columnsFor(app: App): Column<AuditRecord>[] {
	const { words, formats } = app;
	const { columns } = words.audit;
	return [
		column(columns.time, "moment plain", (record) => formats.moment(record.occurred_at)),
		column(columns.who, "text plain", (record) => <AuditActor record={record} />),
		column(columns.what, "text title", (record) => whatOf(app, record)),
		column(columns.object, "text plain", (record) => <AuditObject record={record} />),
		column(columns.from, "text none", (record) => record.client_address ?? ""),
	];
}

function AuditActor({ record: { actor } }: { record: AuditRecord }) {
	const { words } = useApp();
	const { kind, id, name } = actor;
	const label = words.audit.actors[kind];
	if (name === null) return <bdi>{id === null || kind === "system" ? label : `${label} ${id}`}</bdi>;
	return <bdi {...(id !== null && { title: id })}>{kind === "staff" ? name : `${label} ${name}`}</bdi>;
}

function whatOf({ words, formats }: App, { event, outcome, times }: AuditRecord) {
	const { events, failed, times: timesOf } = words.audit;
	const known: Record<string, string> = events;
	return (
		<>
			{known[event] ?? event} {outcome === "failure" && <Chip tone="danger" icon="cross" label={failed} />}
			{times > 1 && <span class="muted"> {timesOf(formats.count(times))}</span>}
		</>
	);
}

/** Details that are shown elsewhere in the row, or say nothing to a reader. */
const hidden = ["amount_cents", "session", "account", "route"];

function AuditObject({ record }: { record: AuditRecord }) {
	const { words, formats } = useApp();
	const { amount, details, object_name: name } = record;
	const href = hrefOfObject(record);
	const label = name ?? (href === undefined ? unnamed(words.audit, record) : kindOf(words.audit, record));
	return (
		<>
			{href === undefined ? <Breakable text={label} /> : <a href={href}>{label}</a>}
			{amount !== null && <span class="detail figures">{formats.money(amount.amount, amount.currency)}</span>}
			{Object.entries(details)
				.filter(([key, value]) => !hidden.includes(key) && (key !== "passkey" || String(value) in record.names))
				.map(([key, value]) => (
					<span key={key} class="detail small muted">
						{wordFor(words.audit.details, key)}
						{words.shared.colon}
						<AuditDetail record={record} detail={key} value={value} />
					</span>
				))}
		</>
	);
}

function unnamed({ withdrawnInvitation }: App["words"]["audit"], { event, object }: AuditRecord): string {
	return event.startsWith("invitation.") ? withdrawnInvitation : (object ?? "");
}

function kindOf({ customer, paymentLink, transaction }: App["words"]["audit"], { event }: AuditRecord): string {
	if (event.startsWith("portal_session.")) return customer;
	return event.startsWith("payment_link.") ? paymentLink : transaction;
}

interface AuditDetailProps {
	record: AuditRecord;
	detail: string;
	value: AuditRecord["details"][string];
}

function AuditDetail({ record: { names, details }, detail, value }: AuditDetailProps) {
	const { words, formats } = useApp();
	if (detail === "expires_at" && typeof value === "number") return <>{formats.moment(value)}</>;
	if (detail === "to" && isAmount(details)) return <>{formats.money(Number(value), "CAD")}</>;
	const { credentials, fields, threeDSecureRules } = words.settings;
	const known = {
		quantity: words.plans.quantity,
		...words.transactions.filters,
		...fields,
		...threeDSecureRules,
		...words.shell.roles,
		...credentials.scopes,
		...words.audit.values,
	};
	const texts = [value].flat().map((one) => names[one] ?? wordFor(known, String(one)));
	const id = String(value);
	if (detail === "customer") return <a href={hrefOf("customer", { customer_lookup_id: id })}>{texts}</a>;
	if (detail === "original" || detail === "transaction") {
		return <a href={hrefOf("transaction", { transaction_id: id })}>{words.audit.transaction}</a>;
	}
	return <Breakable text={texts.join(", ")} />;
}

/** Limits of payments are in Canadian dollars; a limit that is switched off has no amount. */
function isAmount({ setting, to }: AuditRecord["details"]): boolean {
	return String(setting).startsWith("send_limit.") && to !== "off";
}

const aboutTransactions = [
	"capture.requested",
	"refund.requested",
	"void.requested",
	"receipt.sent_again",
	"transaction.resolved",
	"outcome.differs",
];

function hrefOfObject({ event, object, details }: AuditRecord): string | undefined {
	if (object === null) return undefined;
	if (aboutTransactions.includes(event)) return hrefOf("transaction", { transaction_id: object });
	if (event.startsWith("payment_link.")) return hrefOf("paymentLink", { link_lookup_id: object });
	if (event.startsWith("portal_session.")) return hrefOf("customer", { customer_lookup_id: object });
	const { customer } = details;
	if (typeof customer !== "string") return undefined;
	const ids = { customer_lookup_id: customer };
	if (event.startsWith("subscription.")) return hrefOf("subscription", { ...ids, subscription_lookup_id: object });
	return event.startsWith("card.") ? hrefOf("customer", ids) : undefined;
}

function wordFor(words: Record<string, string>, name: string): string {
	return Object.hasOwn(words, name) ? (words[name] ?? name) : name;
}
