import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Vault } from "@cardseal/vault";

/** The use of a challenge. One for a sign-in adds no passkey. */
export type ChallengePurpose = "sign_in" | "step_up" | "registration";

/** The browser or the session that a challenge was made for. */
export type ChallengeHolder = { form: string } | { session: string };

export interface ChallengeUse {
	purpose: ChallengePurpose;
	holder: ChallengeHolder;
	/** Real time, ms since 1970. */
	now: number;
}

/** The validity of a challenge, ms. */
export const challengeMs = 5 * 60_000;

const nonceBytes = 16;
const timeBytes = 6;
const headBytes = nonceBytes + timeBytes;
const macBytes = 32;

/**
 * Returns a new challenge: a nonce, its end, and a MAC over both and its use. So requests for one store nothing, and a
 * challenge of another session or for another purpose is invalid.
 */
export function newChallenge(vault: Vault, use: ChallengeUse): Buffer<ArrayBuffer> {
	const head = Buffer.alloc(headBytes);
	randomBytes(nonceBytes).copy(head);
	head.writeUIntBE(use.now + challengeMs, nonceBytes, timeBytes);
	return Buffer.concat([head, macOf(vault, use, head)]);
}

/** A valid challenge, which its taker must take once. */
export interface OpenedChallenge {
	nonce: Buffer;
	/** Real time, ms since 1970. */
	expiresAt: number;
}

/** Returns the nonce of a valid challenge; `undefined` for an expired or foreign one, and for any other text. */
export function openChallenge(vault: Vault, use: ChallengeUse, challenge: string): OpenedChallenge | undefined {
	const bytes = Buffer.from(challenge, "base64url");
	if (bytes.length !== headBytes + macBytes) return undefined;
	const head = bytes.subarray(0, headBytes);
	if (!timingSafeEqual(bytes.subarray(headBytes), macOf(vault, use, head))) return undefined;
	const expiresAt = head.readUIntBE(nonceBytes, timeBytes);
	return use.now < expiresAt ? { nonce: head.subarray(0, nonceBytes), expiresAt } : undefined;
}

function macOf(vault: Vault, { purpose, holder }: ChallengeUse, head: Buffer): Buffer {
	const [kind, id] = "form" in holder ? ["form", holder.form] : ["session", holder.session];
	return vault.mac("sign_in", `passkey challenge ${purpose} ${kind} ${id} ${head.toString("base64url")}`);
}
