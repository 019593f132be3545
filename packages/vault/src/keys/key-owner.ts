import { CardsealError, parsePublicKey } from "@cardseal/encrypt";
import type { Kysely } from "kysely";
import type { VaultTables } from "../schema.ts";
import type { VaultMerchant } from "../vault.ts";

/** `undefined` for an invalid, unknown or destroyed key. Needs no master key. */
export async function findKeyOwner(
	database: Kysely<VaultTables>,
	publicKey: string,
): Promise<VaultMerchant | undefined> {
	const parsed = readPublicKey(publicKey);
	if (parsed === undefined) return undefined;
	const row = await database
		.selectFrom("vault.keys")
		.select("merchant_id")
		.where("key_id", "=", parsed.keyId)
		.where("public_key", "=", Buffer.from(parsed.publicKey))
		.where("environment", "=", parsed.environment)
		.where("purpose", "=", "card_token")
		.where("status", "!=", "destroyed")
		.executeTakeFirst();
	return row && { id: row.merchant_id, environment: parsed.environment };
}

function readPublicKey(text: string): ReturnType<typeof parsePublicKey> | undefined {
	try {
		return parsePublicKey(text);
	} catch (error) {
		if (error instanceof CardsealError) return undefined;
		throw error;
	}
}
