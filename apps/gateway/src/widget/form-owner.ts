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
}

/**
 * Who may have a card form: the page to show, and its sessions, go by this rule alone. On our own origin every merchant's may
 * stand without being registered: no pages are there but ours, and staff take cards on one of them.
 *
 * @param ownOrigin where the gateway stands
 * @returns why there is none: `key` when nobody here has this public key, `origin` when its merchant does not allow the page
 */
export async function admitForm(
	database: Database,
	ownOrigin: string,
	{ publicKey, origin }: FormRequest,
): Promise<{ owner: FormOwner; refusal: null } | { refusal: PageRefusal }> {
	const owner = await findKeyOwner(database.withTables(), publicKey);
	if (owner === undefined) return { refusal: "key" };
	const isAllowed = origin === ownOrigin || (await isAllowedOrigin(database, owner.id, origin));
	if (!isAllowed) return { refusal: "origin" };
	return { owner: { merchantId: owner.id, environment: owner.environment }, refusal: null };
}
