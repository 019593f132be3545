import {
	lockSessionOf,
	lockStaffMember,
	requireEstablished,
	type StaffSession,
	sessionExpired,
} from "@cardseal/identity";
import { mayDo, notifyOwners, remindOwners } from "@cardseal/merchants";
import { notFound, Problem } from "@cardseal/platform";
import { type Caller, recordEvent, system } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { isUsedByTransactions, lockLinkedAccount } from "../bank-accounts/linked-accounts.store.ts";
import type { Eft } from "../eft.ts";
import { admitApproved } from "../send-limits/admit-payment.ts";
import { removeFromPayee } from "../send-limits/send-limits.store.ts";
import type { EftTransaction } from "../tables.ts";
import { type EftRecord, eftRecordOf } from "../transaction/eft-record.ts";
import { updateEftTransaction } from "../transaction/eft-transactions.store.ts";
import { emitEft } from "../transaction/emit-eft.ts";
import { eftMessages } from "../transaction/messages.ts";
import { lockWallet } from "../wallet/ledger.store.ts";
import { releaseHold, withWalletLock } from "../wallet/wallet.ts";
import { type ApprovablePayment, endPayment, lockApprovable, readRequester, saveDecision } from "./approvals.store.ts";

export type Approving = Pick<Eft, "database" | "vault" | "clocks">;

const refusals = {
	decided: () =>
		new Problem(
			"payment_decided",
			"The payment was approved or rejected, or its approval has expired. Reload the list.",
		),
	own: () =>
		new Problem("own_payment", "You asked for this payment, in person or by your credential. Another member decides."),
	requesterGone: () =>
		new Problem(
			"requester_without_access",
			"The member or credential that asked for this payment may no longer send money. Reject it, and ask for a new one.",
		),
	accountGone: () =>
		new Problem(
			"bank_account_not_linked",
			"The bank account of this withdrawal is no longer linked. Reject it, and ask for a new one.",
		),
};

export interface Decision {
	kind: "approve" | "reject";
	transactionId: string;
	by: StaffSession;
	caller: Caller;
}

/**
 * @throws Problem 400 above a limit, 401, 403 for the member who asked and for a new one, 404, 409 when it was decided
 * or has expired, or when those who asked have lost their access
 */
export function decidePayment(approving: Approving, decision: Decision): Promise<EftRecord> {
	const { kind, transactionId, by, caller } = decision;
	const { database, clocks } = approving;
	const merchantId = by.merchant.id;
	return withWalletLock(database, merchantId, async (transaction) => {
		await lockSessionOf(transaction, by);
		const now = clocks.business.now();
		const waiting = await lockApprovable(transaction, { merchantId, transactionId });
		if (waiting === undefined) throw notFound("transaction");
		if (waiting.payment.approval !== "WAITING" || waiting.expiresAt <= now) throw refusals.decided();
		if (waiting.askedBy === by.staff.id) throw refusals.own();
		await saveDecision(transaction, transactionId, { by: by.staff.id, now });
		if (kind === "approve") await requireApprovable(transaction, { waiting, by, now });
		const decided =
			kind === "approve"
				? await updateEftTransaction(transaction, transactionId, { approval: "APPROVED", message: null })
				: await withdraw(approving, transaction, waiting, { approval: "REJECTED", now });
		const { amount_cents } = decided;
		const type = kind === "approve" ? "send.approved" : "send.rejected";
		await recordEvent(transaction, clocks, {
			type,
			object: transactionId,
			details: { amount_cents },
			merchantId,
			caller,
		});
		const details = { about: payeeOf(decided), amount_cents };
		await notifyOwners(transaction, { kind: "owner_notice", event: type, merchantId, details, caller, now });
		return eftRecordOf(decided);
	});
}

export function expirePayment(
	approving: Approving,
	{ transactionId, merchantId }: { transactionId: string; merchantId: number },
): Promise<void> {
	const { database, clocks } = approving;
	return withWalletLock(database, merchantId, async (transaction) => {
		const now = clocks.business.now();
		const waiting = await lockApprovable(transaction, { merchantId, transactionId });
		if (waiting?.payment.approval !== "WAITING") return;
		await saveDecision(transaction, transactionId, { by: null, now });
		const ended = await withdraw(approving, transaction, waiting, { approval: "EXPIRED", now });
		const { amount_cents } = ended;
		const about = { object: transactionId, merchantId, caller: system("gateway") };
		await recordEvent(transaction, clocks, { ...about, type: "send.approval_expired", details: { amount_cents } });
		const details = { about: payeeOf(ended), amount_cents };
		await remindOwners(transaction, { event: "send.approval_expired", merchantId, details, now });
	});
}

/** @throws Problem 400, 403, 409 */
async function requireApprovable(
	transaction: Database,
	{ waiting: { payment, fingerprint }, by, now }: { waiting: ApprovablePayment; by: StaffSession; now: number },
): Promise<void> {
	const { merchant_id: merchantId, amount_cents: cents, transaction_id: transactionId, kind } = payment;
	const approver = await lockStaffMember(transaction, { merchantId, id: by.staff.id });
	if (approver === undefined) throw sessionExpired();
	const advice = (from: string) => `You can reject this payment now, and approve it from ${from}.`;
	requireEstablished(approver, now, { reason: "approver_too_new", advice });
	const { member, isClientValid } = await readRequester(transaction, transactionId);
	const mayStillSend = member === null ? isClientValid : !member.isRemoved && mayDo(member, "wallet.send");
	if (!mayStillSend) throw refusals.requesterGone();
	if (kind === "deposit") {
		const linked = await lockLinkedAccount(transaction, merchantId);
		if (linked?.bank_account_id !== payment.bank_account_id) throw refusals.accountGone();
	}
	// Payments under one wallet's limits count each other.
	await lockWallet(transaction, merchantId);
	await admitApproved(transaction, { merchantId, fingerprint, cents, now, kind });
}

export function payeeOf({ email, masked_account: maskedAccount }: EftTransaction): string {
	return [email, maskedAccount].filter((part) => part !== null).join(", ");
}

const messages = { REJECTED: eftMessages.rejected, EXPIRED: eftMessages.approvalExpired };

/** Keeps the account number if it is linked, or if a withdrawal needs it. */
async function withdraw(
	{ vault }: Pick<Approving, "vault">,
	transaction: Database,
	{ payment, fingerprint }: ApprovablePayment,
	{ approval, now }: { approval: keyof typeof messages; now: number },
): Promise<EftTransaction> {
	const { transaction_id: transactionId, merchant_id: merchantId, amount_cents: cents } = payment;
	await releaseHold(transaction, { transactionId, now });
	await removeFromPayee(transaction, { merchantId, fingerprint, cents });
	const ended = await endPayment(transaction, transactionId, { approval, message: messages[approval] });
	const { bank_account_id: id } = payment;
	if (id !== null && !(await isStillNeeded(transaction, { bank_account_id: id, merchant_id: merchantId })))
		await vault.deleteBankAccount(transaction.withTables(), { id, merchantId });
	await emitEft(transaction, merchantId, eftRecordOf(ended), now);
	return ended;
}

async function isStillNeeded(
	transaction: Database,
	account: { merchant_id: number; bank_account_id: string },
): Promise<boolean> {
	const linked = await lockLinkedAccount(transaction, account.merchant_id);
	return linked?.bank_account_id === account.bank_account_id || isUsedByTransactions(transaction, account);
}
