import { type Database, startOfDay } from "@cardseal/platform/db";
import { type RawBuilder, sql } from "kysely";
import { isNotEnded } from "../processor-events/processor-events.store.ts";
import type { ProcessorEventState } from "../processor-events/tables.ts";
import type { CardAccount } from "../settlements/ledger.ts";

/** `different`: in amount, currency or status. `duplicate`: items settle one transaction twice. */
export type Verdict = "matched" | "different" | "missing_here" | "missing_there" | "duplicate";

/** YYYY-MM-DD in the merchant's time zone, inclusive. */
export interface Period {
	merchantId: number;
	timeZone: string;
	from: string;
	to: string;
}

export interface OpenEntry {
	verdict: Exclude<Verdict, "matched">;
	/** The transaction_id, or the processor's id. */
	reference: string;
	/** `null` for an unknown item. */
	ourCents: number | null;
	/** `null` if not settled. */
	theirCents: number | null;
	currency: string;
}

/** Items that settle a transaction. */
const isMoney = sql`item.kind in ('payment', 'refund')`;

/** A charge that a rule declined was settled, and refunded. */
const isGivenBack = sql`exists (
	select from reversals as reversed
	where reversed.transaction_id = transactions.transaction_id and reversed.state = 'done'
		and (reversed.operation = 'refund' or exists (
			select from settlement_items as returned
			where (returned.merchant_id, returned.reference) = (reversed.merchant_id, reversed.reference)
		))
)`;

/** Builds the CTE `judged`: a verdict for each transaction and each item of the period. */
function judgedOf({ merchantId, timeZone, from, to }: Period): RawBuilder<unknown> {
	const [start, end] = [startOfDay(from, 0, timeZone), startOfDay(to, 1, timeZone)];
	return sql`
	subject as (
		select transaction_id as reference from transactions
		where merchant_id = ${merchantId} and created_at >= ${start} and created_at < ${end}
			and type in ('sale', 'capture', 'refund') and status = 'APPROVED' and voided_by is null
		union
		select item.reference from settlement_items as item
		where item.merchant_id = ${merchantId} and item.happened_at >= ${start} and item.happened_at < ${end}
			and ${isMoney} and item.reference is not null
	), compared as (
		select subject.reference, settled.times, settled.cents as "theirCents",
			case when transactions.type = 'refund' or reversal.reference is not null then -booked.amount_cents
				else booked.amount_cents end as "ourCents",
			coalesce(booked.currency, settled.currency) as currency,
			settled.currency = booked.currency as is_currency_same,
			transactions.type in ('sale', 'capture', 'refund') and transactions.status = 'APPROVED'
				and transactions.voided_by is null
				or coalesce(reversal.state = 'done', false)
				or ${isGivenBack} as is_due
		from subject
		left join transactions
			on (transactions.merchant_id, transactions.transaction_id) = (${merchantId}::bigint, subject.reference)
		left join reversals as reversal
			on (reversal.merchant_id, reversal.reference) = (${merchantId}::bigint, subject.reference)
		left join transactions as booked
			on booked.transaction_id = coalesce(transactions.transaction_id, reversal.transaction_id)
		cross join lateral (
			select count(*) as times, sum(item.amount_cents)::bigint as cents, min(settlements.currency) as currency
			from settlement_items as item join settlements on settlements.id = item.settlement
			where (item.merchant_id, item.reference) = (${merchantId}::bigint, subject.reference) and ${isMoney}
		) as settled
	), judged as (
		select case
			when times = 0 then 'missing_there'
			when "ourCents" is null then 'missing_here'
			when times > 1 then 'duplicate'
			when is_due and is_currency_same and "ourCents" = "theirCents" then 'matched'
			else 'different'
		end as verdict, reference, "ourCents", "theirCents", currency
		from compared
		union all
		select 'missing_here', item.item_id, null, item.amount_cents, settlements.currency
		from settlement_items as item join settlements on settlements.id = item.settlement
		where item.merchant_id = ${merchantId} and item.happened_at >= ${start} and item.happened_at < ${end}
			and ${isMoney} and item.reference is null
	)`;
}

export async function compareWithSettlements(
	database: Database,
	period: Period,
): Promise<{ matched: number; open: OpenEntry[] }> {
	const { rows } = await sql<Omit<OpenEntry, "verdict"> & { verdict: Verdict; count: number }>`
		with ${judgedOf(period)}
		select verdict, null as reference, null::bigint as "ourCents", null::bigint as "theirCents", '' as currency,
			count(*) as count
		from judged where verdict = 'matched' group by verdict
		union all
		(select verdict, reference, "ourCents", "theirCents", currency, 1 from judged where verdict <> 'matched'
		order by verdict, reference)`.execute(database);
	const open = rows.flatMap(({ verdict, count: _count, ...row }) =>
		verdict === "matched" ? [] : [{ verdict, ...row }],
	);
	return { matched: rows.find(({ verdict }) => verdict === "matched")?.count ?? 0, open };
}

export interface ProcessorEventOfPeriod {
	processor: string;
	account: string;
	eventId: string;
	kind: string;
	state: ProcessorEventState;
	problem: string | null;
}

export async function listProcessorEventsOf(
	database: Database,
	{ merchantId, timeZone, from, to }: Period,
): Promise<ProcessorEventOfPeriod[]> {
	const { rows } = await sql<ProcessorEventOfPeriod>`
		select processor, account, notice_id as "eventId", kind, state, problem
		from received_notices
		where merchant_id = ${merchantId} and ${isNotEnded}
			and received_at >= ${startOfDay(from, 0, timeZone)} and received_at < ${startOfDay(to, 1, timeZone)}
		order by received_at, notice_id`.execute(database);
	return rows;
}

export async function readCardBalances(
	database: Database,
	merchantId: number,
): Promise<{ account: CardAccount; currency: string; cents: number }[]> {
	return database
		.selectFrom("card_entries")
		.select(({ fn }) => ["account", "currency", sql<number>`${fn.sum("cents")}::bigint`.as("cents")])
		.where("merchant_id", "=", merchantId)
		.groupBy(["account", "currency"])
		.orderBy("currency")
		.orderBy("account")
		.execute();
}
