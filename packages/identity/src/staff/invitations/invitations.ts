import { mayDo, notifyOwners, type Rank } from "@cardseal/merchants";
import { type Clocks, type Language, newLookupId, notFound, Problem } from "@cardseal/platform";
import { type Caller, recordEvent, staffMember } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { queueMail } from "@cardseal/platform/mail";
import { linkToken, readLinkToken } from "@cardseal/platform/pages";
import type { Vault } from "@cardseal/vault";
import { requireMayInvite, requireMayWithdraw } from "../members/member-rules.ts";
import {
	findStaffByEmail,
	getStaffMerchantId,
	hasPrimaryOwner,
	insertStaffMember,
	lockStaffMember,
} from "../members/members.store.ts";
import { acceptNewPassword } from "../passwords/passwords.ts";
import type { ClientInformation } from "../sessions/client-information.ts";
import type { StaffSession } from "../sessions/sessions.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import {
	countInvitation,
	countOpenInvitations,
	deleteInvitation,
	deleteInvitationsBy,
	deletePrimaryInvitations,
	findInvitation,
	findRankInvited,
	type Invitation,
	insertInvitation,
	lockInvitation,
} from "./invitations.store.ts";

const invitationMs = 7 * 24 * 3_600_000;

/** An invitation sends mail to an arbitrary address. */
const openPerMerchant = 50;
const sentPerDay = 20;
const day = 24 * 3_600_000;

const refusals = {
	taken: "A person with this email address already has an account.",
	colleague: "A person with this email address is already among your staff.",
	open: `There are already ${openPerMerchant} open invitations. Withdraw one, or wait until some are accepted.`,
	notYours: "You may no longer invite staff. Ask an owner.",
	over: "This invitation is no longer valid: it was used, withdrawn, or is older than seven days. Ask for a new one.",
} as const;

export interface NewInvitation extends Rank {
	merchantId: number;
	email: string;
	name: string;
	/** Null: the operator. */
	invitedBy: number | null;
	/** Null: the merchant's. */
	language: Language | null;
	caller: Caller;
}

export interface Inviting {
	database: Database;
	clocks: Clocks;
}

export interface StaffInvitation extends Pick<NewInvitation, "email" | "name" | "role" | "language" | "caller"> {
	by: StaffSession;
}

/**
 * Replaces the link of an earlier invitation. Only the mail says that an address has an account at another merchant
 * (rule X-30).
 *
 * @throws Problem 403 when the inviter may not send or replace it; 409 for a colleague or with too many open; 429 with
 * too many sent
 */
export function invite({ database, clocks }: Inviting, { by, ...invitation }: StaffInvitation): Promise<Invitation> {
	const merchantId = by.staff.merchantId;
	const { email, role } = invitation;
	return database.transaction().execute(async (transaction) => {
		// A member who is being removed leaves no invitation behind.
		const inviter = await lockStaffMember(transaction, { merchantId, id: by.staff.id });
		if (inviter === undefined || !mayDo(inviter, "staff.write")) throw new Problem("role_too_low", refusals.notYours);
		requireMayInvite(inviter, role);
		const now = clocks.real.now();
		const former = await findRankInvited(transaction, { merchantId, email, now });
		if (former !== undefined) requireMayWithdraw(inviter, former);
		const member = await findStaffByEmail(transaction, email);
		if (member?.merchantId === merchantId) throw new Problem("already_colleague", refusals.colleague);
		await requireRoom(transaction, merchantId, { now, isAnother: former === undefined });
		const from = { merchantId, isPrimaryOwner: false, invitedBy: inviter.id };
		return send(transaction, clocks, { ...invitation, ...from });
	});
}

/** @throws Problem 409 with too many open invitations, 429 with too many sent today */
async function requireRoom(
	transaction: Database,
	merchantId: number,
	{ now, isAnother }: { now: number; isAnother: boolean },
): Promise<void> {
	const dayStartedAt = now - (now % day);
	const sent = await countInvitation(transaction, { merchantId, dayStartedAt });
	if (sent > sentPerDay) {
		const seconds = Math.ceil((dayStartedAt + day - now) / 1000);
		const headers = { "Retry-After": String(seconds) };
		throw new Problem(
			"too_many_invitations",
			`You can send ${sentPerDay} invitations a day. Send the next one tomorrow.`,
			{
				headers,
			},
		);
	}
	const open = await countOpenInvitations(transaction, merchantId, now);
	if (isAnother && open >= openPerMerchant) throw new Problem("invitation_open", refusals.open);
}

/** @throws Problem 409 when the address has an account */
async function inviteWithin(transaction: Database, clocks: Clocks, invitation: NewInvitation): Promise<Invitation> {
	const member = await findStaffByEmail(transaction, invitation.email);
	if (member !== undefined) throw new Problem("email_taken", refusals.taken);
	return send(transaction, clocks, invitation);
}

async function send(transaction: Database, clocks: Clocks, invitation: NewInvitation): Promise<Invitation> {
	const { merchantId, email, name, role, isPrimaryOwner, invitedBy, language, caller } = invitation;
	const lookupId = newLookupId();
	const now = clocks.real.now();
	const expiresAt = now + invitationMs;
	const who = { email, name, role, is_primary_owner: isPrimaryOwner, invited_by: invitedBy, language };
	const row = { merchant_id: merchantId, ...who };
	await insertInvitation(transaction, { ...row, created_at: now, expires_at: expiresAt, lookup_id: lookupId });
	await queueMail(transaction, [{ kind: "staff_invitation", reference: lookupId }]);
	const about = { object: lookupId, merchantId, caller };
	await recordEvent(transaction, clocks, { ...about, type: "invitation.sent", details: { role } });
	if (role !== "clerk") {
		const mail = { merchantId, details: { about: `${name}, ${email}, ${role}` }, caller, now: clocks.business.now() };
		await notifyOwners(transaction, { kind: "owner_notice", event: "staff.invited", ...mail });
	}
	return { lookupId, email, name, role, isPrimaryOwner, createdAt: now, expiresAt };
}

/** Secret: any holder can join. */
export function invitationLink(vault: Vault, publicUrl: string, lookupId: string): string {
	return `${publicUrl}/app/invitation/${linkToken(vault, "invitation", lookupId)}`;
}

/** @throws Problem 403 without the right to withdraw it, 404 */
export async function withdrawInvitation(
	{ database, clocks }: Inviting,
	{ by, lookupId, caller }: { by: StaffSession; lookupId: string; caller: Caller },
): Promise<void> {
	const merchantId = by.staff.merchantId;
	await database.transaction().execute(async (transaction) => {
		const invitation = await lockInvitation(transaction, lookupId, clocks.real.now());
		if (invitation?.merchantId !== merchantId) throw notFound("invitation");
		requireMayWithdraw(by.staff, invitation);
		await deleteInvitation(transaction, lookupId);
		await recordWithdrawals(transaction, clocks, { lookupIds: [lookupId], merchantId, caller });
	});
}

export async function withdrawInvitationsBy(
	transaction: Database,
	clocks: Clocks,
	{ staffId, merchantId, caller }: { staffId: number; merchantId: number; caller: Caller },
): Promise<void> {
	const lookupIds = await deleteInvitationsBy(transaction, staffId);
	await recordWithdrawals(transaction, clocks, { lookupIds, merchantId, caller });
}

async function recordWithdrawals(
	transaction: Database,
	clocks: Clocks,
	{ lookupIds, merchantId, caller }: { lookupIds: string[]; merchantId: number; caller: Caller },
): Promise<void> {
	for (const object of lookupIds) {
		await recordEvent(transaction, clocks, { type: "invitation.withdrawn", object, merchantId, caller });
	}
}

/** @throws Problem 404 when it is invalid or has expired */
export async function readInvitation({ database, vault, clocks }: SignInContext, token: string) {
	const lookupId = readLinkToken(vault, "invitation", token);
	const invitation = lookupId && (await findInvitation(database, lookupId, clocks.real.now()));
	if (!invitation) throw new Problem("invitation_over", refusals.over);
	return invitation;
}

export interface Acceptance extends ClientInformation {
	name: string;
	password: string;
	requestId: string;
}

/**
 * @returns the value of the session cookie
 * @throws Problem 400 for a refused password, 404 when the invitation is no longer valid, 409 when the address has an
 * account
 */
export async function acceptInvitation(
	signInContext: SignInContext,
	token: string,
	acceptance: Acceptance,
): Promise<string> {
	const { lookupId, email } = await readInvitation(signInContext, token);
	const { name, password } = acceptance;
	const passwordHash = await acceptNewPassword({ email, name }, { field: "password", password });
	const { database, clocks } = signInContext;
	return database.transaction().execute(async (transaction) => {
		const invitation = await lockInvitation(transaction, lookupId, clocks.real.now());
		if (invitation === undefined) throw new Problem("invitation_over", refusals.over);
		if ((await findStaffByEmail(transaction, email)) !== undefined) throw new Problem("email_taken", refusals.taken);
		return enter(signInContext, transaction, invitation.merchantId, { ...acceptance, invitation, passwordHash });
	});
}

async function enter(
	{ clocks, sessions }: SignInContext,
	transaction: Database,
	merchantId: number,
	entering: Acceptance & { invitation: Invitation; passwordHash: string },
): Promise<string> {
	const { invitation, clientAddress, userAgent } = entering;
	const { lookupId, email, role, isPrimaryOwner } = invitation;
	const id = await insertStaffMember(transaction, {
		merchant_id: merchantId,
		email,
		name: entering.name,
		role,
		is_primary_owner: isPrimaryOwner,
		invitation_id: lookupId,
		password_hash: entering.passwordHash,
		password_changed_at: clocks.real.now(),
		created_at: clocks.business.now(),
	});
	await deleteInvitation(transaction, lookupId);
	const caller = staffMember(id, entering);
	await recordEvent(transaction, clocks, { type: "invitation.accepted", object: lookupId, merchantId, caller });
	await recordEvent(transaction, clocks, { type: "staff.created", object: String(id), merchantId, caller });
	return sessions.open(transaction, { id, merchantId }, { clientAddress, userAgent, caller });
}

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
