import { listStaff, notifyStaff } from "@cardseal/identity";
import { type ApprovalNoticeEvent, mayDo } from "@cardseal/merchants";
import type { Caller } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";

/**
 * Asks all who may send money, except the one who asked.
 * @param transaction makes the payment wait, or marks it as reminded
 */
export async function askApprovers(
	transaction: Database,
	payment: {
		event: ApprovalNoticeEvent;
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
