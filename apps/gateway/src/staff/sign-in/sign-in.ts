import { staffMember } from "../../audit/event.ts";
import { findStaffByEmail } from "../members/members.store.ts";
import { isPassword } from "../passwords/password.ts";
import { longestPassword } from "../passwords/password-rules.ts";
import type { AttemptOrigin } from "./attempts.ts";
import { standingOf } from "./known-browser.ts";
import type { SignInContext } from "./sign-in-context.ts";

/** An e-mail address and a password that somebody typed. */
export interface SignInAttempt extends AttemptOrigin {
	email: string;
	password: string;
	userAgent: string;
	/** What the browser keeps since somebody signed in with it, if anybody did. */
	browserToken: string | undefined;
}

export type SigningIn = Pick<SignInContext, "database" | "vault" | "sessions" | "attempts">;

/**
 * Begins a session for whoever knows an account's password. An address that is nobody's, a wrong password and a locked account
 * are told apart by nothing: neither by the answer nor by the time it takes (rule X-30).
 *
 * @returns what the session's cookie holds; `undefined` when the two do not go together, or the account is locked
 * @throws Problem 429
 */
export async function signIn(
	{ database, vault, sessions, attempts }: SigningIn,
	attempt: SignInAttempt,
): Promise<string | undefined> {
	await attempts.requireRoom(attempt);
	const member = await findStaffByEmail(database, attempt.email.trim());
	const browser = member === undefined ? "unknown" : standingOf(vault, member, attempt.browserToken);
	const mayTry = member !== undefined && (await attempts.claim({ staffId: member.id, browser }));
	// No password is longer, and a long one would only take long.
	const password = attempt.password.slice(0, longestPassword + 1);
	const isRight = await isPassword(password, member?.passwordHash);
	if (member === undefined || !mayTry || !isRight) {
		attempts.fail(attempt, member);
		return undefined;
	}
	const { clientAddress, userAgent } = attempt;
	const caller = staffMember(member.id, attempt);
	return database.transaction().execute(async (transaction) => {
		const isIn = !member.hasSecondFactor;
		await attempts.succeed(transaction, { origin: attempt, staffId: member.id, browser, isIn });
		return sessions.open(transaction, member, { clientAddress, userAgent, caller });
	});
}
