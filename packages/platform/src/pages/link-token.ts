import type { Vault } from "@cardseal/vault";
import { isSameSecret } from "../constant-time.ts";

export type LinkPurpose =
	| "invitation"
	| "password_reset"
	| "eft_request"
	| "card_form"
	| "payment_link"
	| "portal_session"
	| "portal_card";

/**
 * `lk1`, which log redaction recognises; the lookup id of the row; and a 256-bit MAC of both under a vault key. Reading
 * the database reveals no link.
 */
const tokenPattern = /^lk1([0-9A-Za-z]{20})([\w-]{43})$/;

function proofOf(vault: Pick<Vault, "mac">, purpose: LinkPurpose, lookupId: string): string {
	return vault.mac("sign_in", `${purpose} ${lookupId}`).toString("base64url");
}

export function linkToken(vault: Pick<Vault, "mac">, purpose: LinkPurpose, lookupId: string): string {
	return `lk1${lookupId}${proofOf(vault, purpose, lookupId)}`;
}

/** `undefined` for anything but a valid link of this purpose. */
export function readLinkToken(vault: Pick<Vault, "mac">, purpose: LinkPurpose, token: string): string | undefined {
	const [, lookupId, proof] = tokenPattern.exec(token) ?? [];
	if (lookupId === undefined || proof === undefined) return undefined;
	return isSameSecret(proof, proofOf(vault, purpose, lookupId)) ? lookupId : undefined;
}
