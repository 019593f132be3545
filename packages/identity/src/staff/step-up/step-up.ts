/* Counts for five minutes, in one session, whose cookie is replaced. */

import { fieldProblem, Problem } from "@cardseal/platform";
import { recordEvent, staffMember } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { claimPassword } from "../passwords/passwords.ts";
import { takeCode } from "../second-factor/second-factor.ts";
import { lockSessionOf, memberOf, type StaffSession, stepUpMs } from "../sessions/sessions.ts";
import type { AttemptedAccount } from "../sign-in/attempts.store.ts";
import type { AttemptOrigin } from "../sign-in/attempts.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";

const refusals = {
	required:
		"Confirm with a passkey, or with your password and a code of your second factor. Then send the request again.",
	code: "The code is wrong or was used before. Wait for the next code of your authenticator, or use a recovery code.",
} as const;

/** The reason makes a client ask the user and repeat the request. */
function stepUpRequired(): Problem {
	return new Problem("step_up_required", refusals.required);
}

export function isStepUpRequired(error: unknown): boolean {
	return error instanceof Problem && error.reason === "step_up_required";
}

/**
 * A stolen cookie or an open computer is not enough. API clients pass.
 *
 * @throws Problem 403
 */
export function requireSteppedUp({ isSteppedUp }: { isSteppedUp: boolean }): void {
	if (!isSteppedUp) throw stepUpRequired();
}

export interface StepUp extends AttemptOrigin {
	password: string;
	/** Not read without a second factor. */
	code: string;
}

export interface SteppedUp {
	/** A stolen cookie does not gain the rights. */
	token: string;
	validUntil: number;
}

/**
 * A wrong password counts as a failed sign-in with a known browser.
 *
 * @throws Problem 400 at the field, 401, 429
 */
export async function stepUp(signInContext: SignInContext, session: StaffSession, given: StepUp): Promise<SteppedUp> {
	const { database, attempts } = signInContext;
	const { password, code, ...origin } = given;
	const account = await claimPassword(signInContext, session, { field: "password", password, origin });
	const steppedUp = await database.transaction().execute(async (transaction) => {
		const { hasSecondFactor, secondFactorDone } = await lockSessionOf(transaction, session);
		if (
			hasSecondFactor &&
			!(await takeCode(signInContext, transaction, session, { ...origin, code, browser: account.browser }))
		)
			return undefined;
		return completeStepUp(signInContext, transaction, session, { account, origin, secondFactorDone });
	});
	if (steppedUp !== undefined) return steppedUp;
	attempts.fail(origin, memberOf(session));
	throw fieldProblem([{ field: "code", reason: "code_wrong", message: refusals.code }]);
}

export async function completeStepUp(
	{ attempts, clocks, sessions }: SignInContext,
	transaction: Database,
	session: StaffSession,
	given: { account: AttemptedAccount; origin: AttemptOrigin; secondFactorDone: boolean },
): Promise<SteppedUp> {
	const { account, origin, secondFactorDone } = given;
	const { staff, sessionId } = session;
	const now = clocks.real.now();
	await attempts.succeed(transaction, { ...account, origin, isIn: true });
	const about = { object: String(staff.id), merchantId: staff.merchantId, caller: staffMember(staff.id, origin) };
	const details = { session: sessionId };
	await recordEvent(transaction, clocks, { ...about, type: "session.stepped_up", details });
	const token = await sessions.renew(transaction, session, { secondFactorDone, steppedUpAt: now });
	return { token, validUntil: now + stepUpMs };
}
