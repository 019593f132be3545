import type { ExpressionBuilder } from "kysely";
import type { KeysTable, VaultTables } from "../schema.ts";

/** A column for queries of keys: how many stored cards stand under each. */
export function countCards({ selectFrom, ref }: ExpressionBuilder<VaultTables & { key: KeysTable }, "key">) {
	return selectFrom("vault.stored_cards as card")
		.select(({ fn }) => fn.countAll<number>().as("count"))
		.where("card.key_id", "=", ref("key.key_id"))
		.as("cards");
}
