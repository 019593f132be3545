import { type Environment, findKeyOwner } from "@cardseal/vault";
import type { PageRefusal } from "@cardseal/widget/server";
import type { Database } from "../db/database.ts";
import { isAllowedOrigin } from "./origins.store.ts";

/** The merchant whose card form a public key opens. */
export interface FormOwner {
	merchantId: number;
	environment: Environment;
}

/** Who wants the card form, and where. */
export interface FormRequest {
	publicKey: string;
	/** The page that the form stands in; well-formed. */
	origin: string;
	/** On a page of our own: the merchant whose signed-in staff may take cards there. */
	staffMerchantId: number | undefined;
}

/**
 * Who may have a card form: the page to show, and its sessions, go by this rule alone. On a page of our own, where staff take
 * cards, the session behind it stands for a registered origin.
 *
 * @returns why there is none: `key` when nobody here has this public key, `origin` when its merchant does not allow the page
 */
export async function admitForm(
	database: Database,
	{ publicKey, origin, staffMerchantId }: FormRequest,
): Promise<{ owner: FormOwner; refusal: null } | { refusal: PageRefusal }> {
	const owner = await findKeyOwner(database.withTables(), publicKey);
	if (owner === undefined) return { refusal: "key" };
	const isAllowed = owner.id === staffMerchantId || (await isAllowedOrigin(database, owner.id, origin));
	if (!isAllowed) return { refusal: "origin" };
	return { owner: { merchantId: owner.id, environment: owner.environment }, refusal: null };
}
