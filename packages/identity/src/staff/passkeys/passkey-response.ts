import { boundedList } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { type ChallengeUse, openChallenge } from "./challenge.ts";
import { takeNonce } from "./passkeys.store.ts";

/** Responses contain no attestation, so they are short. */
const longestPart = 8_192;
const longestId = 1_400;

const part = z.string("Send base64url text.").max(longestPart, "The passkey's response is too long.");
const id = part.min(1, "Send the passkey's id.").max(longestId, "The passkey's id is too long.");

/** The format of `@simplewebauthn/browser`. */
export const assertionSchema = z
	.object({
		id,
		rawId: id,
		type: z.literal("public-key", "Send public-key."),
		response: z.object({
			clientDataJSON: part,
			authenticatorData: part,
			signature: part,
			userHandle: part.nullish(),
		}),
	})
	.openapi("PasskeyAssertion", { description: "The browser's response (WebAuthn), in JSON" });

export const attestationSchema = z
	.object({
		id,
		rawId: id,
		type: z.literal("public-key", "Send public-key."),
		response: z.object({
			clientDataJSON: part,
			attestationObject: part,
			transports: boundedList(part.max(32, "A transport is too long."), {
				maximum: 10,
				advice: "Send a list of at most 10 transports.",
			}).nullish(),
		}),
	})
	.openapi("PasskeyAttestation", { description: "The browser's response (WebAuthn), in JSON" });

export type Assertion = z.infer<typeof assertionSchema>;
export type Attestation = z.infer<typeof attestationSchema>;

export function assertionForLibrary({ response: { userHandle, ...response }, ...assertion }: Assertion) {
	return {
		...assertion,
		response: { ...response, ...(userHandle && { userHandle }) },
		clientExtensionResults: {},
	} satisfies AuthenticationResponseJSON;
}

/**
 * Omits the attestation statement. The library would fetch lists of revoked certificates from addresses in it.
 *
 * @throws when the response is malformed
 */
export async function attestationForLibrary({
	response,
	...attestation
}: Attestation): Promise<RegistrationResponseJSON> {
	const { clientDataJSON } = response;
	const attestationObject = await withoutStatement(Buffer.from(response.attestationObject, "base64url"));
	return { ...attestation, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} };
}

async function withoutStatement(attestationObject: Uint8Array<ArrayBuffer>): Promise<string> {
	const { decodeAttestationObject, isoCBOR } = await import("@simplewebauthn/server/helpers");
	const authData = decodeAttestationObject(attestationObject).get("authData");
	const withoutAny = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
		["fmt", "none"],
		["attStmt", new Map()],
		["authData", authData],
	]);
	return Buffer.from(isoCBOR.encode(withoutAny)).toString("base64url");
}

export function readAssertion(text: string): Assertion | undefined {
	try {
		return assertionSchema.safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}

const clientData = z.object({ challenge: z.string() });

/**
 * Uses the challenge up even when its signature is wrong.
 *
 * @returns `undefined` for a used, expired or foreign challenge
 */
export async function takeChallenge(
	{ database, vault }: { database: Database; vault: Vault },
	use: ChallengeUse,
	{ response }: { response: { clientDataJSON: string } },
): Promise<string | undefined> {
	const challenge = challengeIn(response.clientDataJSON);
	const opened = challenge === undefined ? undefined : openChallenge(vault, use, challenge);
	return opened !== undefined && (await takeNonce(database, opened)) ? challenge : undefined;
}

function challengeIn(clientDataJSON: string): string | undefined {
	try {
		return clientData.safeParse(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString())).data?.challenge;
	} catch {
		return undefined;
	}
}
