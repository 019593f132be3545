import { createHash } from "node:crypto";
import { isSameSecret } from "@cardseal/platform";

/** RFC 7636 §4.1. */
const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/;
/** SHA-256 in base64url, without padding. */
const challengePattern = /^[A-Za-z0-9_-]{43}$/;

export function isCodeVerifier(text: string): boolean {
	return verifierPattern.test(text);
}

export function isCodeChallenge(text: string): boolean {
	return challengePattern.test(text);
}

/** S256 (RFC 7636 §4.6) is the only method. */
export function provesChallenge(verifier: string, challenge: string): boolean {
	const expected = createHash("sha256").update(verifier, "ascii").digest();
	return isSameSecret(Buffer.from(challenge, "base64url"), expected);
}
