import { listStaff, notifyStaff } from "@cardseal/identity";
import { type ApprovalMailEvent, mayDo, notifyOwners } from "@cardseal/merchants";
import type { Caller } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { type EftRecord, eftRecordOf } from "../transaction/eft-record.ts";
import { updateEftTransaction } from "../transaction/eft-transactions.store.ts";
import { eftMessages } from "../transaction/messages.ts";
import { insertApproval } from "./approvals.store.ts";
import { payeeOf } from "./decide-payment.ts";

const validMs = 7 * 24 * 3_600_000;

export interface WaitingPayment {
	transactionId: string;
	merchantId: number;
	fingerprint: Buffer;
	institutionNumber: string;
	/** The member who asked, or is behind the API client. */
	userId: number | null;
	caller: Caller;
	now: number;
}

/**
 * Holds the amount. Someone else may use an owner's account, so that owner gets an email too.
 * @param transaction has queued the payment, so that no rail gets it before it waits
 */
export async function askForApproval(transaction: Database, payment: WaitingPayment): Promise<EftRecord> {
	const { transactionId, merchantId, fingerprint, institutionNumber, userId, caller, now } = payment;
	await insertApproval(transaction, {
		transaction_id: transactionId,
		merchant_id: merchantId,
		asked_by: userId,
		client_id: caller.actor.kind === "client" ? caller.actor.clientId : null,
		payee_fingerprint: fingerprint,
		institution_number: institutionNumber,
		expires_at: now + validMs,
	});
	const progress = { approval: "WAITING", message: eftMessages.waiting } as const;
	const waiting = await updateEftTransaction(transaction, transactionId, progress);
	const about = { merchantId, caller, now };
	await askApprovers(transaction, { ...about, event: "approval.requested", transactionId, askedBy: userId });
	if (userId !== null) {
		const details = { about: payeeOf(waiting), amount_cents: waiting.amount_cents };
		await notifyOwners(transaction, { ...about, kind: "owner_notice", event: "send.waiting", details, onlyTo: userId });
	}
	return eftRecordOf(waiting);
}

/**
 * Asks all who may send money, except the one who asked.
 * @param transaction makes the payment wait, or marks it as reminded
 */
export async function askApprovers(
	transaction: Database,
	payment: {
		event: ApprovalMailEvent;
		merchantId: number;
		transactionId: string;
		askedBy: number | null;
		caller: Caller;
		now: number;
	},
): Promise<void> {
	const { event, merchantId, transactionId, askedBy, caller, now } = payment;
	const members = await listStaff(transaction, merchantId);
	const approvers = members.filter((member) => mayDo(member, "wallet.send") && member.id !== askedBy);
	await notifyStaff(transaction, {
		kind: "payment_approval",
		staffIds: approvers.map(({ id }) => id),
		merchantId,
		event,
		details: { transaction_id: transactionId },
		caller,
		now,
	});
}
