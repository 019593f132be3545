import { isSameSecret, type Language, languageParameter } from "@cardseal/platform";
import type { Vault } from "@cardseal/vault";

export interface ReceiptLinks {
	vault: Pick<Vault, "mac">;
	publicUrl: string;
}

export const receiptPagePath = "/pay/receipt";

/** `lk1`, which log redaction recognises; the transaction; and its MAC under a vault key. */
const tokenPattern = /^lk1([0-9A-Za-z]{20})([\w-]{43})$/;

/** A secret: the page shows what the mail says. */
export function receiptLink({ vault, publicUrl }: ReceiptLinks, transactionId: string, language: Language): string {
	const token = `lk1${transactionId}${proofOf(vault, transactionId)}`;
	return `${publicUrl}${receiptPagePath}/${token}?${languageParameter}=${language}`;
}

/** Returns the transaction of a valid token. */
export function readReceiptToken(vault: Pick<Vault, "mac">, token: string): string | undefined {
	const [, transactionId, proof] = tokenPattern.exec(token) ?? [];
	if (transactionId === undefined || proof === undefined) return undefined;
	return isSameSecret(proof, proofOf(vault, transactionId)) ? transactionId : undefined;
}

function proofOf(vault: Pick<Vault, "mac">, transactionId: string): string {
	return vault.mac("payer_page", `receipt ${transactionId}`).toString("base64url");
}
