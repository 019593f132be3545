import type { Database } from "../../db/database.ts";

/** The clients of a merchant that outlive the staff member who created or approved them. */
export interface Orphaned {
	/** Valid credentials that the member created. */
	credentials: LeftClient[];
	/** Connected partners that the member approved. */
	partners: LeftClient[];
}

interface LeftClient {
	client_id: string;
	name: string;
}

/** Finds the clients whose secrets a removed member may know, for the colleague who removes them. */
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
