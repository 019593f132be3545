import { type Channel, type MerchantsTable, merchantOf, type Scope } from "@cardseal/merchants";
import { type Database, deleteInSlices } from "@cardseal/platform/db";
import { CompiledQuery, type Selectable, sql } from "kysely";
import type { Credential } from "../clients/client.ts";

export interface TokenReference {
	tokenId: string;
	clientId: string;
	grantId: string | undefined;
}

export type TokenAuthorization = Omit<Credential, "clientId">;

interface AuthorizationRow {
	token_id: string;
	channel: Channel;
	scopes: Scope[];
	user_id: number | null;
	merchant: Selectable<MerchantsTable>;
}

// A partner's charges are the merchant's online sales, in the approver's name.
const findValid = `
	/* prepare: find-valid-tokens */
	with asked as materialized (
		select distinct * from unnest($1::text[], $2::text[], $3::text[]) as asked (token_id, client_id, grant_id)
		where not exists (select from revoked_tokens where revoked_tokens.token_id = asked.token_id)
	)
	select asked.token_id, credential.channel, credential.scopes, credential.created_by as user_id,
		row_to_json(merchant) as merchant
	from asked
	join client_credentials credential on credential.client_id = asked.client_id and credential.revoked_at is null
		and (credential.expires_at is null or credential.expires_at > $4::bigint)
	join merchants merchant on merchant.id = credential.merchant_id
	where asked.grant_id is null
	union all
	select asked.token_id, 'E_COMMERCE', oauth_grant.scopes, oauth_grant.approved_by, row_to_json(merchant)
	from asked
	join oauth_grants oauth_grant on oauth_grant.grant_id = asked.grant_id and oauth_grant.revoked_at is null
	join partners partner on partner.id = oauth_grant.partner_id and partner.client_id = asked.client_id
		and partner.removed_at is null
	join merchants merchant on merchant.id = oauth_grant.merchant_id`;

/**
 * Leaves out revoked and expired ones.
 * @param now real time
 */
export async function findValidTokens(
	database: Database,
	tokens: TokenReference[],
	now: number,
): Promise<(TokenAuthorization | undefined)[]> {
	const parameters = [
		tokens.map((token) => token.tokenId),
		tokens.map((token) => token.clientId),
		tokens.map((token) => token.grantId ?? null),
		now,
	];
	const { rows } = await database.executeQuery<AuthorizationRow>(CompiledQuery.raw(findValid, parameters));
	const authorizations = new Map(rows.map((row) => [row.token_id, authorizationOf(row)]));
	return tokens.map(({ tokenId }) => authorizations.get(tokenId));
}

function authorizationOf({ channel, scopes, user_id, merchant }: AuthorizationRow): TokenAuthorization {
	return { channel, scopes, userId: user_id, merchant: merchantOf(merchant) };
}

/** Returns `false` if the token was revoked already. */
export async function insertRevocation(database: Database, tokenId: string, expiresAt: number): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await database
		.insertInto("revoked_tokens")
		.values({ token_id: tokenId, expires_at: expiresAt })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

export async function deleteExpiredRevocations(database: Database, now: number): Promise<void> {
	await deleteInSlices(database, "revoked_tokens", sql`expires_at < ${now}`);
}
