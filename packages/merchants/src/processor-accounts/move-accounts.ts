import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import { changeOwnerOfAccounts } from "./processor-accounts.store.ts";

/**
 * No charge refers to the accounts: a demo merchant's charges go to the demo processor.
 *
 * @returns the number of accounts
 */
export async function moveProcessorAccounts(
	transaction: Database,
	vault: Pick<Vault, "moveProcessorAccount">,
	merchants: { from: number; to: number },
): Promise<number> {
	const ids = await changeOwnerOfAccounts(transaction, merchants);
	for (const id of ids) {
		const account = { id, merchantId: merchants.from };
		await vault.moveProcessorAccount(transaction.withTables(), { account, merchantId: merchants.to });
	}
	return ids.length;
}
