import type { Vault } from "@cardseal/vault";
import type { Clock } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { findSettledAccounts, forgetAccountIds } from "./forget-accounts.store.ts";

/** 100 days: a person may dispute a debit for 90 calendar days (Payments Canada, Rule H1), and the return takes a few more. */
const keptMs = 100 * 24 * 3_600_000;

/** Accounts at a time. */
const batchSize = 100;

export interface Forgetting {
	database: Database;
	vault: Pick<Vault, "deleteBankAccount">;
	businessClock: Clock;
}

/** Has the vault forget bank accounts whose payments no bank can return any more; their masks stay. */
export async function forgetSettledAccounts({ database, vault, businessClock }: Forgetting): Promise<void> {
	const before = businessClock.now() - keptMs;
	for (;;) {
		const accounts = await findSettledAccounts(database, { before, limit: batchSize });
		await database.transaction().execute(async (transaction: Database) => {
			for (const account of accounts) await vault.deleteBankAccount(transaction.withTables(), account);
			await forgetAccountIds(transaction, accounts);
		});
		if (accounts.length < batchSize) return;
	}
}
