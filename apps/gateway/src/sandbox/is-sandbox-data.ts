import type { Vault } from "@cardseal/vault";
import type { Database } from "../db/database.ts";
import { findMerchant } from "../merchants/merchants.store.ts";
import { deriveDemoSecrets } from "./demo-secrets.ts";

/** Whether a sandbox has made its demo merchants in this database: a gateway's settings say that of its own process alone. */
export async function isSandboxData(database: Database, vault: Vault): Promise<boolean> {
	const { merchantId } = deriveDemoSecrets(vault).merchant;
	return (await findMerchant(database, { publicId: merchantId })) !== undefined;
}
