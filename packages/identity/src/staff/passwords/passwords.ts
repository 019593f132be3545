import { fieldProblem } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { z } from "@hono/zod-openapi";
import { recordSecurityEvent } from "../mails/security-event.ts";
import type { SigningStaff } from "../members/members.store.ts";
import { lockSessionOf, memberOf, type StaffSession } from "../sessions/sessions.ts";
import type { AttemptedAccount } from "../sign-in/attempts.store.ts";
import type { AttemptOrigin } from "../sign-in/attempts.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { hashPassword, isPassword } from "./password.ts";
import type { QueuePlace } from "./password-queue.ts";
import { type PasswordOwner, passwordProblem } from "./password-rules.ts";
import { findPasswords, type StaffPasswords, setPassword } from "./passwords.store.ts";

/** The current one included (PCI DSS 8.3.7). */
const rememberedPasswords = 4;

const refusals = {
	wrong: "The password is wrong, or your account is locked for now.",
	former: "You have used this password before. Use a new one.",
} as const;

export interface GivenPassword {
	field: string;
	password: string;
	origin: AttemptOrigin;
}

/**
 * A wrong one counts as a failed sign-in with a known browser.
 *
 * @throws Problem 400, 429
 */
async function requirePassword(
	signInContext: SignInContext,
	session: StaffSession,
	given: GivenPassword,
): Promise<void> {
	const account = await claimPassword(signInContext, session, given);
	await signInContext.attempts.succeed(signInContext.database, { ...account, origin: given.origin, isIn: false });
}

/**
 * Leaves the attempt counted until `succeed`.
 *
 * @throws Problem 400, 429
 */
export async function claimPassword(
	{ database, attempts }: SignInContext,
	{ staff, merchant }: StaffSession,
	{ field, password, origin }: GivenPassword,
): Promise<AttemptedAccount> {
	await attempts.requireRoom(origin);
	const account = { staffId: staff.id, browser: "known" } as const;
	const mayTry = await attempts.claim(account);
	const passwords = await findPasswords(database, staff.id);
	if (mayTry && (await isPassword(password, passwords?.current, "reserved"))) return account;
	attempts.fail(origin, { id: staff.id, merchantId: merchant.id });
	throw fieldProblem([{ field, reason: "password_wrong", message: refusals.wrong }]);
}

export interface AcceptedPassword {
	hash: string;
	former: string[];
}

/**
 * Takes seconds of CPU time: call it before a transaction.
 *
 * @param choice.place `reserved` for an open session
 * @param choice.beforeHashing called after the cheap checks
 * @throws Problem 400, and errors of `beforeHashing`
 */
export async function acceptPassword(
	database: Database,
	member: Pick<SigningStaff, "id" | "email" | "name">,
	choice: { field: string; password: string; place: QueuePlace; beforeHashing?: () => Promise<void> },
): Promise<AcceptedPassword> {
	const { field, password, place } = choice;
	requireGoodPassword(member, choice);
	await choice.beforeHashing?.();
	const before = hashesOf(await findPasswords(database, member.id));
	for (const hash of before) {
		if (await isPassword(password, hash, place))
			throw fieldProblem([{ field, reason: "password_reused", message: refusals.former }]);
	}
	return { hash: await hashPassword(password, place), former: before };
}

/** @throws Problem 400 */
export async function acceptNewPassword(
	owner: PasswordOwner,
	{ field, password }: { field: string; password: string },
): Promise<string> {
	requireGoodPassword(owner, { field, password });
	return hashPassword(password);
}

function requireGoodPassword(owner: PasswordOwner, { field, password }: { field: string; password: string }): void {
	const message = passwordProblem(password, owner);
	if (message !== undefined) throw fieldProblem([{ field, reason: "password_weak", message }]);
}

function hashesOf(passwords: StaffPasswords | undefined): string[] {
	return passwords === undefined ? [] : [passwords.current, ...passwords.former].slice(0, rememberedPasswords);
}

export async function writePassword(
	{ clocks }: SignInContext,
	transaction: Database,
	member: Pick<SigningStaff, "id" | "merchantId">,
	{ accepted, caller }: { accepted: AcceptedPassword; caller: Caller },
): Promise<void> {
	await setPassword(transaction, member.id, {
		...accepted,
		former: accepted.former.slice(0, rememberedPasswords - 1),
		now: clocks.real.now(),
	});
	await recordSecurityEvent({ clocks }, transaction, member, { type: "password.changed", caller });
}

/**
 * Ends the other sessions. Verify the current password first.
 *
 * @returns the new value of the session cookie
 * @throws Problem 400 for a refused password, 401
 */
export async function changePassword(
	signInContext: SignInContext,
	session: StaffSession,
	{ password, caller }: { password: string; caller: Caller },
): Promise<string> {
	const { database, sessions } = signInContext;
	const member = { ...session.staff, ...memberOf(session) };
	const accepted = await acceptPassword(database, member, { field: "new_password", password, place: "reserved" });
	return database.transaction().execute(async (transaction) => {
		const { secondFactorDone } = await lockSessionOf(transaction, session);
		await writePassword(signInContext, transaction, member, { accepted, caller });
		await sessions.endAll(transaction, { staff: member, caller, except: session.sessionId });
		return sessions.renew(transaction, session, { secondFactorDone });
	});
}

export const longestField = 512;

export const ownPasswordField = z
	.string("Send your password.")
	.max(longestField, "The password is wrong.")
	.openapi({ description: "The user's current password" });

/** @throws Problem 400 at the field, 429 */
export function requireOwnPassword(
	signInContext: SignInContext,
	{ staffSession, clientAddress, requestId }: AttemptOrigin & { staffSession: StaffSession },
	field: string,
	password: string,
): Promise<void> {
	return requirePassword(signInContext, staffSession, { field, password, origin: { clientAddress, requestId } });
}
