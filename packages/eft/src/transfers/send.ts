import { type BankAccount, isBankName } from "@cardseal/aft";
import type { Customer } from "@cardseal/customers";
import { claimKey } from "@cardseal/platform/idempotency";
import type { Eft } from "../eft.ts";
import { admitPayment, fingerprintOfAccount } from "../send-limits/admit-payment.ts";
import type { EftResponse } from "../transaction/eft-record.ts";
import { withWalletLock } from "../wallet/wallet.ts";
import { finishQueued, type OutgoingCommand, queuePayment } from "./queue-payment.ts";

export interface SendCommand extends OutgoingCommand {
	customer: Customer;
	description: string | null;
	account: BankAccount;
	isSteppedUp: boolean;
}

/**
 * Waits for a second person above the limit, with the amount on hold.
 * @throws Problem 400 when the available balance is too low or a limit is exceeded, 403 without step-up for a first or
 * a large payment, 409 when no rail takes this merchant's payments
 */
export async function sendFunds(eft: Eft, command: SendCommand): Promise<EftResponse> {
	const { merchant, customer, cents, account, isSteppedUp, userId, keyed, caller } = command;
	const { id: merchantId } = merchant;
	const rail = eft.rails.railFor(merchant).name;
	return withWalletLock(eft.database, merchantId, async (transaction) => {
		await claimKey(transaction, keyed);
		const { id, masked } = await eft.vault.storeBankAccount(transaction.withTables(), { account, merchantId });
		const now = eft.clocks.business.now();
		const queued = await queuePayment(eft, transaction, {
			...command,
			kind: "send",
			rail,
			partyName: partyNameOf(customer),
			bankAccountId: id,
			maskedAccount: masked,
			now,
		});
		const payment = { merchantId, fingerprint: fingerprintOfAccount(eft, account), caller, now };
		const payee = `${customer.email}, ${masked}`;
		const waits = await admitPayment(transaction, { ...payment, payee, cents, isSteppedUp, canWait: true });
		const { institutionNumber } = account;
		return finishQueued(transaction, queued, { ...payment, waits, institutionNumber, userId, keyed });
	});
}

/** Returns the first name that a bank file can hold. */
function partyNameOf({ first_name: firstName, last_name: lastName, company, email }: Customer): string {
	const name = [firstName, lastName].filter((part) => part !== null).join(" ");
	return [name, company ?? ""].find(isBankName) ?? email;
}
