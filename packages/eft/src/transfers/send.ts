import { type BankAccount, isBankName } from "@cardseal/aft";
import type { Customer } from "@cardseal/customers";
import type { Merchant } from "@cardseal/merchants";
import type { Caller } from "@cardseal/platform/audit";
import { claimKey, type KeyedRequest, storeResponse } from "@cardseal/platform/idempotency";
import type { GivenMetadata } from "@cardseal/platform/metadata";
import { askForApproval } from "../approvals/ask-for-approval.ts";
import type { Eft } from "../eft.ts";
import { admitPayment, fingerprintOfAccount } from "../send-limits/admit-payment.ts";
import type { EftResponse } from "../transaction/eft-record.ts";
import { emitEft } from "../transaction/emit-eft.ts";
import { withWalletLock } from "../wallet/wallet.ts";
import { queuePayment } from "./queue-payment.ts";

export interface SendCommand {
	merchant: Merchant;
	customer: Customer;
	/** Whole cents. */
	cents: number;
	description: string | null;
	metadata?: GivenMetadata | null | undefined;
	account: BankAccount;
	isSteppedUp: boolean;
	userId: number | null;
	keyed: KeyedRequest | undefined;
	caller: Caller;
}

/**
 * Waits for a second person above the limit, with the amount on hold.
 * @throws Problem 400 when the available balance is too low or a limit is exceeded, 403 without step-up for a first or
 * a large payment, 409 when no rail takes this merchant's payments
 */
export async function sendFunds(eft: Eft, command: SendCommand): Promise<EftResponse> {
	const { merchant, customer, cents, description, metadata, account, isSteppedUp, userId, keyed, caller } = command;
	const rail = eft.rails.railFor(merchant).name;
	return withWalletLock(eft.database, merchant.id, async (transaction) => {
		await claimKey(transaction, keyed);
		const stored = { account, merchantId: merchant.id };
		const { id, masked } = await eft.vault.storeBankAccount(transaction.withTables(), stored);
		const queued = await queuePayment(eft, transaction, {
			kind: "send",
			merchant,
			caller,
			cents,
			description,
			metadata,
			customer,
			rail,
			partyName: partyNameOf(customer),
			bankAccountId: id,
			maskedAccount: masked,
		});
		const payee = { merchantId: merchant.id, fingerprint: fingerprintOfAccount(eft, account) };
		const now = eft.clocks.business.now();
		const waits = await admitPayment(transaction, {
			...payee,
			payee: `${customer.email}, ${masked}`,
			cents,
			now,
			isSteppedUp,
			canWait: true,
			caller,
		});
		const { transaction_id: transactionId } = queued;
		const { institutionNumber } = account;
		const waiting = { ...payee, institutionNumber, transactionId, userId, caller, now };
		const body = waits ? await askForApproval(transaction, waiting) : queued;
		await emitEft(transaction, merchant.id, body, now);
		return storeResponse(transaction, keyed, { status: 200, body });
	});
}

/** Returns the first name that a bank file can hold. */
function partyNameOf({ first_name: firstName, last_name: lastName, company, email }: Customer): string {
	const name = [firstName, lastName].filter((part) => part !== null).join(" ");
	return [name, company ?? ""].find(isBankName) ?? email;
}
