import { findKeyOwner } from "@cardseal/vault";
import type { Database } from "../db/database.ts";
import type { Merchant } from "./merchant.ts";
import { findMerchant } from "./merchants.store.ts";

/** An operator's command that cannot be carried out; the message says what to type instead. */
export class CommandRefused extends Error {
	override readonly name = "CommandRefused";
}

/**
 * The merchant that an operator names by its id or its public key.
 *
 * @throws CommandRefused when there is none
 */
export async function getNamedMerchant(database: Database, name: string): Promise<Merchant> {
	const owner = await findKeyOwner(database.withTables(), name);
	const merchant = await findMerchant(database, owner === undefined ? { publicId: name } : { id: owner.id });
	if (merchant === undefined) throw new CommandRefused("There is no merchant with this id or public key.");
	return merchant;
}

/** A merchant as operators are told of it. */
export function describeMerchant({ name, mode, publicId }: Merchant): string {
	return `${name} (${mode}, ${publicId})`;
}
