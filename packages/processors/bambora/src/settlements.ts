import type { AccountSecrets, ProcessorEventPage, SettlementEvent, SettlementItem } from "@cardseal/vault";
import { z } from "zod";
import { cents, isRelease, notUnderstood, type Row, readRows, text } from "./answers.ts";
import type { Answer, Call, Connection } from "./http.ts";
import { day, rowsPerPage, searchCall } from "./requests.ts";

const date = z
	.string()
	.regex(/^\d{4}-\d\d-\d\d/)
	.transform((time) => time.slice(0, 10));

const recordSchema = z.object({
	merchant_id: text,
	currency: z.string().regex(/^[A-Z]{3}$/),
	transactions_date: date,
	settlement_date: date,
	settlement_state: z.string(),
	settlement_net_amount: text,
	sale_amount_total: cents,
	returned_amount_total: cents,
	chargebacks_amount_total: cents,
	approved_transaction_fee_total: cents,
	declined_transaction_fee_total: cents,
	discount_rate_fee_total: cents,
	chargeback_fee_total: cents,
	gst_tax_fee_total: cents,
});

type SettlementRecord = z.infer<typeof recordSchema>;

/** The guide's example has a list within the list. */
const reportSchema = z.object({ data: z.array(z.union([recordSchema, z.array(recordSchema)])) });

/** Money was paid: https://dev.na.bambora.com/docs/guides/settlement_report */
const paidStates = new Set(["Approved", "Transferred"]);

/** A report spans three months at most. */
const reportDays = 85;

/** Each takes some searches, and the gateway waits 20 s for a page. */
const settlementsPerPage = 5;

/** Days whose record may come later are read again. */
const lateDays = 14;

/** After a year, a settlement on hold is left to people. */
const heldDays = 365;

/** The first day to read again, and the settlements that were told of it and later days. */
const cursorSchema = z.object({ from: date, told: z.array(z.string()) });

export async function readSettlements(bambora: Connection, cursor: string | undefined): Promise<ProcessorEventPage> {
	const yesterday = addDays(pacificDate(bambora.now), -1);
	const { from, told } =
		cursor === undefined ? { from: addDays(yesterday, -reportDays), told: [] } : cursorSchema.parse(JSON.parse(cursor));
	const records: SettlementRecord[] = [];
	for (let start = from; start <= yesterday; start = addDays(start, reportDays + 1)) {
		const end = earliest(addDays(start, reportDays), yesterday);
		records.push(...readRecords(await bambora.send(reportCall(start, end)), bambora.account));
	}
	const paid = records.filter(({ settlement_state: state }) => paidStates.has(state));
	const untold = paid.filter((one) => !told.includes(idOf(one)));
	const page = untold.slice(0, settlementsPerPage);
	const events = [];
	for (const record of page) {
		events.push({ id: `settlement ${idOf(record)}`, ...(await settlementOf(bambora, record)) });
	}
	if (page.length < untold.length) {
		return { events, cursor: JSON.stringify({ from, told: [...told, ...page.map(idOf)] }) };
	}
	const openDays = records.filter((record) => !paid.includes(record)).map(({ transactions_date }) => transactions_date);
	const next = latest(from, addDays(yesterday, -heldDays), earliest(addDays(yesterday, -lateDays), ...openDays));
	const kept = new Set([...told, ...paid.map(idOf)].filter((id) => id >= next));
	return { events, cursor: JSON.stringify({ from: next, told: [...kept] }) };
}

/** Begins with the day, so ids sort by it. */
const idOf = ({ transactions_date, currency }: SettlementRecord) => `${transactions_date} ${currency}`;

function reportCall(from: string, to: string): Call {
	const path = `/v1/reports/settlement?start_date=${from}&end_date=${to}`;
	return { method: "GET", path, passcode: "reporting_passcode" };
}

/** A partner gets records of other merchants too. */
function readRecords({ status, body }: Answer, { merchant_id: merchantId }: AccountSecrets): SettlementRecord[] {
	const read = reportSchema.safeParse(body);
	if (status !== 200 || !read.success) throw notUnderstood(status);
	return read.data.data.flat().filter((record) => record.merchant_id === merchantId);
}

async function settlementOf(bambora: Connection, record: SettlementRecord): Promise<SettlementEvent> {
	const happenedAt = middayOf(record.transactions_date);
	const total = (id: string, kind: SettlementItem["kind"], amountCents: number): SettlementItem[] =>
		amountCents === 0 ? [] : [{ id, kind, reference: null, amountCents, feeCents: 0, happenedAt }];
	const netCents = signedCents(record.settlement_net_amount);
	const fees =
		record.approved_transaction_fee_total +
		record.declined_transaction_fee_total +
		record.discount_rate_fee_total +
		record.chargeback_fee_total +
		record.gst_tax_fee_total;
	const transactions = (await rowsOfDay(bambora, record.transactions_date)).map(itemOf);
	const sumOf = (kind: SettlementItem["kind"]) =>
		transactions.filter((item) => item.kind === kind).reduce((sum, { amountCents }) => sum + amountCents, 0);
	const isComplete = sumOf("payment") === record.sale_amount_total && -sumOf("refund") === record.returned_amount_total;
	const items = [
		...(isComplete
			? transactions
			: [
					...total("sales", "payment", record.sale_amount_total),
					...total("returns", "refund", -record.returned_amount_total),
				]),
		...total("fees", "fee", -fees),
		...total("chargebacks", "dispute", -record.chargebacks_amount_total),
	];
	// Reserves are held and released.
	const reserves = netCents - items.reduce((sum, { amountCents }) => sum + amountCents, 0);
	return {
		kind: "settlement",
		settlementId: idOf(record),
		currency: record.currency,
		netCents,
		paidAt: middayOf(latest(record.settlement_date, record.transactions_date)),
		items: [...items, ...total("reserves", "adjustment", reserves)],
	};
}

async function rowsOfDay(bambora: Connection, transactionsDate: string): Promise<Row[]> {
	const from = Date.parse(transactionsDate);
	const rows: Row[] = [];
	let isLast = false;
	while (!isLast) {
		const search = { from, to: from + 2 * day, firstRow: rows.length + 1 };
		const page = readRows(await bambora.send(searchCall(search)));
		rows.push(...page);
		isLast = page.length < rowsPerPage;
	}
	const isSettled = (row: Row) => /^(?:P|PAC|R)$/.test(row.type) && row.isApproved && !row.isVoided && !isRelease(row);
	return rows.filter((row) => isSettled(row) && pacificDate(row.happenedAt) === transactionsDate);
}

function itemOf({ id, type, orderNumber, amountCents, happenedAt }: Row): SettlementItem {
	const isRefund = type === "R";
	return {
		id,
		kind: isRefund ? "refund" : "payment",
		reference: orderNumber ?? null,
		amountCents: isRefund ? -amountCents : amountCents,
		feeCents: 0,
		happenedAt,
	};
}

const signedCents = (amount: string) => (amount.startsWith("-") ? -1 : 1) * cents.parse(amount);

const earliest = (first: string, ...others: string[]) => [first, ...others].sort()[0] ?? first;
const latest = (first: string, ...others: string[]) => [first, ...others].sort().at(-1) ?? first;

/** Vancouver left it in 2026: in winter, its days end an hour sooner. */
const pacific = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles", dateStyle: "short" });

/** Bambora settles days of Pacific time. */
const pacificDate = (time: number) => pacific.format(time);

const middayOf = (transactionsDate: string) => Date.parse(`${transactionsDate}T20:00:00Z`);

const addDays = (start: string, days: number) => new Date(Date.parse(start) + days * day).toISOString().slice(0, 10);
