import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import type { Payment, RailName } from "../rails/rail.ts";
import type { EftType } from "./eft-transaction.ts";

/** A payment that no rail has yet, by its transaction. */
export interface QueuedPayment extends Omit<Payment, "direction" | "transactionCode"> {
	type: EftType;
}

/** When the oldest payment was queued that no rail has yet, business time in ms since 1970. */
export async function findFirstToSubmit(database: Database): Promise<number | undefined> {
	const first = await database
		.selectFrom("eft_transactions")
		.select("created_at")
		.where("rail", "is not", null)
		.where("submitted_at", "is", null)
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();
	return first?.created_at;
}

/** Payments that a rail is still to get, the oldest first. */
export async function findToSubmit(database: Database, rail: RailName, limit: number): Promise<QueuedPayment[]> {
	return database
		.selectFrom("eft_transactions")
		.select([
			"transaction_id as reference",
			"merchant_id as merchantId",
			"type",
			"amount_cents as cents",
			"bank_account_id as bankAccountId",
			"party_name as partyName",
		])
		.where("rail", "=", rail)
		.where("submitted_at", "is", null)
		.$narrowType<{ bankAccountId: string; partyName: string }>()
		.orderBy("id")
		.limit(limit)
		.execute();
}

/** Says that a rail has payments. `now` is business time, ms since 1970. */
export async function markSubmitted(database: Database, references: string[], now: number): Promise<void> {
	await database
		.updateTable("eft_transactions")
		.set({ submitted_at: now })
		.where("transaction_id", "=", sql<string>`any(${references}::text[])`)
		.where("submitted_at", "is", null)
		.execute();
}
