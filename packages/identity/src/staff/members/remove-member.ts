import { disableEndpointsOf, listEndpointsOfStaff, maskedUrl } from "@cardseal/events";
import { notFound } from "@cardseal/platform";
import { recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { withdrawInvitationsBy } from "../invitations/invitations.ts";
import { recordSecurityEvent } from "../mails/security-event.ts";
import type { StaffSession } from "../sessions/sessions.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { lockMember, type StaffChange } from "./change-role.ts";
import { requireMayChange } from "./member-rules.ts";
import { findStaff, removeStaff } from "./members.store.ts";
import { findOrphaned, type OrphanedClients, revokeCredentialsOf } from "./orphaned.store.ts";

export interface StaffRemoval extends StaffChange {
	revokedClientIds: string[];
	disabledEndpoints: string[];
}

/** It outlives the staff member who set it up. */
export interface OrphanedAccess extends OrphanedClients {
	/** URLs without paths. */
	endpoints: { lookup_id: string; url: string }[];
}

/**
 * Records keep the member's name.
 *
 * @returns everything that outlives the member and stays valid
 * @throws Problem 401, 403, 404 also for a credential or endpoint that is not theirs; nothing changes then
 */
export async function removeMember(signInContext: SignInContext, removal: StaffRemoval): Promise<OrphanedAccess> {
	const { database, clocks, sessions } = signInContext;
	const { by, staffId, caller } = removal;
	const merchantId = by.staff.merchantId;
	return database.transaction().execute(async (transaction) => {
		const target = await lockMember(transaction, removal);
		requireMayChange(by.staff, target, undefined);
		await withdrawInvitationsBy(transaction, clocks, { staffId, merchantId, caller });
		await revokeChosen(signInContext, transaction, removal);
		await disableChosen(signInContext, transaction, removal);
		await sessions.endAll(transaction, { staff: { id: staffId, merchantId }, caller });
		await removeStaff(transaction, staffId, clocks.real.now());
		await recordSecurityEvent(
			signInContext,
			transaction,
			{ id: staffId, merchantId },
			{ type: "staff.removed", caller },
		);
		return findAllOrphaned(transaction, staffId);
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
	await disableEndpointsOf(transaction, clocks, { of: { clientIds }, caller });
}

async function disableChosen(
	{ clocks }: SignInContext,
	transaction: Database,
	{ staffId, disabledEndpoints, caller }: StaffRemoval,
): Promise<void> {
	const lookupIds = [...new Set(disabledEndpoints)];
	const disabled = await disableEndpointsOf(transaction, clocks, { of: { staffId, lookupIds }, caller });
	if (disabled.length !== lookupIds.length) throw notFound("endpoint");
}

/** @throws Problem 404 for a member of another merchant */
export async function listOrphaned(
	{ database }: Pick<SignInContext, "database">,
	{ by, staffId }: { by: StaffSession; staffId: number },
): Promise<OrphanedAccess> {
	const member = await findStaff(database, { merchantId: by.staff.merchantId, id: staffId });
	if (member === undefined) throw notFound("staff_member");
	return findAllOrphaned(database, staffId);
}

async function findAllOrphaned(database: Database, staffId: number): Promise<OrphanedAccess> {
	const clients = await findOrphaned(database, staffId);
	const endpoints = await listEndpointsOfStaff(database, staffId);
	return { ...clients, endpoints: endpoints.map(({ lookup_id, url }) => ({ lookup_id, url: maskedUrl(url) })) };
}
