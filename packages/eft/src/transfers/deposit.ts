import type { Merchant } from "@cardseal/merchants";
import { Problem } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import { claimKey, type KeyedRequest, storeResponse } from "@cardseal/platform/idempotency";
import type { GivenMetadata } from "@cardseal/platform/metadata";
import { askForApproval } from "../approvals/ask-for-approval.ts";
import { lockLinkedAccount } from "../bank-accounts/linked-accounts.store.ts";
import type { Eft } from "../eft.ts";
import type { RailName } from "../rails/rail.ts";
import { admitDeposit, fingerprintOfLinkedAccount } from "../send-limits/admit-payment.ts";
import type { EftResponse } from "../transaction/eft-record.ts";
import { emitEft } from "../transaction/emit-eft.ts";
import { withWalletLock } from "../wallet/wallet.ts";
import { queuePayment } from "./queue-payment.ts";

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

export interface DepositCommand {
	merchant: Merchant;
	/** Whole cents. */
	cents: number;
	metadata?: GivenMetadata | null | undefined;
	userId: number | null;
	keyed: KeyedRequest | undefined;
	caller: Caller;
}

/**
 * Waits for a second person above the limit, with the amount on hold.
 * @throws Problem 400 when none is linked, or only since a day, the available balance is too low (rule S-24), the daily
 * limit is exceeded, or no rail takes this merchant's payments
 */
export async function depositFunds(eft: Eft, command: DepositCommand): Promise<EftResponse> {
	const { merchant, cents, metadata, userId, keyed, caller } = command;
	const rail = railOf(eft, merchant);
	return withWalletLock(eft.database, merchant.id, async (transaction) => {
		await claimKey(transaction, keyed);
		const linked = await lockLinkedAccount(transaction, merchant.id);
		if (linked === undefined) throw refusals.notLinked();
		const now = eft.clocks.business.now();
		const usableFrom = linked.linked_at + newAccountMs;
		if (now < usableFrom) throw refusals.tooNew(usableFrom);
		const { bank_account_id: id, masked_account: masked, institution_number: institutionNumber } = linked;
		const queued = await queuePayment(eft, transaction, {
			kind: "deposit",
			merchant,
			caller,
			cents,
			description: "Bank deposit",
			metadata,
			customer: undefined,
			rail,
			partyName: linked.holder_name,
			bankAccountId: id,
			maskedAccount: masked,
		});
		const payee = { merchantId: merchant.id, fingerprint: fingerprintOfLinkedAccount(eft, id) };
		const waits = await admitDeposit(transaction, { ...payee, cents, now });
		const { transaction_id: transactionId } = queued;
		const waiting = { ...payee, institutionNumber, transactionId, userId, caller, now };
		const body = waits ? await askForApproval(transaction, waiting) : queued;
		await emitEft(transaction, merchant.id, body, now);
		return storeResponse(transaction, keyed, { status: 200, body });
	});
}
