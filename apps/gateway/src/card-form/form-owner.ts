import { isAllowedOrigin } from "@cardseal/merchants";
import type { Database } from "@cardseal/platform/db";
import { type Environment, findKeyOwner } from "@cardseal/vault";
import type { PageRefusal } from "@cardseal/widget/server";

export interface FormRequest {
	publicKey: string;
	/** The embedding page's origin; well-formed. */
	origin: string;
	/** Merchants whose signed-in staff may take cards on the gateway's pages. */
	staffMerchantIds: number[];
}

/**
 * The staff session replaces a registered origin on the gateway's pages.
 *
 * @returns the reason to refuse: `key` if unknown, `origin` if not allowed
 */
export async function admitForm(
	database: Database,
	{ publicKey, origin, staffMerchantIds }: FormRequest,
): Promise<{ owner: { merchantId: number; environment: Environment }; refusal: null } | { refusal: PageRefusal }> {
	const owner = await findKeyOwner(database.withTables(), publicKey);
	if (owner === undefined) return { refusal: "key" };
	const isAllowed = staffMerchantIds.includes(owner.id) || (await isAllowedOrigin(database, owner.id, origin));
	if (!isAllowed) return { refusal: "origin" };
	return { owner: { merchantId: owner.id, environment: owner.environment }, refusal: null };
}
