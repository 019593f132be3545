import { queueStaffMails, type StaffMailDetails, type StaffMailEvent, type StaffMailKind } from "@cardseal/merchants";
import { newLookupId } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";

export interface QueuedStaffMail {
	kind: StaffMailKind;
	staffIds: number[];
	/** Default: their live merchant. */
	merchantId?: number;
	event: StaffMailEvent;
	details: StaffMailDetails;
	caller: Caller;
	/** ms since 1970. */
	now: number;
}

/** @param transaction makes the change as well */
export async function notifyStaff(
	transaction: Database,
	{ kind, staffIds, merchantId, event, details, caller, now }: QueuedStaffMail,
): Promise<void> {
	const { actor, clientAddress } = caller;
	const mails = staffIds.map((staffId) => ({
		id: newLookupId(),
		kind,
		staff_id: staffId,
		merchant_id: merchantId ?? null,
		event,
		details,
		changed_by: actor.kind === "staff" ? actor.userId : null,
		client_address: clientAddress,
		occurred_at: now,
	}));
	await queueStaffMails(transaction, mails);
}
