import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Chip } from "../ui/chip.tsx";
import { Icon } from "../ui/icon.tsx";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { PageHead } from "../ui/page-head.tsx";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { FilterBar } from "../ui/tables/filter-bar.tsx";
import { SelectFilter, TextFilter } from "../ui/tables/filter-fields.tsx";
import { Pager } from "../ui/tables/pager.tsx";

/** Something that happened in the merchant's account. */
type AuditRecord = Schemas["AuditEvent"];

/** The audit log, newest first. */
export function AuditPage() {
	const app = useApp();
	const query = currentQuery.value;
	const asked = askedOf(query);
	const list = useResource((signal) => app.api.get("/audit", { query: asked, signal }), asked.toString());
	const phrases = app.words.audit;
	return (
		<>
			<PageHead title={phrases.title}>
				<a class="button-quiet" href={`${app.api.root}/audit/export.csv?${filtersIn(asked)}`} download>
					<Icon name="download" />
					{app.words.transactions.export}
				</a>
			</PageHead>
			<p class="muted small">{phrases.explanation}</p>
			<AuditFilters />
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

const filterNames = ["from_date", "to_date", "event", "actor_kind"] as const;

/** The filter of the address alone that shows everything. */
const everything = "all";

/** Reads of card numbers, one for each charge, would hide all other events: without a filter they are left out. */
function askedOf(query: URLSearchParams): URLSearchParams {
	const asked = new URLSearchParams(query);
	if (query.get("event") === everything) asked.delete("event");
	else if (!query.has("event")) asked.set("without", "card.read");
	return asked;
}

/** The query without its place in the list. */
function filtersIn(query: URLSearchParams): URLSearchParams {
	const names: string[] = [...filterNames, "without"];
	return new URLSearchParams([...query].filter(([name]) => names.includes(name)));
}

function AuditFilters() {
	const { audit, transactions } = useApp().words;
	const { from, to, any } = transactions.filters;
	return (
		<FilterBar names={filterNames}>
			<TextFilter name="from_date" label={from} type="date" />
			<TextFilter name="to_date" label={to} type="date" />
			<SelectFilter
				name="event"
				label={audit.columns.what}
				any={audit.withoutCards}
				choices={{ [everything]: audit.withCards, ...audit.events }}
			/>
			<SelectFilter name="actor_kind" label={audit.columns.who} any={any} choices={audit.actors} />
		</FilterBar>
	);
}

function columnsFor(app: App): Column<AuditRecord>[] {
	const { words, formats } = app;
	const { columns } = words.audit;
	return [
		{
			key: "time",
			head: columns.time,
			isTime: true,
			inCard: "plain",
			cell: ({ occurred_at: time }) => formats.moment(time),
		},
		{ key: "who", head: columns.who, isText: true, inCard: "plain", cell: (record) => <AuditActor record={record} /> },
		{ key: "what", head: columns.what, isText: true, inCard: "title", cell: (record) => whatOf(app, record) },
		{
			key: "object",
			head: columns.object,
			isText: true,
			inCard: "plain",
			cell: (record) => <AuditObject record={record} />,
		},
		{
			key: "from",
			head: columns.from,
			isText: true,
			inCard: "none",
			cell: ({ client_address: address }) => address ?? "",
		},
	];
}

/** Named subjects are shown by name; staff need no label for their kind. */
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

/** The object by its name, as a link where it has a page, then the amount and the other details. */
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

/** An invitation that was withdrawn or has expired has no name. */
function unnamed({ withdrawnInvitation }: App["words"]["audit"], { event, object }: AuditRecord): string {
	return event.startsWith("invitation.") ? withdrawnInvitation : (object ?? "");
}

/** Objects without a name that have a page. */
function kindOf({ customer, paymentLink, transaction }: App["words"]["audit"], { event }: AuditRecord): string {
	if (event.startsWith("portal_session.")) return customer;
	return event.startsWith("payment_link.") ? paymentLink : transaction;
}

interface AuditDetailProps {
	record: AuditRecord;
	detail: string;
	value: AuditRecord["details"][string];
}

/** A value by its name or in words; customers and transactions are links. */
function AuditDetail({ record: { names, details }, detail, value }: AuditDetailProps) {
	const { words, formats } = useApp();
	if (detail === "expires_at" && typeof value === "number") return <>{formats.moment(value)}</>;
	if (detail === "to" && isAmount(details)) return <>{formats.money(Number(value), "CAD")}</>;
	const texts = [value].flat().map((one) => names[one] ?? wordFor(words.audit.values, String(one)));
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

/** Events whose object is a card transaction. */
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
