import {
	queueNotices,
	type StaffNoticeDetails,
	type StaffNoticeEvent,
	type StaffNoticeKind,
} from "@cardseal/merchants";
import { newLookupId } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";

export interface NoticeToStaff {
	kind: StaffNoticeKind;
	staffIds: number[];
	/** Default: their live merchant. */
	merchantId?: number;
	event: StaffNoticeEvent;
	details: StaffNoticeDetails;
	caller: Caller;
	/** ms since 1970. */
	now: number;
}

/** @param transaction makes the change as well */
export async function notifyStaff(
	transaction: Database,
	{ kind, staffIds, merchantId, event, details, caller, now }: NoticeToStaff,
): Promise<void> {
	const { actor, clientAddress } = caller;
	const notices = staffIds.map((staffId) => ({
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
	await queueNotices(transaction, notices);
}
