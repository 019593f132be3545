import type { Database } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import type { Insertable, Selectable } from "kysely";
import type { Partner } from "../clients/client.ts";
import type { PartnersTable } from "../tables.ts";
import type { PartnerImage } from "./partner-image.ts";

export async function findPartner(database: Database, clientId: string): Promise<Partner | undefined> {
	const row = await database
		.selectFrom("partners")
		.selectAll()
		.where("client_id", "=", clientId)
		.where("removed_at", "is", null)
		.executeTakeFirst();
	return row && partnerOf(row);
}

/** Lists partners that were not removed, oldest first. */
export async function listPartners(database: Database): Promise<Partner[]> {
	const rows = await database
		.selectFrom("partners")
		.selectAll()
		.where("removed_at", "is", null)
		.orderBy("id")
		.execute();
	return rows.map(partnerOf);
}

export async function insertPartner(
	transaction: Database,
	partner: Insertable<GatewayTables["partners"]>,
): Promise<Partner> {
	const row = await transaction.insertInto("partners").values(partner).returningAll().executeTakeFirstOrThrow();
	return partnerOf(row);
}

/** Returns `false` without such a partner. */
export async function markPartnerRemoved(transaction: Database, clientId: string, now: number): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("partners")
		.set({ removed_at: now })
		.where("client_id", "=", clientId)
		.where("removed_at", "is", null)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

export async function insertPartnerImage(
	transaction: Database,
	partnerId: number,
	{ mediaType, bytes }: PartnerImage,
): Promise<void> {
	await transaction
		.insertInto("partner_images")
		.values({ partner_id: partnerId, media_type: mediaType, bytes })
		.execute();
}

export async function findPartnerImage(database: Database, clientId: string): Promise<PartnerImage | undefined> {
	const row = await database
		.selectFrom("partner_images")
		.innerJoin("partners", "partners.id", "partner_images.partner_id")
		.select(["partner_images.media_type", "partner_images.bytes"])
		.where("partners.client_id", "=", clientId)
		.where("partners.removed_at", "is", null)
		.executeTakeFirst();
	return row && { mediaType: row.media_type, bytes: row.bytes };
}

export function partnerOf(row: Omit<Selectable<PartnersTable>, "secret_hash">): Partner {
	return {
		id: row.id,
		clientId: row.client_id,
		businessName: row.business_name,
		redirectUris: row.redirect_uris,
		requiresPkce: row.requires_pkce,
		refreshTokenLifetimeSeconds: row.refresh_token_lifetime_seconds,
		imageUrl: row.image_url,
	};
}
