import { fieldProblem } from "@cardseal/platform";
import { lockSessionOf, type StaffSession } from "../sessions/sessions.ts";
import type { AttemptOrigin } from "../sign-in/attempts.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { completeStepUp, type SteppedUp } from "../step-up/step-up.ts";
import { assertionOptions, usePasskey } from "./assertion.ts";
import { type Assertion, takeChallenge } from "./passkey-response.ts";
import { describeCredentials } from "./passkeys.store.ts";

const refused = "The passkey was refused: it may be removed, or the confirmation took too long. Try again.";

/** @throws Problem 409 */
export async function stepUpOptions(signInContext: SignInContext, { sessionId, staff }: StaffSession) {
	const passkeys = await describeCredentials(signInContext.database, staff.id);
	return assertionOptions(signInContext, { purpose: "step_up", holder: { session: sessionId } }, passkeys);
}

/**
 * Lasts for five minutes. A wrong passkey counts as a failed sign-in with a known browser.
 *
 * @throws Problem 400 at the field, 401, 429
 */
export async function stepUpWithPasskey(
	signInContext: SignInContext,
	session: StaffSession,
	{ assertion, origin }: { assertion: Assertion; origin: AttemptOrigin },
): Promise<SteppedUp> {
	const { database, clocks, attempts } = signInContext;
	const { staff, merchant, sessionId } = session;
	await attempts.requireRoom(origin);
	const use = { purpose: "step_up", holder: { session: sessionId }, now: clocks.real.now() } as const;
	const challenge = await takeChallenge(signInContext, use, assertion);
	const account = { staffId: staff.id, browser: "known" } as const;
	const mayTry = await attempts.claim(account);
	const steppedUp = await database.transaction().execute(async (transaction) => {
		await lockSessionOf(transaction, session);
		if (!mayTry || challenge === undefined) return undefined;
		if (!(await usePasskey(signInContext, transaction, { staffId: staff.id, assertion, challenge }))) return undefined;
		return completeStepUp(signInContext, transaction, session, { account, origin, secondFactorDone: true });
	});
	if (steppedUp !== undefined) return steppedUp;
	attempts.fail(origin, { id: staff.id, merchantId: merchant.id });
	throw fieldProblem([{ field: "credential", reason: "passkey_wrong", message: refused }]);
}
