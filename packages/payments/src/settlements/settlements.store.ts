import { notFound } from "@cardseal/platform";
import { type Database, type Days, dayFilters, listNewestFirst, type PageRequest, rowsAs } from "@cardseal/platform/db";
import { ruleDeclineCodes, type SettlementEvent } from "@cardseal/vault";
import { sql } from "kysely";
import { hasId } from "../has-id.store.ts";
import type { FeedKey } from "../processor-events/feed.ts";
import type { Settlement, SettlementItemRow } from "./tables.ts";

interface NewSettlement {
	settlementId: string;
	amountCents: number;
	feeCents: number;
	/** SHA-256 of its content. */
	contentHash: Buffer;
	/** Business time, ms since 1970. */
	now: number;
}

const itemTypes = {
	item_id: "text",
	kind: "text",
	reference: "text",
	amount_cents: "bigint",
	fee_cents: "bigint",
	happened_at: "bigint",
};

/** Returns its row id; `undefined` when it is recorded already. */
export async function insertSettlement(
	transaction: Database,
	{ merchantId, processor, account }: FeedKey,
	event: SettlementEvent,
	{ settlementId, amountCents, feeCents, contentHash, now }: NewSettlement,
): Promise<number | undefined> {
	const inserted = await transaction
		.insertInto("settlements")
		.values({
			settlement_id: settlementId,
			merchant_id: merchantId,
			processor,
			account,
			processor_settlement_id: event.settlementId,
			currency: event.currency,
			amount_cents: amountCents,
			fee_cents: feeCents,
			net_cents: event.netCents,
			items: event.items.length,
			content_hash: contentHash,
			created_at: event.paidAt,
			recorded_at: now,
		})
		.onConflict((conflict) => conflict.doNothing())
		.returning("id")
		.executeTakeFirst();
	if (inserted === undefined) return undefined;
	const items = event.items.map((item) => ({
		item_id: item.id,
		kind: item.kind,
		reference: item.reference,
		amount_cents: item.amountCents,
		fee_cents: item.feeCents,
		happened_at: item.happenedAt,
	}));
	await sql`
		insert into settlement_items (
			merchant_id, settlement, item_id, kind, reference, amount_cents, fee_cents, happened_at
		)
		select ${merchantId}::bigint, ${inserted.id}::bigint, item.* from ${rowsAs("item", itemTypes, items)}`.execute(
		transaction,
	);
	return inserted.id;
}

/** @param accounts those that may report the settlement */
export function findRecorded(
	transaction: Database,
	{ merchantId, processor }: FeedKey,
	{ accounts, settlementId }: { accounts: readonly string[]; settlementId: string },
): Promise<Settlement | undefined> {
	return transaction
		.selectFrom("settlements")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.where("processor", "=", processor)
		.where("account", "in", accounts)
		.where("processor_settlement_id", "=", settlementId)
		.executeTakeFirst();
}

export interface KnownAtProcessor {
	transactionId: string;
	type: "sale" | "capture" | "refund";
	processorTransactionId: string;
}

/** Finds what moved money under the processor's ids. No index: for the operator's imports. */
export async function findByProcessorIds(
	transaction: Database,
	{ merchantId, processor, account }: FeedKey,
	ids: readonly string[],
): Promise<KnownAtProcessor[]> {
	const charges = await transaction
		.selectFrom("transactions")
		.select([
			"transaction_id as transactionId",
			sql<KnownAtProcessor["type"]>`type`.as("type"),
			sql<string>`processor_transaction_id`.as("processorTransactionId"),
		])
		.where("merchant_id", "=", merchantId)
		// A file without an account may be of any processor.
		.$if(account !== "", (query) => query.where("processor", "=", processor))
		.where("type", "in", ["sale", "capture", "refund"])
		// The processor approved those that a rule of the merchant declined.
		.where((row) => row.or([row("status", "=", "APPROVED"), row("decline_code", "in", ruleDeclineCodes)]))
		.where("processor_transaction_id", "=", sql<string>`any(${ids}::text[])`)
		.orderBy("id", "desc")
		.execute();
	const reversals = await transaction
		.selectFrom("reversals")
		.select(["reference as transactionId", sql<"refund">`'refund'`.as("type")])
		.select(sql<string>`processor_transaction_id`.as("processorTransactionId"))
		.where("merchant_id", "=", merchantId)
		.where("processor_transaction_id", "=", sql<string>`any(${ids}::text[])`)
		.execute();
	return [...charges, ...reversals];
}

export interface SettlementFilters extends Days {
	merchantId: number;
	transactionId?: string | undefined;
}

/** Returns up to `limit + 1` settlements, nearest first. */
export function listSettlements(
	database: Database,
	filters: SettlementFilters,
	page: PageRequest,
): Promise<Settlement[]> {
	const { merchantId, transactionId } = filters;
	const keeps = sql`id = any(array(
		select settlement from settlement_items where merchant_id = ${merchantId} and reference = ${transactionId ?? null}
	))`;
	return listNewestFirst(database, {
		table: "settlements",
		merchantId,
		scope: sql`merchant_id = ${merchantId}`,
		page,
		filters: [...dayFilters(filters), ...(transactionId === undefined ? [] : [{ keeps }])],
	});
}

/** @throws Problem 404, the same for an unknown, malformed and foreign id */
export async function getSettlement(database: Database, merchantId: number, id: string): Promise<Settlement> {
	const settlement = await database
		.selectFrom("settlements")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.where(hasId("settlement_id", id))
		.executeTakeFirst();
	if (settlement === undefined) throw notFound("settlement");
	return settlement;
}

/** Lists by id, beyond the item `after`. */
export function listItems(
	database: Database,
	{ id, merchant_id: merchantId }: Settlement,
	{ limit, after }: { limit: number; after?: string | undefined },
): Promise<SettlementItemRow[]> {
	const query = database
		.selectFrom("settlement_items")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.where("settlement", "=", id);
	const beyond = after === undefined ? query : query.where("item_id", ">", after);
	return beyond.orderBy("item_id").limit(limit).execute();
}
