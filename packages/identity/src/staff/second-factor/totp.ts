import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** RFC 4226 §4: as long as the hash. */
const secretBytes = 20;
/** RFC 6238 §4.1; every authenticator supports these settings. */
const settings = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** A phone's clock may be off either way. */
const toleratedSteps = 1;

const codePattern = /^[0-9]{6}$/;

export function newTotpSecret(): Buffer {
	return randomBytes(secretBytes);
}

function totpOf(secret: Uint8Array, label = ""): TOTP {
	const key = new Secret({ buffer: new Uint8Array(secret).buffer });
	return new TOTP({ ...settings, secret: key, issuer: "Cardseal", label });
}

export function describeSecret(secret: Uint8Array, label: string): { uri: string; text: string } {
	const totp = totpOf(secret, label);
	return { uri: totp.toString(), text: totp.secret.base32 };
}

/** False for a recovery code. */
export function isTotpCode(text: string): boolean {
	return codePattern.test(text);
}

/**
 * Returns the time step of a code (RFC 6238 §4.2); `undefined` for a wrong or expired code.
 *
 * @param now ms since 1970
 */
export function totpStep(secret: Uint8Array, code: string, now: number): number | undefined {
	if (!isTotpCode(code)) return undefined;
	const totp = totpOf(secret);
	const delta = totp.validate({ token: code, timestamp: now, window: toleratedSteps });
	return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}
