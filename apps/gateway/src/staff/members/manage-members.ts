import type { Caller } from "../../audit/event.ts";
import type { Database } from "../../db/database.ts";
import { notFound } from "../../problem.ts";
import { withdrawInvitationsBy } from "../invitations/invitations.ts";
import { recordSecurityEvent } from "../notices/security-event.ts";
import { lockSessionOf, type StaffSession } from "../sessions/sessions.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { requireMayChange } from "./member-rules.ts";
import { findStaff, type ListedStaff, lockStaff, removeStaff, setRole } from "./members.store.ts";
import { findOrphaned, type Orphaned } from "./orphaned.store.ts";
import { isLower, type Role } from "./role.ts";

/** Which of their merchant's staff somebody changes. */
export interface StaffChange {
	by: StaffSession;
	staffId: number;
	caller: Caller;
}

/**
 * Whom somebody changes, and nobody else until the transaction ends. Of two who remove each other, the second is out already.
 *
 * @throws Problem 401, 404
 */
async function getTarget(transaction: Database, by: StaffSession, staffId: number): Promise<ListedStaff> {
	await lockStaff(transaction, [by.staff.id, staffId]);
	await lockSessionOf(transaction, by);
	const target = await findStaff(transaction, { merchantId: by.merchant.id, id: staffId });
	if (target === undefined) throw notFound("staff member");
	return target;
}

/**
 * Gives a staff member another role. Their sessions end, so that no browser goes on with a power that somebody else knew it
 * to lack (rule X-29). With a lower role, what they sent is withdrawn too. A mail tells them.
 *
 * @throws Problem 401, 403, 404
 */
export async function changeRole(signIn: SignInContext, change: StaffChange & { role: Role }): Promise<ListedStaff> {
	const { database, clocks, sessions } = signIn;
	const { by, staffId, role, caller } = change;
	const merchantId = by.merchant.id;
	return database.transaction().execute(async (transaction) => {
		const target = await getTarget(transaction, by, staffId);
		requireMayChange(by.staff, target, role);
		if (target.role === role) return target;
		await setRole(transaction, staffId, role);
		await sessions.endAll(transaction, { staff: { id: staffId, merchantId }, caller });
		if (isLower(role, target.role)) {
			await withdrawInvitationsBy(transaction, clocks, { staffId, merchantId, caller });
		}
		const details = { from: target.role, to: role };
		const changed = { type: "staff.role_changed", details, caller } as const;
		await recordSecurityEvent(signIn, transaction, { id: staffId, merchantId }, changed);
		return { ...target, role };
	});
}

/**
 * Lets a staff member in no more, from the next request on; the invitations they sent are withdrawn. What they did keeps
 * their name. A mail tells them.
 *
 * @returns what goes on that they made
 * @throws Problem 401, 403, 404
 */
export async function removeMember(signIn: SignInContext, { by, staffId, caller }: StaffChange): Promise<Orphaned> {
	const { database, clocks, sessions } = signIn;
	const merchantId = by.merchant.id;
	return database.transaction().execute(async (transaction) => {
		const target = await getTarget(transaction, by, staffId);
		requireMayChange(by.staff, target, undefined);
		await withdrawInvitationsBy(transaction, clocks, { staffId, merchantId, caller });
		await sessions.endAll(transaction, { staff: { id: staffId, merchantId }, caller });
		await removeStaff(transaction, staffId, clocks.real.now());
		await recordSecurityEvent(signIn, transaction, { id: staffId, merchantId }, { type: "staff.removed", caller });
		return findOrphaned(transaction, staffId);
	});
}
