import { recordEvent } from "../../audit/record.ts";
import type { Database } from "../../db/database.ts";
import { notFound } from "../../problem.ts";
import { withdrawInvitationsBy } from "../invitations/invitations.ts";
import { recordSecurityEvent } from "../notices/security-event.ts";
import type { StaffSession } from "../sessions/sessions.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { lockMember, type StaffChange } from "./change-member.ts";
import { requireMayChange } from "./member-rules.ts";
import { findStaff, removeStaff } from "./members.store.ts";
import { findOrphaned, type Orphaned, revokeCredentialsOf } from "./orphaned.store.ts";

export interface StaffRemoval extends StaffChange {
	/** The client ids of the member's credentials that are revoked with the removal. */
	revokedClientIds: string[];
}

/**
 * Removes a staff member from their next request on, withdraws the invitations that they sent, revokes the chosen
 * credentials that they created, and notifies them by mail. Records keep their name.
 *
 * @returns the credentials and partners that they leave behind, which stay valid
 * @throws Problem 401, 403, 404 also for a credential that is not theirs; nothing changes then
 */
export async function removeMember(signInContext: SignInContext, removal: StaffRemoval): Promise<Orphaned> {
	const { database, clocks, sessions } = signInContext;
	const { by, staffId, caller } = removal;
	const merchantId = by.staff.merchantId;
	return database.transaction().execute(async (transaction) => {
		const target = await lockMember(transaction, removal);
		requireMayChange(by.staff, target, undefined);
		await withdrawInvitationsBy(transaction, clocks, { staffId, merchantId, caller });
		await revokeChosen(signInContext, transaction, removal);
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

async function revokeChosen(
	{ clocks }: SignInContext,
	transaction: Database,
	{ staffId, revokedClientIds, caller }: StaffRemoval,
): Promise<void> {
	const clientIds = [...new Set(revokedClientIds)];
	const revoked = await revokeCredentialsOf(transaction, { staffId, clientIds, now: clocks.business.now() });
	if (revoked.length !== clientIds.length) throw notFound("credential");
	for (const { clientId, merchantId } of revoked)
		await recordEvent(transaction, clocks, { type: "credential.revoked", object: clientId, merchantId, caller });
}

/**
 * Lists the credentials and partners that a member would leave behind.
 *
 * @throws Problem 404 for a member of another merchant
 */
export async function listClientsOf(
	{ database }: Pick<SignInContext, "database">,
	{ by, staffId }: { by: StaffSession; staffId: number },
): Promise<Orphaned> {
	const member = await findStaff(database, { merchantId: by.staff.merchantId, id: staffId });
	if (member === undefined) throw notFound("staff_member");
	return findOrphaned(database, staffId);
}
