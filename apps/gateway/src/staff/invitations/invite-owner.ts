import type { Vault } from "@cardseal/vault";
import type { Caller } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import type { Clocks } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { CommandRefused, unlessRefused } from "../../operator/command-refused.ts";
import { hasPrimaryOwner } from "../members/members.store.ts";
import { personFields } from "../members/person-fields.ts";
import { deletePrimaryInvitations } from "./invitations.store.ts";
import { invitationLink, inviteWithin } from "./invitations.ts";

export interface OwnerInviting {
	vault: Vault;
	clocks: Clocks;
	publicUrl: string;
}

/** Who is to be a merchant's primary owner, as an operator typed it. */
export interface InvitedOwner {
	merchantId: number;
	email: string;
	name: string;
	caller: Caller;
}

/**
 * Asks the first person of a merchant's staff by mail; returns the link, for an operator to pass on where no mail goes out.
 * Whoever was asked before can come no more: there is one primary owner.
 *
 * @param transaction the one that makes the merchant, if it is new
 * @throws CommandRefused for a name or an address that cannot be taken, or that has an account, and where there is an owner
 */
export async function inviteOwner(
	transaction: Database,
	{ vault, clocks, publicUrl }: OwnerInviting,
	{ merchantId, caller, ...typed }: InvitedOwner,
): Promise<string> {
	const [email, name] = [personFields.email.safeParse(typed.email), personFields.name.safeParse(typed.name)];
	if (!email.success) throw new CommandRefused("--owner is an e-mail address such as name@example.com.");
	if (!name.success) throw new CommandRefused("--owner-name is the person's name, of 1 to 100 characters.");
	await makeWay(transaction, clocks, { merchantId, caller });
	const rank = { role: "owner", isPrimaryOwner: true } as const;
	const person = { email: email.data, name: name.data, ...rank, merchantId, invitedBy: null, caller };
	const { lookupId } = await unlessRefused(inviteWithin(transaction, clocks, person));
	return invitationLink(vault, publicUrl, lookupId);
}

/** Withdraws first and looks then: an invitation that is being accepted holds the withdrawal up until its owner is in. */
async function makeWay(
	transaction: Database,
	clocks: Clocks,
	{ merchantId, caller }: Pick<InvitedOwner, "merchantId" | "caller">,
): Promise<void> {
	for (const object of await deletePrimaryInvitations(transaction, merchantId)) {
		await recordEvent(transaction, clocks, { type: "invitation.withdrawn", object, merchantId, caller });
	}
	if (!(await hasPrimaryOwner(transaction, merchantId))) return;
	throw new CommandRefused("This merchant has its primary owner, who invites others in the web application.");
}
