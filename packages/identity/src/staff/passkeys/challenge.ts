import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Vault } from "@cardseal/vault";

export type ChallengePurpose = "sign_in" | "step_up" | "registration";

export type ChallengeHolder = { form: string } | { session: string };

export interface ChallengeUse {
	purpose: ChallengePurpose;
	holder: ChallengeHolder;
	now: number;
}

export const challengeMs = 5 * 60_000;

const nonceBytes = 16;
const timeBytes = 6;
const headBytes = nonceBytes + timeBytes;
const macBytes = 32;

/** A nonce, its end, and a MAC over both and the use. Requests for one store nothing. */
export function newChallenge(vault: Vault, use: ChallengeUse): Buffer<ArrayBuffer> {
	const head = Buffer.alloc(headBytes);
	randomBytes(nonceBytes).copy(head);
	head.writeUIntBE(use.now + challengeMs, nonceBytes, timeBytes);
	return Buffer.concat([head, macOf(vault, use, head)]);
}

/** Its taker must take it once. */
export interface OpenedChallenge {
	nonce: Buffer;
	expiresAt: number;
}

/** `undefined` for an expired or foreign challenge. */
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
