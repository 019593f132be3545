import type { BankAccount } from "@cardseal/aft";
import type { Database } from "@cardseal/platform/db";
import { BankAccountUnreadable, type Vault, type WantedBankAccount } from "@cardseal/vault";
import { accountOf } from "@cardseal/vault/rails";
import type { AftPayment } from "./tables.ts";

/** Missing if deleted, unreadable if it cannot be decrypted. */
export type PaymentAccount = BankAccount | "missing" | "unreadable";

export type AccountReader = Pick<Vault, "readBankAccounts">;

/** Keeps the order; one unreadable account affects no other. */
export async function readPaymentAccounts(
	vault: AccountReader,
	database: Database,
	payments: readonly Pick<AftPayment, "bank_account_id" | "merchant_id">[],
): Promise<PaymentAccount[]> {
	const wanted = payments.map(({ bank_account_id: id, merchant_id: merchantId }) => ({ id, merchantId }));
	const together = await readAccounts(vault, database, wanted);
	if (together !== "unreadable") return together;
	const accounts: PaymentAccount[] = [];
	for (const one of wanted) {
		const read = await readAccounts(vault, database, [one]);
		accounts.push(read === "unreadable" ? read : (read[0] ?? "missing"));
	}
	return accounts;
}

async function readAccounts(
	vault: AccountReader,
	database: Database,
	wanted: readonly WantedBankAccount[],
): Promise<(BankAccount | "missing")[] | "unreadable"> {
	try {
		const accounts = await vault.readBankAccounts(database.withTables(), wanted);
		return accounts.map((account) => (account === undefined ? "missing" : accountOf(account)));
	} catch (error) {
		if (error instanceof BankAccountUnreadable) return "unreadable";
		throw error;
	}
}
