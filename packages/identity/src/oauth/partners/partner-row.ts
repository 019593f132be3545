import type { Selectable } from "kysely";
import type { Partner } from "../clients/client.ts";
import type { PartnersTable } from "../tables.ts";

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
