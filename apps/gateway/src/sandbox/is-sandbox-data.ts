import type { Vault } from "@cardseal/vault";
import type { Database } from "../db/database.ts";
import { findMerchant } from "../merchants/merchants.store.ts";
import { deriveDemoSecrets } from "./demo-secrets.ts";

/** Returns true for a database with demo merchants, whatever the settings. */
export async function isSandboxData(database: Database, vault: Vault): Promise<boolean> {
	const { publicId } = deriveDemoSecrets(vault).merchant;
	return (await findMerchant(database, { publicId })) !== undefined;
}
