import { isLookupId, isSameSecret } from "@cardseal/platform";
import type { Vault } from "@cardseal/vault";

/** Its proof keeps other payers, and everybody who guesses, away. Log redaction knows its form. */
export function payerPagePath(vault: Pick<Vault, "mac">, transactionId: string): string {
	return `/pay/authenticate/${transactionId}/${proofOf(vault, transactionId)}`;
}

/** The gateway's address to which the bank returns the payer's browser. */
export function bankReturnAddress(
	{ vault, publicUrl }: { vault: Pick<Vault, "mac">; publicUrl: string },
	transactionId: string,
): string {
	return `${publicUrl}${payerPagePath(vault, transactionId)}/return`;
}

export function isProof(vault: Pick<Vault, "mac">, transactionId: string, proof: string): boolean {
	return isLookupId(transactionId) && isSameSecret(proof, proofOf(vault, transactionId));
}

function proofOf(vault: Pick<Vault, "mac">, transactionId: string): string {
	return `lk1${transactionId}${vault.mac("payer_page", `authenticate ${transactionId}`).toString("base64url")}`;
}
