import { type BankAccount, isBankName } from "@cardseal/aft";
import type { Customer } from "@cardseal/customers";
import { claimKey } from "@cardseal/platform/idempotency";
import type { Eft } from "../eft.ts";
import { admitPayment, fingerprintOfAccount } from "../send-limits/admit-payment.ts";
import type { EftResponse } from "../transaction/eft-record.ts";
import { withWalletLock } from "../wallet/wallet.ts";
import { type OutgoingCommand, queuePayment } from "./queue-payment.ts";

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
	const { merchant, customer, account, isSteppedUp, caller } = command;
	const rail = eft.rails.railFor(merchant).name;
	return withWalletLock(eft.database, merchant.id, async (transaction) => {
		await claimKey(transaction, command.keyed);
		const stored = { account, merchantId: merchant.id };
		const { id, masked } = await eft.vault.storeBankAccount(transaction.withTables(), stored);
		const about = { payee: `${customer.email}, ${masked}`, isSteppedUp, canWait: true, caller };
		return queuePayment(eft, transaction, {
			...command,
			kind: "send",
			rail,
			partyName: partyNameOf(customer),
			bankAccountId: id,
			maskedAccount: masked,
			institutionNumber: account.institutionNumber,
			fingerprint: fingerprintOfAccount(eft, account),
			admit: (payment) => admitPayment(transaction, { ...payment, ...about }),
		});
	});
}

/** Returns the first name that a bank file can hold. */
function partyNameOf({ first_name: firstName, last_name: lastName, company, email }: Customer): string {
	const name = [firstName, lastName].filter((part) => part !== null).join(" ");
	return [name, company ?? ""].find(isBankName) ?? email;
}
