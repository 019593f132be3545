import { timingSafeEqual } from "node:crypto";
import type { Vault } from "@cardseal/vault";

/** What a link lets somebody do. */
export type LinkPurpose = "invitation" | "password_reset" | "eft_request";

/**
 * `lk1`, by which logs know it for a secret; the lookup id of the row that the link is about; and 256 bits that follow from both
 * under a key of the vault. So a mail can be written from the row alone, as often as it has to be sent, and whoever reads the
 * database has no link.
 */
const tokenPattern = /^lk1([0-9A-Za-z]{20})([\w-]{43})$/;

function proofOf(vault: Vault, purpose: LinkPurpose, lookupId: string): string {
	return vault.mac("sign_in", `${purpose} ${lookupId}`).toString("base64url");
}

/** The last part of a link's address. */
export function linkToken(vault: Vault, purpose: LinkPurpose, lookupId: string): string {
	return `lk1${lookupId}${proofOf(vault, purpose, lookupId)}`;
}

/** The lookup id in a link that we made for this purpose; `undefined` for any other text. */
export function readLinkToken(vault: Vault, purpose: LinkPurpose, token: string): string | undefined {
	const [, lookupId, proof] = tokenPattern.exec(token) ?? [];
	if (lookupId === undefined || proof === undefined) return undefined;
	const expected = Buffer.from(proofOf(vault, purpose, lookupId));
	return timingSafeEqual(Buffer.from(proof), expected) ? lookupId : undefined;
}
