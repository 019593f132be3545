import type { Caller } from "../../audit/event.ts";
import { type IdempotencyKey, keyRequest } from "../../idempotency/keyed-request.ts";
import type { Once } from "../../idempotency/once.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import { Problem } from "../../problem.ts";
import { findLinkedAccount } from "../bank-accounts/linked-accounts.store.ts";
import type { Eft } from "../eft.ts";
import type { EftResponse } from "./eft-record.ts";
import { payOut } from "./pay-out.ts";

const noLinkedAccount = () =>
	new Problem(
		"BAD_REQUEST",
		"No bank account is linked. Link the one that deposits shall go to on the Wallet page of the web application.",
	);

export interface DepositCommand {
	merchant: Merchant;
	/** Whole cents. */
	cents: number;
	idempotency: IdempotencyKey | undefined;
	caller: Caller;
}

/**
 * Deposits money of the wallet in the merchant's own bank account.
 *
 * @throws Problem 400 when none is linked or so much is not available (rule S-24), 409, 422
 */
export async function depositFunds(eft: Eft, command: DepositCommand): Promise<Once<EftResponse>> {
	const { merchant, cents, caller } = command;
	return payOut(eft, {
		merchant,
		caller,
		keyed: keyRequest(eft, command.idempotency, { amount: cents }),
		kind: "deposit",
		cents,
		description: "Bank deposit",
		// The merchant pays itself.
		customer: undefined,
		async destination(transaction) {
			const linked = await findLinkedAccount(transaction, merchant.id);
			if (linked === undefined) throw noLinkedAccount();
			return {
				partyName: linked.holder_name,
				bankAccountId: linked.bank_account_id,
				maskedAccount: linked.masked_account,
			};
		},
	});
}
