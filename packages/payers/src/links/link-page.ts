import { linkToken, readLinkToken } from "@cardseal/identity";
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

const ownPagePattern = /^payment_link (\w+)$/;

/** Names the page without its secret, for rows that lead the payer back to it. */
export function ownPageOf({ lookup_id: lookupId }: { lookup_id: string }): string {
	return `payment_link ${lookupId}`;
}

/** Returns the address of such a page; `undefined` for any other text. */
export function addressOfOwnPage(links: Parameters<typeof linkUrl>[0], name: string): string | undefined {
	const [, lookupId] = ownPagePattern.exec(name) ?? [];
	return lookupId === undefined ? undefined : linkUrl(links, lookupId);
}
