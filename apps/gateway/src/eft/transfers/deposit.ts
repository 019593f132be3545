import type { Caller } from "../../audit/event.ts";
import { type IdempotencyKey, keyRequest } from "../../idempotency/keyed-request.ts";
import { type Once, once, respondOnce } from "../../idempotency/once.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import type { GivenMetadata } from "../../metadata/metadata.ts";
import { Problem } from "../../problem.ts";
import { lockLinkedAccount } from "../bank-accounts/linked-accounts.store.ts";
import type { Eft } from "../eft.ts";
import type { RailName } from "../rails/rail.ts";
import { withWalletLock } from "../wallet/wallet.ts";
import type { EftResponse } from "./eft-record.ts";
import { emitEft } from "./emit-eft.ts";
import { queuePayment } from "./queue-payment.ts";

const noLinkedAccount = () =>
	new Problem(
		"bank_account_not_linked",
		"No bank account is linked. Link the account for withdrawals on the Wallet page of the web application.",
	);

/** The specification knows no other refusal of `bank-deposit` than 400. */
function railOf({ rails }: Eft, merchant: Merchant): RailName {
	try {
		return rails.railFor(merchant).name;
	} catch (error) {
		if (error instanceof Problem) throw new Problem("bank_account_unusable", error.message);
		throw error;
	}
}

export interface DepositCommand {
	merchant: Merchant;
	/** Whole cents. */
	cents: number;
	metadata?: GivenMetadata | null | undefined;
	idempotency: IdempotencyKey | undefined;
	caller: Caller;
}

/**
 * Withdraws funds from the wallet to the merchant's linked bank account.
 *
 * @throws Problem 400 when none is linked, the available balance is too low (rule S-24), or no rail takes this merchant's
 *   payments
 */
export async function depositFunds(eft: Eft, command: DepositCommand): Promise<Once<EftResponse>> {
	const { merchant, cents, metadata, caller } = command;
	const asked = { amount: cents, metadata };
	const request = { merchantId: merchant.id, keyed: keyRequest(eft, command.idempotency, asked) };
	return once<EftResponse>(eft.database, request, () => {
		const rail = railOf(eft, merchant);
		return withWalletLock(eft.database, merchant.id, (transaction) =>
			respondOnce(transaction, request, async () => {
				const linked = await lockLinkedAccount(transaction, merchant.id);
				if (linked === undefined) throw noLinkedAccount();
				const body = await queuePayment(eft, transaction, {
					kind: "deposit",
					merchant,
					caller,
					cents,
					description: "Bank deposit",
					metadata,
					customer: undefined,
					rail,
					partyName: linked.holder_name,
					bankAccountId: linked.bank_account_id,
					maskedAccount: linked.masked_account,
				});
				await emitEft(transaction, merchant.id, body, eft.clocks.business.now());
				return { status: 200, body };
			}),
		);
	});
}
