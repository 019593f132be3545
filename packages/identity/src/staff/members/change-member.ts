import { notFound } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { lockSessionOf, type StaffSession } from "../sessions/sessions.ts";
import { findStaff, type ListedStaff, lockStaff } from "./members.store.ts";

export interface StaffChange {
	by: StaffSession;
	staffId: number;
	caller: Caller;
}

/**
 * Locks the actor's session and both members. When two members remove each other, the second session has ended by then.
 *
 * @throws Problem 401, 404
 */
export async function lockMember(transaction: Database, { by, staffId }: StaffChange): Promise<ListedStaff> {
	await lockStaff(transaction, [by.staff.id, staffId]);
	await lockSessionOf(transaction, by);
	const member = await findStaff(transaction, { merchantId: by.staff.merchantId, id: staffId });
	if (member === undefined) throw notFound("staff_member");
	return member;
}
