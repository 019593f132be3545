import type { Dispute } from "@cardseal/payments/gateway";
import { type Database, endOfDay } from "@cardseal/platform/db";
import { demoProcessorName, type SettlementItem } from "@cardseal/vault";
import { type RawBuilder, sql } from "kysely";

/** The time after which evidence is decided. */
export const reviewMs = 3 * 86_400_000;

/** The longest wait for a charge's outcome. */
const latestMs = 7 * 86_400_000;

/** `dueAt` is business time, ms since 1970. */
export interface DueMerchant {
	merchantId: number;
	dueAt: number;
}

const merchantsZone = sql`merchants.time_zone`;

function firstDayAfter(settled: RawBuilder<unknown>) {
	return sql`(
		select ${endOfDay(sql`first.at`, merchantsZone)} from (
			select least(
				(select created_at from transactions
					where merchant_id = merchants.id and created_at >= ${settled} order by created_at limit 1),
				(select created_at from disputes
					where merchant_id = merchants.id and processor = ${demoProcessorName} and created_at >= ${settled}
					order by created_at limit 1),
				(select min(state_at) from disputes
					where merchant_id = merchants.id and processor = ${demoProcessorName} and state = 'won'
						and state_at >= ${settled})
			) as at
		) as first
	)`;
}

/** A day ends when its processor events are applied; another worker may have claimed them. */
export async function listDueMerchants(database: Database, limit: number): Promise<DueMerchant[]> {
	const { rows } = await sql<DueMerchant>`
		select merchants.id as "merchantId", due.at as "dueAt"
		from merchants
		left join notice_feeds as feed
			on (feed.merchant_id, feed.processor, feed.account) = (merchants.id, ${demoProcessorName}, '')
		cross join lateral (select coalesce(split_part(feed.cursor, ':', 1)::bigint, 0) as settled) as past
		cross join lateral (
			select ${firstDayAfter(sql`past.settled`)} as at
			union all
			select case state when 'open' then evidence_due_at else state_at + ${reviewMs}::bigint end
			from disputes
			where merchant_id = merchants.id and processor = ${demoProcessorName} and state in ('open', 'under_review')
			union all
			select min(received_at) from received_notices
			where merchant_id = merchants.id and processor = ${demoProcessorName} and state = 'waiting'
		) as due
		where merchants.mode = 'demo' and due.at is not null
		order by due.at, merchants.id
		limit ${limit}`.execute(database);
	return rows;
}

export async function findUnsettledDay(
	database: Database,
	{ merchantId, settled }: { merchantId: number; settled: number },
): Promise<number | undefined> {
	const { rows } = await sql<{ end: number | null }>`
		select ${firstDayAfter(sql`${settled}::bigint`)} as end from merchants
		where merchants.id = ${merchantId}`.execute(database);
	return rows[0]?.end ?? undefined;
}

export interface UnsettledItem extends Pick<SettlementItem, "kind" | "happenedAt"> {
	itemId: string;
	transactionId: string;
	amountCents: number;
	currency: string;
	refundedCents: number;
	cardSuffix: string;
}

/**
 * Lists oldest first.
 *
 * @param from the time until which the day's items are settled
 */
export async function listUnsettled(
	database: Database,
	{ merchantId, end, from, limit }: { merchantId: number; end: number; from: number; limit: number },
): Promise<UnsettledItem[]> {
	const { rows } = await sql<UnsettledItem>`
		select * from (
			(select transaction_id as "itemId", transaction_id as "transactionId",
				case type when 'refund' then 'refund' else 'payment' end as kind,
				amount_cents as "amountCents", refunded_cents as "refundedCents", currency, card_suffix as "cardSuffix",
				created_at as "happenedAt"
			from transactions
			where merchant_id = ${merchantId} and processor = ${demoProcessorName} and status = 'APPROVED'
				and type in ('sale', 'capture', 'refund') and voided_by is null
				and created_at < ${end}::bigint and created_at >= ${Math.max(end - latestMs, from)}::bigint and decided_at < ${end}::bigint
				and not exists (
					select from settlement_items as item
					where (item.merchant_id, item.reference) = (transactions.merchant_id, transactions.transaction_id)
						and item.kind in ('payment', 'refund')
				)
			order by created_at, id limit ${limit})
			union all
			(select processor_dispute_id, transaction_id, 'dispute', amount_cents, 0, currency, '', created_at
			from disputes
			where merchant_id = ${merchantId} and processor = ${demoProcessorName} and created_at < ${end}::bigint
				and ${isUnsettled("dispute")}
			order by created_at, id limit ${limit})
			union all
			(select processor_dispute_id || '_reversal', transaction_id, 'dispute_reversal', amount_cents, 0, currency, '',
				state_at
			from disputes
			where merchant_id = ${merchantId} and processor = ${demoProcessorName} and state = 'won' and state_at < ${end}::bigint
				and ${isUnsettled("dispute_reversal")}
			order by state_at, id limit ${limit})
		) as item
		order by "happenedAt", "itemId"
		limit ${limit}`.execute(database);
	return rows;
}

/** A charge has one dispute at the demo processor. */
function isUnsettled(kind: "dispute" | "dispute_reversal") {
	return sql`not exists (
		select from settlement_items as item
		where (item.merchant_id, item.reference) = (disputes.merchant_id, disputes.transaction_id)
			and item.kind = ${kind}
	)`;
}

/** Lists disputes reviewed for long enough, or without an answer. */
export async function listDueDisputes(
	database: Database,
	{ merchantId, now }: { merchantId: number; now: number },
): Promise<(Dispute & { card_suffix: string })[]> {
	const { rows } = await sql<Dispute & { card_suffix: string }>`
		select disputes.*, charge.card_suffix from disputes
		join transactions as charge on charge.transaction_id = disputes.transaction_id
		where disputes.merchant_id = ${merchantId} and disputes.processor = ${demoProcessorName}
			and (
				(state = 'open' and evidence_due_at <= ${now}::bigint)
				or (state = 'under_review' and state_at <= ${now - reviewMs}::bigint)
			)
		order by disputes.id`.execute(database);
	return rows;
}
