import type { Merchant } from "@cardseal/merchants";
import { Problem } from "@cardseal/platform";
import { claimKey } from "@cardseal/platform/idempotency";
import { lockLinkedAccount } from "../bank-accounts/linked-accounts.store.ts";
import type { Eft } from "../eft.ts";
import type { RailName } from "../rails/rail.ts";
import { admitDeposit, fingerprintOfLinkedAccount } from "../send-limits/admit-payment.ts";
import type { EftResponse } from "../transaction/eft-record.ts";
import { withWalletLock } from "../wallet/wallet.ts";
import { finishQueued, type OutgoingCommand, queuePayment } from "./queue-payment.ts";

/** Time for an owner to remove the account. */
const newAccountMs = 24 * 3_600_000;

const refusals = {
	notLinked: () =>
		new Problem(
			"bank_account_not_linked",
			"No bank account is linked. Link the account for withdrawals on the Wallet page of the web application.",
		),
	tooNew: (from: number) =>
		new Problem(
			"bank_account_too_new",
			`The bank account was linked less than 24 hours ago. Withdraw from ${new Date(from).toISOString()}.`,
		),
};

/** The specification knows only 400 for `bank-deposit`. */
function railOf({ rails }: Eft, merchant: Merchant): RailName {
	try {
		return rails.railFor(merchant).name;
	} catch (error) {
		if (error instanceof Problem) throw new Problem("bank_account_unusable", error.message);
		throw error;
	}
}

/**
 * Waits for a second person above the limit, with the amount on hold.
 * @throws Problem 400 when none is linked, or only since a day, the available balance is too low (rule S-24), the daily
 * limit is exceeded, or no rail takes this merchant's payments
 */
export async function depositFunds(eft: Eft, command: OutgoingCommand): Promise<EftResponse> {
	const { merchant, cents, userId, keyed, caller } = command;
	const { id: merchantId } = merchant;
	const rail = railOf(eft, merchant);
	return withWalletLock(eft.database, merchantId, async (transaction) => {
		await claimKey(transaction, keyed);
		const linked = await lockLinkedAccount(transaction, merchantId);
		if (linked === undefined) throw refusals.notLinked();
		const now = eft.clocks.business.now();
		const usableFrom = linked.linked_at + newAccountMs;
		if (now < usableFrom) throw refusals.tooNew(usableFrom);
		const { bank_account_id: id, institution_number: institutionNumber } = linked;
		const queued = await queuePayment(eft, transaction, {
			...command,
			kind: "deposit",
			description: "Bank deposit",
			rail,
			partyName: linked.holder_name,
			bankAccountId: id,
			maskedAccount: linked.masked_account,
			now,
		});
		const payment = { merchantId, fingerprint: fingerprintOfLinkedAccount(eft, id), now };
		const waits = await admitDeposit(transaction, { ...payment, cents });
		return finishQueued(transaction, queued, { ...payment, waits, institutionNumber, userId, keyed, caller });
	});
}
