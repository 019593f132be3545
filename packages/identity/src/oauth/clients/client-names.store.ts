import type { Database } from "@cardseal/platform/db";
import { type RawBuilder, sql } from "kysely";

export function clientName(merchantId: number, clientId: RawBuilder<unknown>): RawBuilder<string | null> {
	return sql`coalesce(
		(select name from client_credentials where merchant_id = ${merchantId} and client_id = ${clientId}),
		(select business_name from partners where client_id = ${clientId}))`;
}

/** Includes revoked ones, and partners. */
export async function findClientNames(
	database: Database,
	merchantId: number,
	clientIds: string[],
): Promise<Map<string, string>> {
	const { rows } = await sql<{ client_id: string; name: string }>`
		select client_id, name from client_credentials
			where merchant_id = ${merchantId} and client_id = any(${clientIds}::text[])
		union all
		select client_id, business_name from partners where client_id = any(${clientIds}::text[])`.execute(database);
	return new Map(rows.map(({ client_id: clientId, name }) => [clientId, name]));
}
