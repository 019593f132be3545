import type { Database } from "@cardseal/platform/db";
import { type Answer, CommandRefused } from "@cardseal/platform/operator";
import { findKeyOwner } from "@cardseal/vault";
import type { Merchant } from "./merchant.ts";
import { findMerchant } from "./merchants.store.ts";

export const merchantTerm = { MERCHANT: "The merchant's id or its public key." };

/**
 * Accepts an id or a public key.
 *
 * @throws CommandRefused when there is none
 */
export async function getNamedMerchant(database: Database, name: string): Promise<Merchant> {
	const owner = await findKeyOwner(database.withTables(), name);
	const merchant = await findMerchant(database, owner === undefined ? { publicId: name } : { id: owner.id });
	if (merchant === undefined) throw new CommandRefused("There is no merchant with this id or public key.");
	return merchant;
}

export function describeMerchant({ name, mode, publicId }: Merchant): string {
	return `${name} (${mode}, ${publicId})`;
}

export function merchantAnswer(merchant: Merchant, text: string, json: object): Answer {
	return { text, json: { merchant_id: merchant.publicId, ...json } };
}
