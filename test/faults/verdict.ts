import type { Outcome } from "./writer.ts";

/** A sale in the gateway's database. */
export interface SaleRow {
	transaction_id: string;
	invoice_id: string | null;
	status: string;
	amount_cents: number;
}

/** An entry of the demo processor's journal. */
export interface JournalRow {
	reference: string;
	result: string;
	amount_cents: number;
}

/** An event of the merchant. */
export interface EventRow {
	event_id: string;
	sequence: number;
	type: string;
	/** The transaction that the event is about, if it is about one. */
	transaction_id: string | null;
}

/** A request to the merchant's server that answers. */
export interface Arrival {
	eventId: string;
	/** The signature is right, and the body has the id of the header. */
	isGenuine: boolean;
}

/** All data to compare after the run. */
export interface Evidence {
	outcomes: Outcome[];
	sales: SaleRow[];
	journal: JournalRow[];
	/** In the order of their sequence. */
	events: EventRow[];
	/** `undefined` when the merchant has no servers. */
	arrivals?: Arrival[] | undefined;
}

/** A promise, the number of its checks, and its violations. */
export interface Verdict {
	promise: string;
	checked: number;
	violations: string[];
}

/**
 * Compares the responses to the writers, the gateway's records, the processor's journal, the events, and what arrived of them. Pure.
 */
export function judge(evidence: Evidence): Verdict[] {
	return [...judgeSales(evidence), ...judgeEvents(evidence), ...judgeArrivals(evidence)];
}

function judgeSales({ outcomes, sales, journal }: Evidence): Verdict[] {
	const byInvoice = Map.groupBy(sales, (sale) => sale.invoice_id ?? "");
	const byReference = new Map(sales.map((sale) => [sale.transaction_id, sale]));
	const journalByReference = Map.groupBy(journal, (row) => row.reference);
	const salesOf = (outcome: Outcome) => byInvoice.get(outcome.intent.invoiceId) ?? [];
	const withResponse = (kind: Outcome["response"]["kind"]) =>
		outcomes.filter((outcome) => outcome.response.kind === kind);
	const invoices = new Set(outcomes.map(({ intent }) => intent.invoiceId));
	return [
		verdict("an acknowledged sale is there once, as acknowledged", withResponse("acknowledged"), (outcome) =>
			acknowledgedProblem(outcome, salesOf(outcome)),
		),
		verdict("a sale whose token was used is there once", withResponse("token_used"), (outcome) =>
			salesOf(outcome).length === 1 ? undefined : `${outcome.intent.invoiceId}: ${salesOf(outcome).length} sales`,
		),
		verdict("a sale without a response is there once or not at all", withResponse("nothing"), (outcome) =>
			salesOf(outcome).length <= 1 ? undefined : `${outcome.intent.invoiceId}: ${salesOf(outcome).length} sales`,
		),
		verdict("writers get no other responses", outcomes, ({ intent, response }) =>
			response.kind === "unexpected" ? `${intent.invoiceId}: ${response.answer}` : undefined,
		),
		verdict("no sale is there twice, and there are no other ones", [...byInvoice], ([invoiceId, same]) =>
			same.length === 1 && invoices.has(invoiceId) ? undefined : `${invoiceId}: ${same.length} sales`,
		),
		verdict("every sale has an outcome", sales, (sale) =>
			sale.status === "PENDING" ? `${sale.transaction_id} is PENDING` : undefined,
		),
		verdict("an approved sale was approved by the processor, for the same amount", approved(sales), (sale) =>
			approvalProblem(sale, journalByReference.get(sale.transaction_id) ?? []),
		),
		verdict("a sale that the processor approved is approved", journal.filter(isApproved), (row) =>
			byReference.get(row.reference)?.status === "APPROVED" ? undefined : `${row.reference} is not APPROVED here`,
		),
		verdict("the processor knows each reference once, and only ours", [...journalByReference], ([reference, rows]) =>
			rows.length === 1 && byReference.has(reference) ? undefined : `${reference}: ${rows.length} rows`,
		),
	];
}

function judgeEvents({ sales, events }: Evidence): Verdict[] {
	const ofOutcomes = events.filter(isOutcome);
	const bySale = Map.groupBy(ofOutcomes, (event) => event.transaction_id);
	const decided = sales.filter(({ status }) => status !== "PENDING");
	const references = new Set(decided.map(({ transaction_id }) => transaction_id));
	return [
		verdict("each outcome has its event once", decided, ({ transaction_id, status }) => {
			const types = (bySale.get(transaction_id) ?? []).map(({ type }) => type).join();
			return types === `transaction.${status.toLowerCase()}`
				? undefined
				: `${transaction_id}, ${status}: ${types || "none"}`;
		}),
		verdict("each event of an outcome has its sale", ofOutcomes, ({ event_id, transaction_id }) =>
			transaction_id !== null && references.has(transaction_id) ? undefined : event_id,
		),
		verdict("events are numbered without a gap", events, ({ event_id, sequence }, index) =>
			sequence === index + 1 ? undefined : `${event_id}: ${sequence} instead of ${index + 1}`,
		),
	];
}

function judgeArrivals({ events, arrivals }: Evidence): Verdict[] {
	if (arrivals === undefined) return [];
	const arrived = new Set(arrivals.map(({ eventId }) => eventId));
	const known = new Set(events.map(({ event_id }) => event_id));
	return [
		verdict("every event of an outcome arrives, though other servers fail", events.filter(isOutcome), ({ event_id }) =>
			arrived.has(event_id) ? undefined : event_id,
		),
		verdict("what arrives is an event with the right signature", arrivals, ({ eventId, isGenuine }) =>
			isGenuine && known.has(eventId) ? undefined : eventId,
		),
	];
}

const outcomeTypes = ["transaction.approved", "transaction.declined"];

/** Tells whether an event reports the outcome of a transaction. */
export const isOutcome = ({ type }: EventRow) => outcomeTypes.includes(type);

function verdict<Item>(
	promise: string,
	items: Item[],
	problemOf: (item: Item, index: number) => string | undefined,
): Verdict {
	const violations = items.map(problemOf).filter((problem) => problem !== undefined);
	return { promise, checked: items.length, violations };
}

const approved = (sales: SaleRow[]) => sales.filter(({ status }) => status === "APPROVED");

const isApproved = (row: JournalRow) => row.result === "approved";

function acknowledgedProblem({ intent, response }: Outcome, sales: SaleRow[]): string | undefined {
	const [sale] = sales;
	if (response.kind !== "acknowledged") return undefined;
	if (sale === undefined || sales.length > 1) return `${intent.invoiceId}: ${sales.length} sales`;
	if (sale.transaction_id !== response.transactionId) return `${intent.invoiceId}: another transaction_id`;
	if (sale.amount_cents !== intent.amountCents) return `${intent.invoiceId}: another amount`;
	// PENDING promises only a later outcome, which is checked for all sales.
	if (response.result === "PENDING" || response.result === sale.status) return undefined;
	return `${intent.invoiceId}: the response was ${response.result}, is ${sale.status}`;
}

function approvalProblem(sale: SaleRow, rows: JournalRow[]): string | undefined {
	const [row] = rows;
	if (row === undefined) return `${sale.transaction_id}: the processor never received it`;
	if (row.result !== "approved") return `${sale.transaction_id}: the processor says ${row.result}`;
	return row.amount_cents === sale.amount_cents ? undefined : `${sale.transaction_id}: another amount`;
}
