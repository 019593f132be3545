import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import { bankAccountSecrets } from "../bank-accounts/bank-accounts.ts";
import { storedCardSecrets } from "../cards/stored-cards.ts";
import { processorAccountSecrets } from "../processors/processor-accounts.ts";
import type { KeysTable, VaultTables } from "../schema.ts";

const tables = [storedCardSecrets.table, bankAccountSecrets.table, processorAccountSecrets.table];

export function countStored({ ref }: ExpressionBuilder<VaultTables & { key: KeysTable }, "key">) {
	return countUnder(sql`${ref("key.key_id")}`).as("stored");
}

export async function countStoredUnder(database: Kysely<VaultTables>, keyId: string): Promise<number> {
	const { rows } = await sql<{ stored: number }>`select ${countUnder(sql`${keyId}`)} as stored`.execute(database);
	return rows[0]?.stored ?? 0;
}

function countUnder(keyId: ReturnType<typeof sql>) {
	const counts = tables.map((table) => sql`(select count(*) from ${sql.table(table)} where key_id = ${keyId})`);
	return sql<number>`(${sql.join(counts, sql` + `)})`;
}
