import { type Channel, type MerchantsTable, merchantOf, type Scope } from "@cardseal/merchants";
import type { Database } from "@cardseal/platform/db";
import { CompiledQuery, type Selectable } from "kysely";
import { partnerOf } from "../partners/partners.store.ts";
import type { PartnersTable } from "../tables.ts";
import type { Client } from "./client.ts";

export type ClientWithSecret = Client & { secretHash: Buffer };

interface CredentialRow {
	channel: Channel;
	scopes: Scope[];
	token_lifetime_seconds: number;
	expires_at: number | null;
	created_by: number | null;
	merchant: Selectable<MerchantsTable>;
	partner: null;
}

interface PartnerRow {
	partner: Omit<Selectable<PartnersTable>, "secret_hash">;
}

type ClientRow = { client_id: string; secret_hash: Buffer } & (CredentialRow | PartnerRow);

// One query takes the same time for both kinds.
const findByClientIds = `
	/* prepare: find-clients */
	select credential.client_id, credential.secret_hash, credential.channel, credential.scopes,
		credential.token_lifetime_seconds, credential.expires_at, credential.created_by, row_to_json(merchant) as merchant,
		null::json as partner
	from client_credentials credential join merchants merchant on merchant.id = credential.merchant_id
	where credential.client_id = any($1::text[]) and credential.revoked_at is null
	union all
	select partner.client_id, partner.secret_hash, null, null, null, null, null, null, row_to_json(partner)
	from partners partner
	where partner.client_id = any($1::text[]) and partner.removed_at is null`;

/** Includes expired clients. */
export async function findClients(database: Database, clientIds: string[]): Promise<(ClientWithSecret | undefined)[]> {
	const { rows } = await database.executeQuery<ClientRow>(CompiledQuery.raw(findByClientIds, [clientIds]));
	const clients = new Map(rows.map((row) => [row.client_id, clientOf(row)]));
	return clientIds.map((clientId) => clients.get(clientId));
}

function clientOf(row: ClientRow): ClientWithSecret {
	const { client_id: clientId, secret_hash: secretHash } = row;
	if (row.partner !== null) return { kind: "partner", clientId, secretHash, partner: partnerOf(row.partner) };
	const { channel, scopes, created_by: userId } = row;
	return {
		kind: "merchant",
		clientId,
		secretHash,
		tokenLifetimeSeconds: row.token_lifetime_seconds,
		expiresAt: row.expires_at,
		credential: { clientId, channel, scopes, userId, merchant: merchantOf(row.merchant) },
	};
}
