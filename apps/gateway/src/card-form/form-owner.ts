import { type Environment, findKeyOwner } from "@cardseal/vault";
import type { PageRefusal } from "@cardseal/widget/server";
import type { Database } from "../db/database.ts";
import { isAllowedOrigin } from "./origins/origins.store.ts";

/** The merchant of a public key. */
export interface FormOwner {
	merchantId: number;
	environment: Environment;
}

export interface FormRequest {
	publicKey: string;
	/** The origin of the embedding page; well-formed. */
	origin: string;
	/** The merchants whose signed-in staff may take cards, on the gateway's own pages. */
	staffMerchantIds: number[];
}

/**
 * Decides who may open a card form, for the frame and its sessions alike. On the gateway's own pages the staff session
 * replaces a registered origin.
 *
 * @returns the reason to refuse: `key` for an unknown public key, `origin` when its merchant does not allow the page
 */
export async function admitForm(
	database: Database,
	{ publicKey, origin, staffMerchantIds }: FormRequest,
): Promise<{ owner: FormOwner; refusal: null } | { refusal: PageRefusal }> {
	const owner = await findKeyOwner(database.withTables(), publicKey);
	if (owner === undefined) return { refusal: "key" };
	const isAllowed = staffMerchantIds.includes(owner.id) || (await isAllowedOrigin(database, owner.id, origin));
	if (!isAllowed) return { refusal: "origin" };
	return { owner: { merchantId: owner.id, environment: owner.environment }, refusal: null };
}
