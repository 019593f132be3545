import type { Vault } from "@cardseal/vault";
import { linkToken, readLinkToken } from "../../staff/link-token.ts";

/** Where the pages of requests stand. */
export const payerPath = "/pay";
/** Below what signed-in staff may be led back to. */
export const staffRequestPath = "/app/incoming-requests";

interface Links {
	vault: Vault;
	publicUrl: string;
}

/** The address at which a payer answers a request: a secret, good until it is answered. */
export function payerLink({ vault, publicUrl }: Links, transactionId: string): string {
	return `${publicUrl}${payerPath}/${linkToken(vault, "eft_request", transactionId)}`;
}

/** The request that a link is about; `undefined` for what is no link of ours. */
export function readPayerLink(vault: Vault, token: string): string | undefined {
	return readLinkToken(vault, "eft_request", token);
}

/** The address at which a merchant's staff answer a request. */
export function staffLink({ publicUrl }: Pick<Links, "publicUrl">, transactionId: string): string {
	return `${publicUrl}${staffRequestPath}/${transactionId}`;
}
