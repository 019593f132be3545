import { findKeyOwner, type Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { Merchant } from "../merchants/merchant.ts";
import { findMerchant } from "../merchants/merchants.store.ts";
import { CommandRefused } from "./command-refused.ts";

/** Where an operator's command works. */
export interface Operation {
	database: Database;
	clocks: Clocks;
	/** The operator's name on this machine, for the audit log. */
	login: string;
}

/** Where an operator's command works that makes secrets or keys. */
export interface VaultOperation extends Operation {
	/** Opens the vault: a look at a list works without the master key. */
	openVault: () => Promise<Vault>;
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
