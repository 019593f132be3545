import { fieldProblem, newLookupId, notFound, Problem } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { recordSecurityEvent } from "../mails/security-event.ts";
import { replaceRecoveryCodes } from "../second-factor/second-factor.store.ts";
import { renewCodes, requireMayLose } from "../second-factor/second-factor.ts";
import { lockSessionOf, memberOf, type StaffSession } from "../sessions/sessions.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { descriptorsOf, userHandleOf } from "./assertion.ts";
import { challengeMs, newChallenge } from "./challenge.ts";
import { type Attestation, attestationForLibrary, takeChallenge } from "./passkey-response.ts";
import { deletePasskeys, describeCredentials, insertPasskey, listPasskeys } from "./passkeys.store.ts";
import { type RelyingParty, requireRelyingParty } from "./relying-party.ts";

const maximumPasskeys = 20;

/** IANA COSE: every common authenticator has one of them. */
const algorithms = [-8, -7, -257];

const refusals = {
	wrong: "The passkey was refused, or adding it took too long. Try again.",
	tooMany: `An account has at most ${maximumPasskeys} passkeys. Remove one first.`,
	exists: "This passkey was added before.",
} as const;

/** @throws Problem 409 */
export async function passkeyOptions(signInContext: SignInContext, { staff, sessionId }: StaffSession) {
	const { database, vault, clocks, publicUrl } = signInContext;
	const { id } = requireRelyingParty(publicUrl);
	const existing = await describeCredentials(database, staff.id);
	if (existing.length >= maximumPasskeys) throw new Problem("too_many_passkeys", refusals.tooMany);
	const use = { purpose: "registration", holder: { session: sessionId }, now: clocks.real.now() } as const;
	return {
		rp: { id, name: "Cardseal" },
		user: {
			id: userHandleOf(vault, staff.id).toString("base64url"),
			name: staff.email,
			displayName: staff.name,
		},
		challenge: newChallenge(vault, use).toString("base64url"),
		timeout: challengeMs,
		pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key" as const, alg })),
		attestation: "none",
		excludeCredentials: descriptorsOf(existing),
		authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
	} satisfies PublicKeyCredentialCreationOptionsJSON;
}

/**
 * The first second factor ends all other sessions: an intruder may have opened them. Its recovery codes are shown once.
 *
 * @throws Problem 400 at the field, 401, 409
 */
export async function addPasskey(
	signInContext: SignInContext,
	session: StaffSession,
	{ name, attestation, caller }: { name: string; attestation: Attestation; caller: Caller },
) {
	const { database, clocks, sessions } = signInContext;
	const { staff, sessionId } = session;
	const verified = await verifyAttestation(signInContext, session, attestation);
	const { credential, credentialBackedUp, credentialDeviceType } = verified;
	return database.transaction().execute(async (transaction) => {
		const { hasSecondFactor } = await lockSessionOf(transaction, session);
		if ((await listPasskeys(transaction, staff.id)).length >= maximumPasskeys)
			throw new Problem("too_many_passkeys", refusals.tooMany);
		const passkeyId = newLookupId();
		const isNew = await insertPasskey(transaction, {
			passkey_id: passkeyId,
			staff_id: staff.id,
			credential_id: Buffer.from(credential.id, "base64url"),
			public_key: Buffer.from(credential.publicKey),
			sign_count: credential.counter,
			transports: attestation.response.transports ?? [],
			name,
			is_backup_eligible: credentialDeviceType === "multiDevice",
			is_backed_up: credentialBackedUp,
			created_at: clocks.real.now(),
		});
		if (!isNew) throw new Problem("passkey_exists", refusals.exists);
		const member = memberOf(session);
		const event = { type: "passkey.added", details: { passkey: passkeyId }, caller } as const;
		await recordSecurityEvent(signInContext, transaction, member, event, name);
		const recoveryCodes = hasSecondFactor ? [] : await renewCodes(signInContext, transaction, staff.id);
		if (!hasSecondFactor) await sessions.endAll(transaction, { staff: member, caller, except: sessionId });
		return { passkeyId, recoveryCodes, token: await sessions.renew(transaction, session, { secondFactorDone: true }) };
	});
}

async function verifyAttestation(signInContext: SignInContext, { sessionId }: StaffSession, attestation: Attestation) {
	const { clocks, publicUrl } = signInContext;
	const party = requireRelyingParty(publicUrl);
	const use = { purpose: "registration", holder: { session: sessionId }, now: clocks.real.now() } as const;
	const challenge = await takeChallenge(signInContext, use, attestation);
	const verified = challenge === undefined ? undefined : await registrationOf(attestation, challenge, party);
	if (verified?.verified === true && verified.registrationInfo.credential.id === attestation.id)
		return verified.registrationInfo;
	throw fieldProblem([{ field: "credential", reason: "passkey_wrong", message: refusals.wrong }]);
}

/** `undefined` for a defect. */
async function registrationOf(attestation: Attestation, challenge: string, party: RelyingParty) {
	const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
	try {
		return await verifyRegistrationResponse({
			response: await attestationForLibrary(attestation),
			expectedChallenge: challenge,
			expectedOrigin: party.origin,
			expectedRPID: party.id,
			requireUserVerification: true,
			supportedAlgorithmIDs: algorithms,
		});
	} catch {
		return undefined;
	}
}

/**
 * Ends the user's other sessions, which may be open on the lost device.
 *
 * @returns the new value of the session cookie
 * @throws Problem 401, 404, 409 for the last second factor of a live merchant's staff
 */
export async function removePasskey(
	signInContext: SignInContext,
	session: StaffSession,
	{ passkeyId, caller }: { passkeyId: string; caller: Caller },
): Promise<string> {
	const { database, sessions } = signInContext;
	const member = memberOf(session);
	return database.transaction().execute(async (transaction) => {
		const { hasAuthenticator, secondFactorDone } = await lockSessionOf(transaction, session);
		const [name] = await deletePasskeys(transaction, member.id, passkeyId);
		if (name === undefined) throw notFound("passkey");
		const hasOther = hasAuthenticator || (await listPasskeys(transaction, member.id)).length > 0;
		if (!hasOther) {
			requireMayLose(session);
			await replaceRecoveryCodes(transaction, member.id, []);
		}
		const event = { type: "passkey.removed", details: { passkey: passkeyId }, caller } as const;
		await recordSecurityEvent(signInContext, transaction, member, event, name);
		await sessions.endAll(transaction, { staff: member, caller, except: session.sessionId });
		return sessions.renew(transaction, session, { secondFactorDone: hasOther && secondFactorDone });
	});
}
