import type { Caller } from "../../audit/event.ts";
import type { Database } from "../../db/database.ts";
import { newLookupId } from "../../ids.ts";
import { queueNotices } from "../../merchants/staff-notices/owner-notices.store.ts";
import type {
	StaffNoticeDetails,
	StaffNoticeEvent,
	StaffNoticeKind,
} from "../../merchants/staff-notices/staff-notice.ts";

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
