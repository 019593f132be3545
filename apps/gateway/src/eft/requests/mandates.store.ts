import type { Insertable } from "kysely";
import type { Database } from "../../db/database.ts";
import type { GatewayTables } from "../../db/schema.ts";

/** Keeps what a payer agreed to, for good. */
export async function insertMandate(
	transaction: Database,
	mandate: Insertable<GatewayTables["eft_mandates"]>,
): Promise<void> {
	await transaction.insertInto("eft_mandates").values(mandate).execute();
}
