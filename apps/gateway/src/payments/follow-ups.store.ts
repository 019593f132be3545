import type { FollowUpOperation } from "@cardseal/vault";
import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { Merchant } from "../merchants/merchant.ts";
import type { Original } from "./follow-up-rules.ts";
import type { NewTransaction } from "./new-transaction.ts";
import type { Transaction } from "./tables.ts";

/** A merchant's transaction, locked until the database transaction ends: what follows it is decided one at a time. */
export async function lockOriginal(
	transaction: Database,
	merchant: Merchant,
	transactionId: string,
): Promise<Original> {
	const { settles_at: settlesAt, ...original } = await transaction
		.selectFrom("transactions")
		.selectAll()
		.select(endOfDay(merchant.timeZone).as("settles_at"))
		.where("merchant_id", "=", merchant.id)
		.where("transaction_id", "=", transactionId)
		.forUpdate()
		.executeTakeFirstOrThrow();
	return { ...original, settlesAt };
}

/** The midnight after a transaction was made, in a zone, in ms since 1970. */
function endOfDay(timeZone: string) {
	return sql<number>`(extract(epoch from (
		date_trunc('day', to_timestamp(created_at / 1000.0) at time zone ${timeZone}) + interval '1 day'
	) at time zone ${timeZone}) * 1000)::bigint`;
}

/** Takes what a new capture, refund or void needs from its original, until its outcome is known. */
export async function reserveOnOriginal(
	transaction: Database,
	original: Transaction,
	operation: FollowUpOperation,
	{ transaction_id: followUpId, amount_cents: amountCents }: NewTransaction,
): Promise<void> {
	const changes = {
		capture: { captured_by: followUpId },
		refund: { refunding_cents: original.refunding_cents + amountCents },
		void: { voided_by: followUpId },
	} as const;
	await transaction.updateTable("transactions").set(changes[operation]).where("id", "=", original.id).execute();
}
