import type { Database } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, sql } from "kysely";
import type { Payment, RailName } from "../rails/rail.ts";
import type { EftTransaction } from "../tables.ts";
import { type EftType, eftTypeOf } from "./eft-transaction.ts";

type NewEftTransaction = Omit<Insertable<GatewayTables["eft_transactions"]>, "id" | "type" | "result">;

export interface RailDetails {
	rail: RailName;
	/** The account holder. */
	partyName: string;
	bankAccountId: string;
	maskedAccount: string;
}

export async function insertEftTransaction(transaction: Database, row: NewEftTransaction): Promise<EftTransaction> {
	return transaction
		.insertInto("eft_transactions")
		.values({ ...row, type: eftTypeOf(row.kind), result: "PENDING" })
		.returningAll()
		.executeTakeFirstOrThrow();
}

/** Accepts either id of the transaction. */
export async function findEftTransaction(
	database: Database,
	merchantId: number,
	id: { id: number } | { transactionId: string },
): Promise<EftTransaction | undefined> {
	const query = database.selectFrom("eft_transactions").selectAll().where("merchant_id", "=", merchantId);
	const byId = "id" in id ? query.where("id", "=", id.id) : query.where("transaction_id", "=", id.transactionId);
	return byId.executeTakeFirst();
}

export async function findWalletOf(database: Database, transactionId: string): Promise<number | undefined> {
	const found = await database
		.selectFrom("eft_transactions")
		.select("merchant_id")
		.where("transaction_id", "=", transactionId)
		.executeTakeFirst();
	return found?.merchant_id;
}

export async function lockEftTransaction(
	transaction: Database,
	transactionId: string,
): Promise<EftTransaction | undefined> {
	return transaction
		.selectFrom("eft_transactions")
		.selectAll()
		.where("transaction_id", "=", transactionId)
		.forUpdate()
		.executeTakeFirst();
}

/** Business time, ms since 1970. */
export type EftProgress = Partial<
	Pick<
		EftTransaction,
		"result" | "message" | "return_code" | "submitted_at" | "settled_at" | "returned_at" | "approval"
	>
>;

export async function updateEftTransaction(
	transaction: Database,
	transactionId: string,
	progress: EftProgress,
): Promise<EftTransaction> {
	return transaction
		.updateTable("eft_transactions")
		.set(progress)
		.where("transaction_id", "=", transactionId)
		.returningAll()
		.executeTakeFirstOrThrow();
}

/** The payment is submitted after the commit. */
export async function giveToRail(
	transaction: Database,
	transactionId: string,
	{ rail, partyName, bankAccountId, maskedAccount }: RailDetails,
): Promise<void> {
	await transaction
		.updateTable("eft_transactions")
		.set({ rail, party_name: partyName, bank_account_id: bankAccountId, masked_account: maskedAccount })
		.where("transaction_id", "=", transactionId)
		.execute();
}

export interface QueuedPayment extends Omit<Payment, "direction" | "transactionCode"> {
	type: EftType;
}

/** False while a payment waits. */
const isReleased = sql<boolean>`approval is distinct from 'WAITING'`;

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

export async function markSubmitted(database: Database, references: string[], now: number): Promise<void> {
	await database
		.updateTable("eft_transactions")
		.set({ submitted_at: now })
		.where("transaction_id", "=", sql<string>`any(${references}::text[])`)
		.where("submitted_at", "is", null)
		.execute();
}
