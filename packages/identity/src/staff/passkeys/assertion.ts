import { isSameSecret } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { type ChallengeHolder, challengeMs, newChallenge } from "./challenge.ts";
import { type Assertion, assertionForLibrary } from "./passkey-response.ts";
import { type CredentialDescription, findPasskey, recordPasskeyUse } from "./passkeys.store.ts";
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
