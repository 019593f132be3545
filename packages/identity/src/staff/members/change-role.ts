import { isLower, notifyOwners, type Role } from "@cardseal/merchants";
import { notFound } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { withdrawInvitationsBy } from "../invitations/invitations.ts";
import { recordSecurityEvent } from "../mails/security-event.ts";
import { lockSessionOf, type StaffSession } from "../sessions/sessions.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { requireMayChange } from "./member-rules.ts";
import { findStaff, type ListedStaff, lockStaff, setRole } from "./members.store.ts";

/**
 * Ends the member's sessions (rule X-29) and notifies them. A lower role also withdraws the invitations that they sent.
 *
 * @throws Problem 401, 403, 404
 */
export async function changeRole(
	signInContext: SignInContext,
	change: StaffChange & { role: Role },
): Promise<ListedStaff> {
	const { database, clocks, sessions } = signInContext;
	const { by, staffId, role, caller } = change;
	const merchantId = by.staff.merchantId;
	return database.transaction().execute(async (transaction) => {
		const target = await lockMember(transaction, change);
		requireMayChange(by.staff, target, role);
		if (target.role === role) return target;
		const isRaised = isLower(target.role, role);
		await setRole(transaction, staffId, role, isRaised ? clocks.business.now() : undefined);
		await sessions.endAll(transaction, { staff: { id: staffId, merchantId }, caller });
		if (isLower(role, target.role)) {
			await withdrawInvitationsBy(transaction, clocks, { staffId, merchantId, caller });
		}
		const details = { from: target.role, to: role };
		const changed = { type: "staff.role_changed", details, caller } as const;
		await recordSecurityEvent(signInContext, transaction, { id: staffId, merchantId }, changed);
		if (isRaised) {
			const mail = { merchantId, details: { about: `${target.name}, ${target.email}, ${role}` }, caller };
			const now = clocks.business.now();
			await notifyOwners(transaction, { kind: "owner_notice", event: "staff.role_changed", now, ...mail });
		}
		return { ...target, role };
	});
}

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
