import { type Clocks, Problem } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import { getStaffMerchantId, hasPrimaryOwner } from "../members/members.store.ts";
import { deletePrimaryInvitations } from "./invitations.store.ts";
import { invitationLink, inviteWithin } from "./invitations.ts";

export interface OwnerInviting {
	vault: Vault;
	clocks: Clocks;
	publicUrl: string;
}

/** Email and name are parsed. */
export interface InvitedOwner {
	merchantId: number;
	email: string;
	name: string;
	caller: Caller;
}

/**
 * Returns the link, and withdraws earlier invitations: a merchant has one primary owner.
 *
 * @param transaction creates the merchant as well, if it is new
 * @throws Problem 409 when the person has an account, or the merchant an owner
 */
export async function inviteOwner(
	transaction: Database,
	{ vault, clocks, publicUrl }: OwnerInviting,
	{ merchantId: ofMerchant, caller, email, name }: InvitedOwner,
): Promise<string> {
	const merchantId = await getStaffMerchantId(transaction, ofMerchant);
	await withdrawInvitations(transaction, clocks, { merchantId, caller });
	const rank = { role: "owner", isPrimaryOwner: true } as const;
	const { lookupId } = await inviteWithin(transaction, clocks, {
		...rank,
		email,
		name,
		merchantId,
		invitedBy: null,
		language: null,
		caller,
	});
	return invitationLink(vault, publicUrl, lookupId);
}

/** Deleting an invitation waits for a transaction that accepts it. */
async function withdrawInvitations(
	transaction: Database,
	clocks: Clocks,
	{ merchantId, caller }: Pick<InvitedOwner, "merchantId" | "caller">,
): Promise<void> {
	for (const object of await deletePrimaryInvitations(transaction, merchantId)) {
		await recordEvent(transaction, clocks, { type: "invitation.withdrawn", object, merchantId, caller });
	}
	if (!(await hasPrimaryOwner(transaction, merchantId))) return;
	throw new Problem("owner_exists", "This merchant has its primary owner, who invites others in the web application.");
}
