import { staffMember } from "@cardseal/platform/audit";
import { lockStaff } from "../members/members.store.ts";
import { memberOf, type StaffSession } from "../sessions/sessions.ts";
import type { AttemptOrigin } from "../sign-in/attempts.ts";
import { standingOf } from "../sign-in/known-browser.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { usePasskey } from "./assertion.ts";
import { readAssertion, takeChallenge } from "./passkey-response.ts";
import { findPasskeyOwner } from "./passkeys.store.ts";

export interface PasskeyAttempt extends AttemptOrigin {
	/** The browser's response, in JSON. */
	credential: string;
	/** The challenge belongs to it. */
	formSecret: string;
	userAgent: string;
	browserToken: string | undefined;
	/** The session may wait for its second factor. */
	previous: StaffSession | undefined;
}

/**
 * A passkey with user verification replaces password and second factor. A locked account refuses its passkeys as well,
 * except in a known browser.
 *
 * @returns the value of the session cookie; `undefined` when sign-in failed
 * @throws Problem 429
 */
export async function signInWithPasskey(
	signInContext: SignInContext,
	attempt: PasskeyAttempt,
): Promise<string | undefined> {
	const { database, vault, clocks, attempts, sessions } = signInContext;
	await attempts.requireRoom(attempt);
	const use = { purpose: "sign_in", holder: { form: attempt.formSecret }, now: clocks.real.now() } as const;
	const assertion = readAssertion(attempt.credential);
	const challenge = assertion && (await takeChallenge(signInContext, use, assertion));
	const member = assertion && (await findPasskeyOwner(database, Buffer.from(assertion.id, "base64url")));
	if (assertion === undefined || challenge === undefined || member === undefined) {
		attempts.fail(attempt, undefined);
		return undefined;
	}
	const browser = standingOf(vault, member, attempt.browserToken);
	const account = { staffId: member.id, browser };
	const mayTry = await attempts.claim(account);
	const caller = staffMember(member.id, attempt);
	const token = await database.transaction().execute(async (transaction) => {
		await lockStaff(transaction, [member.id]);
		if (!mayTry) return undefined;
		if (!(await usePasskey(signInContext, transaction, { staffId: member.id, assertion, challenge }))) return undefined;
		await attempts.succeed(transaction, { ...account, origin: attempt, isIn: true });
		const { previous, clientAddress, userAgent } = attempt;
		if (previous?.staff.id === member.id)
			await sessions.end(transaction, { staff: memberOf(previous), sessionId: previous.sessionId, caller });
		return sessions.open(transaction, member, { clientAddress, userAgent, caller, secondFactorDone: true });
	});
	if (token === undefined) attempts.fail(attempt, member);
	return token;
}
