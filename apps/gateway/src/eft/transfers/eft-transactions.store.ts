import type { Insertable } from "kysely";
import type { Database } from "../../db/database.ts";
import type { GatewayTables } from "../../db/schema.ts";
import type { RailName } from "../rails/rail.ts";
import type { EftTransaction } from "../tables.ts";

/** A transaction of a wallet as it begins. */
export type NewEftTransaction = Omit<Insertable<GatewayTables["eft_transactions"]>, "id" | "result">;

/** By which rail a payment goes, and to or from whose bank account. */
export interface RailDetails {
	rail: RailName;
	/** Whose account it is. */
	partyName: string;
	/** The vault's. */
	bankAccountId: string;
	maskedAccount: string;
}

/** Writes a transaction down as PENDING. */
export async function insertEftTransaction(transaction: Database, row: NewEftTransaction): Promise<EftTransaction> {
	return transaction
		.insertInto("eft_transactions")
		.values({ ...row, result: "PENDING" })
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

/** The row id of the merchant whose wallet a transaction is of. */
export async function findWalletOf(database: Database, transactionId: string): Promise<number | undefined> {
	const found = await database
		.selectFrom("eft_transactions")
		.select("merchant_id")
		.where("transaction_id", "=", transactionId)
		.executeTakeFirst();
	return found?.merchant_id;
}

/** A transaction for the rest of the database transaction: nobody else decides about it meanwhile. */
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

/** What changes about a transaction after it began. Times are of the business clock, ms since 1970. */
export type EftProgress = Partial<
	Pick<EftTransaction, "result" | "message" | "return_code" | "submitted_at" | "settled_at" | "returned_at">
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

/** Has a transaction go by a rail: its payment is submitted once the database transaction is committed. */
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
