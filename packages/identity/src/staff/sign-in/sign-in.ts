/* An attempt is counted before it is judged. */

import { isSameSecret } from "@cardseal/platform";
import { staffMember } from "@cardseal/platform/audit";
import { findStaffByEmail, lockStaff } from "../members/members.store.ts";
import { isPassword } from "../passwords/password.ts";
import { longestPassword } from "../passwords/password-rules.ts";
import type { AttemptOrigin } from "./attempts.ts";
import { standingOf } from "./known-browser.ts";
import type { SignInContext } from "./sign-in-context.ts";

export interface SignInAttempt extends AttemptOrigin {
	email: string;
	password: string;
	userAgent: string;
	browserToken: string | undefined;
}

export type SigningIn = Pick<SignInContext, "database" | "vault" | "sessions" | "attempts">;

/**
 * Unknown address, wrong password and locked account give the same response in the same time (rule X-30).
 *
 * @returns the value of the session cookie; `undefined` when sign-in failed
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
	// Hashing a long password takes long.
	const password = attempt.password.slice(0, longestPassword + 1);
	const place = browser === "known" ? "reserved" : "open";
	const isRight = await isPassword(password, member?.passwordHash, place);
	if (member === undefined || !mayTry || !isRight) {
		attempts.fail(attempt, member);
		return undefined;
	}
	const { clientAddress, userAgent } = attempt;
	const caller = staffMember(member.id, attempt);
	const token = await database.transaction().execute(async (transaction) => {
		// The old password must open no session after a change.
		await lockStaff(transaction, [member.id]);
		const present = await findStaffByEmail(transaction, member.email);
		if (present?.id !== member.id || !isSameSecret(present.passwordHash, member.passwordHash)) return undefined;
		const isIn = !present.hasSecondFactor;
		await attempts.succeed(transaction, { origin: attempt, staffId: member.id, browser, isIn });
		return sessions.open(transaction, member, { clientAddress, userAgent, caller });
	});
	if (token === undefined) attempts.fail(attempt, member);
	return token;
}
