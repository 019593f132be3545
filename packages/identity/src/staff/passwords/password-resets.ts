import { type Language, newLookupId, Problem } from "@cardseal/platform";
import { recordEvent, staffMember, unauthenticated } from "@cardseal/platform/audit";
import { queueMail } from "@cardseal/platform/mail";
import { linkToken, readLinkToken } from "@cardseal/platform/pages";
import { findStaffByEmail } from "../members/members.store.ts";
import type { AttemptOrigin } from "../sign-in/attempts.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { claimResetTry, deleteReset, findReset, insertReset, lockReset, type ResetOwner } from "./passwords.store.ts";
import { acceptPassword, writePassword } from "./passwords.ts";

const resetMs = 3_600_000;

/** Otherwise strangers could revoke each link before it is read. */
const keptMs = 15 * 60_000;

/** Each takes seconds of CPU time. */
const triesPerLink = 10;

const over = "This link is no longer valid: it was used, tried too often, or is older than an hour. Request a new one.";

/**
 * Deferred: neither the response nor its time reveals whether there is an account (rule X-30).
 *
 * @throws Problem 429, 503
 */
export async function askForReset(
	signInContext: SignInContext,
	{ email, language, ...origin }: AttemptOrigin & { email: string; language: Language },
): Promise<void> {
	await signInContext.attempts.requireRoomForMail(origin);
	signInContext.deferredWork.begin(() => sendReset(signInContext, { email: email.trim(), language }, origin));
}

/** Does nothing while an earlier link is new. */
async function sendReset(
	{ database, clocks }: SignInContext,
	{ email, language }: { email: string; language: Language },
	origin: AttemptOrigin,
): Promise<void> {
	const member = await findStaffByEmail(database, email);
	if (member === undefined) return;
	const { clientAddress, requestId } = origin;
	const lookupId = newLookupId();
	const now = clocks.real.now();
	await database.transaction().execute(async (transaction) => {
		const times = { created_at: now, expires_at: now + resetMs };
		const reset = { lookup_id: lookupId, staff_id: member.id, language, ...times };
		if (!(await insertReset(transaction, reset, now - keptMs))) return;
		await queueMail(transaction, [{ kind: "password_reset", reference: lookupId }]);
		const caller = unauthenticated({ clientAddress, requestId });
		const about = { object: String(member.id), merchantId: member.merchantId, caller };
		await recordEvent(transaction, clocks, { ...about, type: "password.reset_asked" });
	});
}

/** Secret: any holder can set the password. */
export function resetLink({ vault, publicUrl }: Pick<SignInContext, "vault" | "publicUrl">, lookupId: string): string {
	return `${publicUrl}/app/reset-password/${linkToken(vault, "password_reset", lookupId)}`;
}

/** @throws Problem 404 when the link is invalid or has expired */
export async function readReset(
	{ database, vault, clocks }: SignInContext,
	token: string,
): Promise<ResetOwner & { lookupId: string }> {
	const lookupId = readLinkToken(vault, "password_reset", token);
	const owner = lookupId && (await findReset(database, lookupId, clocks.real.now()));
	if (!lookupId || !owner) throw new Problem("reset_over", over);
	return { ...owner, lookupId };
}

/**
 * Ends all sessions, as an intruder may have one. The second factor stays.
 *
 * @returns the member, whose browser becomes known
 * @throws Problem 400 for a refused password, 404 when the link is no longer valid
 */
export async function resetPassword(
	signInContext: SignInContext,
	token: string,
	{ password, clientAddress, requestId }: AttemptOrigin & { password: string },
): Promise<ResetOwner> {
	const { database, clocks, sessions } = signInContext;
	const owner = await readReset(signInContext, token);
	const accepted = await acceptPassword(database, owner, {
		place: "open",
		field: "password",
		password,
		beforeHashing: () => takeTry(signInContext, owner.lookupId),
	});
	const caller = staffMember(owner.id, { clientAddress, requestId });
	await database.transaction().execute(async (transaction) => {
		const still = await lockReset(transaction, owner.lookupId, clocks.real.now());
		if (still === undefined) throw new Problem("reset_over", over);
		await deleteReset(transaction, owner.lookupId);
		await writePassword(signInContext, transaction, owner, { accepted, caller });
		await sessions.endAll(transaction, { staff: owner, caller });
	});
	return owner;
}

/** The attempt after the last one revokes the link. @throws Problem 404 */
async function takeTry({ database }: SignInContext, lookupId: string): Promise<void> {
	if (await claimResetTry(database, lookupId, triesPerLink)) return;
	await deleteReset(database, lookupId);
	throw new Problem("reset_over", over);
}
