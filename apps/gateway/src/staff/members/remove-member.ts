import { withdrawInvitationsBy } from "../invitations/invitations.ts";
import { recordSecurityEvent } from "../notices/security-event.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { lockMember, type StaffChange } from "./change-member.ts";
import { requireMayChange } from "./member-rules.ts";
import { removeStaff } from "./members.store.ts";
import { findOrphaned, type Orphaned } from "./orphaned.store.ts";

/**
 * Removes a staff member from their next request on, withdraws the invitations that they sent, and notifies them by mail.
 * Records keep their name.
 *
 * @returns the credentials and partners that they leave behind, which stay valid
 * @throws Problem 401, 403, 404
 */
export async function removeMember(signInContext: SignInContext, change: StaffChange): Promise<Orphaned> {
	const { database, clocks, sessions } = signInContext;
	const { by, staffId, caller } = change;
	const merchantId = by.merchant.id;
	return database.transaction().execute(async (transaction) => {
		const target = await lockMember(transaction, change);
		requireMayChange(by.staff, target, undefined);
		await withdrawInvitationsBy(transaction, clocks, { staffId, merchantId, caller });
		await sessions.endAll(transaction, { staff: { id: staffId, merchantId }, caller });
		await removeStaff(transaction, staffId, clocks.real.now());
		await recordSecurityEvent(
			signInContext,
			transaction,
			{ id: staffId, merchantId },
			{ type: "staff.removed", caller },
		);
		return findOrphaned(transaction, staffId);
	});
}
