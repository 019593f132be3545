import type { Clock } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import { findSettledAccounts, forgetAccountIds } from "./forget-accounts.store.ts";

/** 90 days to claim a debit back (Payments Canada, Rule H1), and days for the return. */
const retentionMs = 100 * 24 * 3_600_000;

const batchSize = 100;

export interface ForgetAccountsOptions {
	database: Database;
	vault: Pick<Vault, "deleteBankAccount">;
	businessClock: Clock;
}

/** Transactions keep the mask. */
export async function forgetSettledAccounts({ database, vault, businessClock }: ForgetAccountsOptions): Promise<void> {
	const before = businessClock.now() - retentionMs;
	for (;;) {
		const accounts = await findSettledAccounts(database, { before, limit: batchSize });
		await database.transaction().execute(async (transaction: Database) => {
			for (const account of accounts) await vault.deleteBankAccount(transaction.withTables(), account);
			await forgetAccountIds(transaction, accounts);
		});
		if (accounts.length < batchSize) return;
	}
}
