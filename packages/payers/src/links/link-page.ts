import { isLookupId, isSameSecret } from "@cardseal/platform";
import type { Vault } from "@cardseal/vault";
import type { Payers } from "../payers.ts";

/** The address is the payer's only proof: nobody can guess it. */
export function linkUrl({ payments: { vault, publicUrl } }: Payers, lookupId: string): string {
	return `${publicUrl}/pay/link/${lookupId}/${proofOf(vault, lookupId)}`;
}

export function isLinkProof(vault: Pick<Vault, "mac">, lookupId: string, proof: string): boolean {
	return isLookupId(lookupId) && isSameSecret(proof, proofOf(vault, lookupId));
}

function proofOf(vault: Pick<Vault, "mac">, lookupId: string): string {
	return vault.mac("payer_page", `link ${lookupId}`).subarray(0, 16).toString("base64url");
}
