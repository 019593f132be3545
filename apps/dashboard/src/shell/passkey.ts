import {
	browserSupportsWebAuthn,
	type PublicKeyCredentialCreationOptionsJSON,
	type PublicKeyCredentialRequestOptionsJSON,
	startAuthentication,
	startRegistration,
} from "@simplewebauthn/browser";
import { RequestProblem } from "../api/problem.ts";

export function canUsePasskeys(): boolean {
	return browserSupportsWebAuthn();
}

/** Creates a passkey in the browser. @throws RequestProblem with `refusal` when the browser refuses, without a reason */
export async function createPasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON, refusal: string) {
	const { id, rawId, type, response } = await orRefuse(startRegistration({ optionsJSON }), refusal);
	const { clientDataJSON, attestationObject, transports = [] } = response;
	return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
}

/** Signs with a passkey in the browser. @throws RequestProblem with `refusal` when the browser refuses, without a reason */
export async function signWithPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON, refusal: string) {
	const { id, rawId, type, response } = await orRefuse(startAuthentication({ optionsJSON }), refusal);
	const { clientDataJSON, authenticatorData, signature, userHandle } = response;
	const signed = { clientDataJSON, authenticatorData, signature };
	return { id, rawId, type, response: { ...signed, ...(userHandle !== undefined && { userHandle }) } };
}

async function orRefuse<Value>(answer: Promise<Value>, refusal: string): Promise<Value> {
	try {
		return await answer;
	} catch {
		throw new RequestProblem("refused", refusal);
	}
}
