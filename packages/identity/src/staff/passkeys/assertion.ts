import { fieldProblem, isSameSecret } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { lockSessionOf, type StaffSession } from "../sessions/sessions.ts";
import type { AttemptOrigin } from "../sign-in/attempts.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { completeStepUp, type SteppedUp } from "../step-up/step-up.ts";
import { type ChallengeHolder, challengeMs, newChallenge } from "./challenge.ts";
import { type Assertion, assertionForLibrary, takeChallenge } from "./passkey-response.ts";
import { type CredentialDescription, describeCredentials, findPasskey, recordPasskeyUse } from "./passkeys.store.ts";
import { relyingPartyOf, requireRelyingParty } from "./relying-party.ts";

/** Contains no name (WebAuthn Level 3, §14.6.1). */
export function userHandleOf(vault: Vault, staffId: number): Buffer<ArrayBuffer> {
	return Buffer.from(vault.mac("sign_in", `passkey user ${staffId}`));
}

/**
 * @param passkeys any for an unknown member
 * @throws Problem 409 where there are no passkeys
 */
export function assertionOptions(
	{ vault, clocks, publicUrl }: SignInContext,
	{ purpose, holder }: { purpose: "sign_in" | "step_up"; holder: ChallengeHolder },
	passkeys: CredentialDescription[] = [],
) {
	const { id: rpId } = requireRelyingParty(publicUrl);
	const challenge = newChallenge(vault, { purpose, holder, now: clocks.real.now() });
	return {
		rpId,
		challenge: challenge.toString("base64url"),
		timeout: challengeMs,
		userVerification: "required",
		allowCredentials: descriptorsOf(passkeys),
	} satisfies PublicKeyCredentialRequestOptionsJSON;
}

export function descriptorsOf(passkeys: CredentialDescription[]) {
	return passkeys.map(({ credentialId, transports }) => ({
		id: credentialId.toString("base64url"),
		type: "public-key" as const,
		transports,
	}));
}

/**
 * Refuses a counter that did not advance: the passkey may have been copied. Lock the member first.
 *
 * @param challenge a challenge that was taken
 */
export async function usePasskey(
	{ vault, clocks, publicUrl }: SignInContext,
	transaction: Database,
	{ staffId, assertion, challenge }: { staffId: number; assertion: Assertion; challenge: string },
): Promise<boolean> {
	const credentialId = Buffer.from(assertion.id, "base64url");
	const party = relyingPartyOf(publicUrl);
	const passkey = await findPasskey(transaction, { staffId, credentialId });
	if (party === undefined || passkey === undefined) return false;
	if (!isOfMember(assertion, userHandleOf(vault, staffId))) return false;
	const credential = { id: assertion.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.signCount };
	const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
	const verified = await verifyAuthenticationResponse({
		response: assertionForLibrary(assertion),
		expectedChallenge: challenge,
		expectedOrigin: party.origin,
		expectedRPID: party.id,
		credential,
		requireUserVerification: true,
		// The library throws for every defect.
	}).catch(() => undefined);
	if (verified?.verified !== true) return false;
	const { newCounter, credentialBackedUp } = verified.authenticationInfo;
	const use = { signCount: newCounter, isBackedUp: credentialBackedUp, now: clocks.real.now() };
	await recordPasskeyUse(transaction, passkey.passkeyId, use);
	return true;
}

/** Authenticators may leave the user handle out. */
function isOfMember({ response: { userHandle } }: Assertion, expected: Buffer): boolean {
	if (!userHandle) return true;
	return isSameSecret(Buffer.from(userHandle, "base64url"), expected);
}

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
