import type { Database } from "@cardseal/platform/db";
import { sql } from "kysely";

/** Clients that outlive the staff member who created or approved them. */
export interface OrphanedClients {
	credentials: OrphanedCredential[];
	partners: OrphanedClient[];
}

interface OrphanedClient {
	client_id: string;
	name: string;
}

interface OrphanedCredential extends OrphanedClient {
	/** Business time, ms since 1970; up to a minute old. */
	last_used_at: number | null;
}

export async function findOrphaned(database: Database, staffId: number): Promise<OrphanedClients> {
	const credentials = await database
		.selectFrom("client_credentials")
		.select(["client_id", "name", "last_used_at"])
		.where("created_by", "=", staffId)
		.where("revoked_at", "is", null)
		.orderBy("id")
		.execute();
	const partners = await database
		.selectFrom("partners")
		.select(["client_id", "business_name as name"])
		.where("removed_at", "is", null)
		.where("id", "in", (grants) =>
			grants
				.selectFrom("oauth_grants")
				.select("partner_id")
				.where("approved_by", "=", staffId)
				.where("begun_at", "is not", null)
				.where("revoked_at", "is", null),
		)
		.orderBy("id")
		.execute();
	return { credentials, partners };
}

/** Revokes credentials for either twin. Returns those that were valid. */
export async function revokeCredentialsOf(
	transaction: Database,
	{ staffId, clientIds, now }: { staffId: number; clientIds: string[]; now: number },
): Promise<{ clientId: string; merchantId: number }[]> {
	return transaction
		.updateTable("client_credentials")
		.set({ revoked_at: now })
		.where("created_by", "=", staffId)
		.where("client_id", "=", sql<string>`any(${clientIds}::text[])`)
		.where("revoked_at", "is", null)
		.returning(["client_id as clientId", "merchant_id as merchantId"])
		.execute();
}
