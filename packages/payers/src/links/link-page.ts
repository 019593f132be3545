import { linkToken, readLinkToken } from "@cardseal/platform/pages";
import type { Vault } from "@cardseal/vault";
import type { LinkPayers } from "../payers.ts";

export const linkPath = "/pay/link";

/** The address is the payer's only proof: nobody can guess it. */
export function linkUrl(
	{ payments: { vault, publicUrl } }: { payments: Pick<LinkPayers["payments"], "vault" | "publicUrl"> },
	lookupId: string,
): string {
	return `${publicUrl}${linkPath}/${linkToken(vault, "payment_link", lookupId)}`;
}

/** Returns the link's lookup id; `undefined` for an address that the gateway never gave. */
export function readLink(vault: Vault, token: string): string | undefined {
	return readLinkToken(vault, "payment_link", token);
}
