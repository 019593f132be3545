import { generateKeyPairSync, randomBytes } from "node:crypto";
import { generateRecipientKey, keyIdOf } from "@cardseal/encrypt/open";
import type { KeyPurpose, KeysTable } from "../schema.ts";

export type GeneratedKey = Pick<KeysTable, "key_id" | "environment" | "public_key"> & { secret: Uint8Array };

const secretBytes = 32;
const keyIdBytes = 8;

/** Uses the system's randomness (P-14). */
export function generateKey(purpose: KeyPurpose, environment: KeysTable["environment"]): GeneratedKey {
	if (purpose === "card_token") {
		const { privateKey, publicKey } = generateRecipientKey();
		return { key_id: keyIdOf(publicKey), environment, public_key: Buffer.from(publicKey), secret: privateKey };
	}
	const secret = purpose === "access_token" ? generateSigningSecret() : randomBytes(secretBytes);
	return { key_id: randomBytes(keyIdBytes).toString("hex"), environment, public_key: null, secret };
}

function generateSigningSecret(): Uint8Array {
	return generateKeyPairSync("ed25519").privateKey.export({ format: "der", type: "pkcs8" });
}
