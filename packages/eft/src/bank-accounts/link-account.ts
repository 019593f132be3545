import type { BankAccount } from "@cardseal/aft";
import { findStaff, lockSessionOf, requireEstablished, type StaffSession, sessionExpired } from "@cardseal/identity";
import { type Merchant, notifyOwners } from "@cardseal/merchants";
import type { Clocks } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import type { LinkedAccount } from "../tables.ts";
import { validationWarnings } from "./bank-account.ts";
import {
	deleteLinkedAccount,
	insertLinkedAccount,
	isUsedByTransactions,
	lockLinking,
} from "./linked-accounts.store.ts";

export interface Linking {
	database: Database;
	vault: Vault;
	clocks: Clocks;
}

export interface NewLinkedAccount {
	account: BankAccount;
	holderName: string;
}

/**
 * Notifies the owners.
 * @param session `undefined` for the operator
 * @throws Problem 401 when the session has ended, 403 for a member who joined less than 24 hours ago
 */
export function linkAccount(
	linking: Linking,
	merchant: Pick<Merchant, "id" | "publicId">,
	{ account, holderName }: NewLinkedAccount,
	caller: Caller,
	session?: StaffSession,
): Promise<LinkedAccount> {
	const { database, vault, clocks } = linking;
	return database.transaction().execute(async (transaction: Database) => {
		if (session !== undefined) {
			await lockSessionOf(transaction, session);
			const member = await findStaff(transaction, { merchantId: merchant.id, id: session.staff.id });
			if (member === undefined) throw sessionExpired();
			const advice = (from: string) =>
				`You can link a bank account from ${from}, or another owner or administrator does.`;
			requireEstablished(member, clocks.business.now(), { reason: "member_too_new", advice });
		}
		await lockLinking(transaction, merchant.id);
		const former = await unlink(transaction, linking, merchant);
		const { id, masked } = await vault.storeBankAccount(transaction.withTables(), { account, merchantId: merchant.id });
		const now = clocks.business.now();
		const linked: LinkedAccount = {
			merchant_id: merchant.id,
			bank_account_id: id,
			masked_account: masked,
			institution_number: account.institutionNumber,
			holder_name: holderName,
			warnings: validationWarnings(account),
			linked_at: now,
		};
		await insertLinkedAccount(transaction, linked);
		const about = { object: merchant.publicId, merchantId: merchant.id, caller };
		await recordEvent(transaction, clocks, { ...about, type: "bank_account.linked", details: { account: id } });
		const event = former === undefined ? "bank_account.linked" : "bank_account.replaced";
		const mail = { merchantId: merchant.id, event, details: { masked_account: masked }, now, caller } as const;
		await notifyOwners(transaction, { kind: "bank_account_changed", ...mail });
		return linked;
	});
}

/** Withdrawals in flight still arrive. */
export function removeLinkedAccount(
	linking: Linking,
	merchant: Pick<Merchant, "id" | "publicId">,
	caller: Caller,
): Promise<boolean> {
	const { database, clocks } = linking;
	return database.transaction().execute(async (transaction: Database) => {
		const removed = await unlink(transaction, linking, merchant);
		if (removed === undefined) return false;
		const about = { object: merchant.publicId, merchantId: merchant.id, caller };
		const details = { account: removed.bank_account_id };
		await recordEvent(transaction, clocks, { ...about, type: "bank_account.removed", details });
		await notifyOwners(transaction, {
			kind: "bank_account_changed",
			event: "bank_account.removed",
			merchantId: merchant.id,
			details: { masked_account: removed.masked_account },
			now: clocks.business.now(),
			caller,
		});
		return true;
	});
}

/** Keeps an account that withdrawals use. */
async function unlink(
	transaction: Database,
	{ vault }: Linking,
	merchant: Pick<Merchant, "id">,
): Promise<LinkedAccount | undefined> {
	const removed = await deleteLinkedAccount(transaction, merchant.id);
	if (removed === undefined || (await isUsedByTransactions(transaction, removed))) return removed;
	await vault.deleteBankAccount(transaction.withTables(), { id: removed.bank_account_id, merchantId: merchant.id });
	return removed;
}
