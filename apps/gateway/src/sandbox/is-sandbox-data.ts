import { findMerchant } from "@cardseal/merchants";
import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import { deriveDemoSecrets } from "./demo-secrets.ts";

export async function isSandboxData(database: Database, vault: Vault): Promise<boolean> {
	const { publicId } = deriveDemoSecrets(vault).merchant;
	return (await findMerchant(database, { publicId })) !== undefined;
}
