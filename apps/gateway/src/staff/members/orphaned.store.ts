import type { Database } from "../../db/database.ts";

/** What acts for a merchant on a staff member's word, and goes on when they are gone. */
export interface Orphaned {
	/** The living ones that they made. */
	credentials: LeftClient[];
	/** The connected ones that they consented to. */
	partners: LeftClient[];
}

interface LeftClient {
	client_id: string;
	name: string;
}

/** Somebody who leaves may know the secrets of these: whoever removes them should know of them. */
export async function findOrphaned(transaction: Database, staffId: number): Promise<Orphaned> {
	const credentials = await transaction
		.selectFrom("client_credentials")
		.select(["client_id", "name"])
		.where("created_by", "=", staffId)
		.where("revoked_at", "is", null)
		.orderBy("id")
		.execute();
	const partners = await transaction
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
