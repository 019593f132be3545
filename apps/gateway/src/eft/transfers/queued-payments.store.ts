import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import type { Payment, RailName } from "../rails/rail.ts";
import type { EftType } from "./eft-transaction.ts";

/** A payment that is not submitted to a rail yet. */
export interface QueuedPayment extends Omit<Payment, "direction" | "transactionCode"> {
	type: EftType;
}

/** False for a payment that waits for a second person. */
const isReleased = sql<boolean>`approval is distinct from 'WAITING'`;

/** Finds the time of the oldest queued payment, business time in ms since 1970. */
export async function findFirstToSubmit(database: Database): Promise<number | undefined> {
	const first = await database
		.selectFrom("eft_transactions")
		.select("created_at")
		.where("rail", "is not", null)
		.where("submitted_at", "is", null)
		.where(isReleased)
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();
	return first?.created_at;
}

/** Finds the queued payments of a rail, oldest first. */
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
		.where(isReleased)
		.$narrowType<{ bankAccountId: string; partyName: string }>()
		.orderBy("id")
		.limit(limit)
		.execute();
}

/** Marks payments as submitted to their rail. `now` is business time, ms since 1970. */
export async function markSubmitted(database: Database, references: string[], now: number): Promise<void> {
	await database
		.updateTable("eft_transactions")
		.set({ submitted_at: now })
		.where("transaction_id", "=", sql<string>`any(${references}::text[])`)
		.where("submitted_at", "is", null)
		.execute();
}
