import type { Vault } from "@cardseal/vault";
import type { Caller } from "../audit/event.ts";
import type { Clocks } from "../clock.ts";
import { CommandRefused } from "../command-refused.ts";
import type { Database } from "../db/database.ts";
import { Problem } from "../problem.ts";
import { invitationLink, inviteWithin } from "./invitations.ts";
import { personFields } from "./person-fields.ts";

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
 *
 * @param transaction the one that makes the merchant
 * @throws CommandRefused for a name or an address that cannot be taken, or that has an account
 */
export async function inviteOwner(
	transaction: Database,
	{ vault, clocks, publicUrl }: OwnerInviting,
	{ merchantId, caller, ...typed }: InvitedOwner,
): Promise<string> {
	const [email, name] = [personFields.email.safeParse(typed.email), personFields.name.safeParse(typed.name)];
	if (!email.success) throw new CommandRefused("--owner is an e-mail address such as name@example.com.");
	if (!name.success) throw new CommandRefused("--owner-name is the person's name, of 1 to 100 characters.");
	const rank = { role: "owner", isPrimaryOwner: true } as const;
	const person = { email: email.data, name: name.data, ...rank, merchantId, invitedBy: null, caller };
	try {
		const { lookupId } = await inviteWithin(transaction, clocks, person);
		return invitationLink(vault, publicUrl, lookupId);
	} catch (error) {
		throw error instanceof Problem ? new CommandRefused(error.message, { cause: error }) : error;
	}
}
