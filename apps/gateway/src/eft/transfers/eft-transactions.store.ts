import type { Insertable } from "kysely";
import type { Database } from "../../db/database.ts";
import type { GatewayTables } from "../../db/schema.ts";
import type { RailName } from "../rails/rail.ts";
import type { EftTransaction } from "../tables.ts";
import { eftTypeOf } from "./eft-transaction.ts";

type NewEftTransaction = Omit<Insertable<GatewayTables["eft_transactions"]>, "id" | "type" | "result">;

/** The rail of a payment, and the bank account at its other end. */
export interface RailDetails {
	rail: RailName;
	/** The account holder. */
	partyName: string;
	bankAccountId: string;
	maskedAccount: string;
}

/** Inserts a PENDING transaction with the type of its kind. */
export async function insertEftTransaction(transaction: Database, row: NewEftTransaction): Promise<EftTransaction> {
	return transaction
		.insertInto("eft_transactions")
		.values({ ...row, type: eftTypeOf(row.kind), result: "PENDING" })
		.returningAll()
		.executeTakeFirstOrThrow();
}

/** Finds a merchant's transaction by either of its ids. */
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

/** Reads a transaction and locks its row until the database transaction ends. */
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

/** The columns that change after the insert. Times are of the business clock, ms since 1970. */
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

/** Assigns a transaction to a rail. Its payment is submitted after the commit. */
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
