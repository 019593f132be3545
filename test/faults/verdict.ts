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

/** All data to compare after the run. */
export interface Evidence {
	outcomes: Outcome[];
	sales: SaleRow[];
	journal: JournalRow[];
}

/** A promise, the number of its checks, and its violations. */
export interface Verdict {
	promise: string;
	checked: number;
	violations: string[];
}

/** Compares the responses to the writers, the gateway's records and the processor's journal. Pure. */
export function judge({ outcomes, sales, journal }: Evidence): Verdict[] {
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

function verdict<Item>(promise: string, items: Item[], problemOf: (item: Item) => string | undefined): Verdict {
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
