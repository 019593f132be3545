import type { Caller } from "../../audit/event.ts";
import type { Database } from "../../db/database.ts";
import { fieldProblem } from "../../problem.ts";
import type { SigningStaff } from "../members/members.store.ts";
import { recordSecurityEvent } from "../notices/security-event.ts";
import { lockSessionOf, memberOf, type StaffSession } from "../sessions/sessions.ts";
import type { AttemptOrigin } from "../sign-in/attempts.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { hashPassword, isPassword } from "./password.ts";
import { type PasswordOwner, passwordProblem } from "./password-rules.ts";
import { findPasswords, type StaffPasswords, setPassword } from "./passwords.store.ts";

/** A password is not to be any of so many before it, the current one included (PCI DSS 8.3.7). */
const rememberedPasswords = 4;

const refusals = {
	wrong: "This is not your password, or your account is locked for now.",
	former: "You have had this password before. Use one that is new.",
} as const;

/**
 * Has somebody who is signed in prove it again, before what a passer-by at their desk must not do. A wrong password counts
 * as a wrong sign-in with a known browser: whoever has a session is no stranger.
 *
 * @throws Problem 400, 429
 */
export async function requirePassword(
	{ database, attempts }: SignInContext,
	{ staff, merchant }: StaffSession,
	{ field, password, origin }: { field: string; password: string; origin: AttemptOrigin },
): Promise<void> {
	await attempts.requireRoom(origin);
	const account = { staffId: staff.id, browser: "known" } as const;
	const mayTry = await attempts.claim(account);
	const passwords = await findPasswords(database, staff.id);
	if (mayTry && (await isPassword(password, passwords?.current))) {
		return attempts.succeed(database, { ...account, origin, isIn: false });
	}
	attempts.fail(origin, { id: staff.id, merchantId: merchant.id });
	throw fieldProblem([{ field, message: refusals.wrong }]);
}

/** A new password that may be taken, ready to be stored. */
export interface AcceptedPassword {
	hash: string;
	former: string[];
}

/**
 * Holds a new password against the rules and those the member had. It takes seconds of a processor, so it comes before any
 * transaction.
 *
 * @param choice.beforeHashing called once the password has passed what costs nothing
 * @throws Problem 400, and what `beforeHashing` throws
 */
export async function acceptPassword(
	database: Database,
	member: Pick<SigningStaff, "id" | "email" | "name">,
	choice: { field: string; password: string; beforeHashing?: () => Promise<void> },
): Promise<AcceptedPassword> {
	const { field, password } = choice;
	requireGoodPassword(member, choice);
	await choice.beforeHashing?.();
	const before = hashesOf(await findPasswords(database, member.id));
	for (const hash of before) {
		if (await isPassword(password, hash)) throw fieldProblem([{ field, message: refusals.former }]);
	}
	return { hash: await hashPassword(password), former: before };
}

/**
 * The hash of a first password.
 *
 * @throws Problem 400
 */
export async function acceptNewPassword(
	owner: PasswordOwner,
	{ field, password }: { field: string; password: string },
): Promise<string> {
	requireGoodPassword(owner, { field, password });
	return hashPassword(password);
}

function requireGoodPassword(owner: PasswordOwner, { field, password }: { field: string; password: string }): void {
	const message = passwordProblem(password, owner);
	if (message !== undefined) throw fieldProblem([{ field, message }]);
}

function hashesOf(passwords: StaffPasswords | undefined): string[] {
	return passwords === undefined ? [] : [passwords.current, ...passwords.former].slice(0, rememberedPasswords);
}

/** Stores a new password, and has its owner told. */
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
 * Changes the password of somebody who has just proved the current one. Their other sessions end.
 *
 * @returns what the session's cookie holds from now on
 * @throws Problem 400 for a password that cannot be taken, 401
 */
export async function changePassword(
	signInContext: SignInContext,
	session: StaffSession,
	{ password, caller }: { password: string; caller: Caller },
): Promise<string> {
	const { database, sessions } = signInContext;
	const member = { ...session.staff, ...memberOf(session) };
	const accepted = await acceptPassword(database, member, { field: "new_password", password });
	return database.transaction().execute(async (transaction) => {
		const { secondFactorDone } = await lockSessionOf(transaction, session);
		await writePassword(signInContext, transaction, member, { accepted, caller });
		await sessions.endAll(transaction, { staff: member, caller, except: session.sessionId });
		return sessions.renew(transaction, session, { secondFactorDone });
	});
}
