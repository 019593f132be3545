import type { Database } from "@cardseal/platform/db";
import { sql } from "kysely";

export interface SettledAccount {
	id: string;
	merchantId: number;
}

/** Finds unlinked accounts whose transactions all settled or returned before a time (business clock, ms since 1970). */
export async function findSettledAccounts(
	database: Database,
	{ before, limit }: { before: number; limit: number },
): Promise<SettledAccount[]> {
	const { rows } = await sql<SettledAccount>`
		select bank_account_id as id, merchant_id as "merchantId"
		from eft_transactions
		where bank_account_id is not null
			and not exists (select from eft_linked_accounts as linked where linked.bank_account_id = eft_transactions.bank_account_id)
		group by bank_account_id, merchant_id
		having bool_and(coalesce(greatest(settled_at, returned_at) < ${before}, false))
		limit ${limit}`.execute(database);
	return rows;
}

export async function forgetAccountIds(transaction: Database, accounts: readonly SettledAccount[]): Promise<void> {
	const ids = accounts.map(({ id }) => id);
	await transaction
		.updateTable("eft_transactions")
		.set({ bank_account_id: null })
		.where("bank_account_id", "=", sql<string>`any(${ids}::text[])`)
		.execute();
}
