import { type BankAccount, isBankName } from "@cardseal/aft";
import type { Caller } from "../../audit/event.ts";
import { getCustomer } from "../../customers/customer.ts";
import type { Customer } from "../../customers/tables.ts";
import { type IdempotencyKey, keyRequest } from "../../idempotency/keyed-request.ts";
import type { Once } from "../../idempotency/once.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import type { Eft } from "../eft.ts";
import type { EftResponse } from "./eft-record.ts";
import { payOut } from "./pay-out.ts";

export interface SendCommand {
	merchant: Merchant;
	customerLookupId: string;
	/** Whole cents. */
	cents: number;
	description: string | null;
	account: BankAccount;
	idempotency: IdempotencyKey | undefined;
	caller: Caller;
}

/**
 * Sends money out of the wallet to a customer's bank account.
 *
 * @throws Problem 400 when so much is not available, 404, 409, 422
 */
export async function sendFunds(eft: Eft, command: SendCommand): Promise<Once<EftResponse>> {
	const { merchant, cents, description, account, caller } = command;
	const customer = await getCustomer(eft.database, merchant, command.customerLookupId);
	const asked = { customer: customer.lookup_id, amount: cents, description, ...account };
	return payOut(eft, {
		merchant,
		caller,
		keyed: keyRequest(eft, command.idempotency, asked),
		kind: "send",
		cents,
		description,
		customer,
		async destination(transaction) {
			const stored = { account, merchantId: merchant.id };
			const { id, masked } = await eft.vault.storeBankAccount(transaction.withTables(), stored);
			return { partyName: partyNameOf(customer), bankAccountId: id, maskedAccount: masked };
		},
	});
}

/** Whose account it is, in the first words that a bank can spell: a customer has an e-mail address at least. */
function partyNameOf({ first_name: firstName, last_name: lastName, company, email }: Customer): string {
	const name = [firstName, lastName].filter((part) => part !== null).join(" ");
	return [name, company ?? ""].find(isBankName) ?? email;
}
