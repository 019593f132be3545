import { type Language, languageParameter } from "@cardseal/platform";
import { linkToken, readLinkToken } from "@cardseal/platform/pages";
import type { Vault } from "@cardseal/vault";

export const payerPath = "/pay";
/** Below /app, for staff after sign-in. */
export const staffRequestPath = "/app/incoming-requests";

interface Links {
	vault: Vault;
	publicUrl: string;
}

/** A secret, valid until the request is answered. */
export function payerLink({ vault, publicUrl }: Links, transactionId: string, language: Language): string {
	const token = linkToken(vault, "eft_request", transactionId);
	return `${publicUrl}${payerPath}/${token}?${languageParameter}=${language}`;
}

/** Returns `undefined` for an invalid token. */
export function readPayerLink(vault: Vault, token: string): string | undefined {
	return readLinkToken(vault, "eft_request", token);
}

export function staffLink({ publicUrl }: Pick<Links, "publicUrl">, transactionId: string): string {
	return `${publicUrl}${staffRequestPath}/${transactionId}`;
}
