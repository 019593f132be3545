import { CompiledQuery, type Selectable, sql } from "kysely";
import type { Database } from "../db/database.ts";
import { deleteInSlices } from "../db/delete-in-slices.ts";
import { merchantOf } from "../db/merchant-row.ts";
import type { MerchantsTable } from "../db/schema.ts";
import type { Channel } from "../merchants/channel.ts";
import type { Merchant } from "../merchants/merchant.ts";
import type { Scope } from "./scopes.ts";

/** A client credential with the merchant it acts for. */
export interface Credential {
	clientId: string;
	channel: Channel;
	scopes: Scope[];
	/** The staff member who made it. */
	userId: number | null;
	merchant: Merchant;
}

/** What the token endpoint needs beyond that. */
export interface CredentialWithSecret extends Credential {
	secretHash: Buffer;
	tokenLifetimeSeconds: number;
}

interface CredentialRow {
	client_id: string;
	secret_hash: Buffer;
	channel: Channel;
	scopes: Scope[];
	token_lifetime_seconds: number;
	created_by: number | null;
	merchant: Selectable<MerchantsTable>;
}

const credentialColumns = `
	credential.client_id, credential.secret_hash, credential.channel, credential.scopes, credential.token_lifetime_seconds,
	credential.created_by, row_to_json(merchant) as merchant`;

const findByClientIds = `
	/* prepare: find-credentials */
	select ${credentialColumns}
	from client_credentials credential join merchants merchant on merchant.id = credential.merchant_id
	where credential.client_id = any($1::text[]) and credential.revoked_at is null`;

/** For each client id its credential, unless there is none or it was revoked. */
export async function findCredentials(
	database: Database,
	clientIds: string[],
): Promise<(CredentialWithSecret | undefined)[]> {
	const { rows } = await database.executeQuery<CredentialRow>(CompiledQuery.raw(findByClientIds, [clientIds]));
	const credentials = new Map(rows.map((row) => [row.client_id, withSecret(row)]));
	return clientIds.map((clientId) => credentials.get(clientId));
}

function withSecret(row: CredentialRow): CredentialWithSecret {
	return { ...toCredential(row), secretHash: row.secret_hash, tokenLifetimeSeconds: row.token_lifetime_seconds };
}

/** An access token as far as the database knows of it. */
export interface TokenReference {
	tokenId: string;
	clientId: string;
}

const findLiving = `
	/* prepare: find-living-tokens */
	select asked.token_id, ${credentialColumns}
	from (select distinct * from unnest($1::text[], $2::text[])) as asked (token_id, client_id)
	join client_credentials credential on credential.client_id = asked.client_id and credential.revoked_at is null
	join merchants merchant on merchant.id = credential.merchant_id
	where not exists (select from revoked_tokens where revoked_tokens.token_id = asked.token_id)`;

/** For each token the credential behind it, unless either of the two was revoked. */
export async function findLivingTokens(
	database: Database,
	tokens: TokenReference[],
): Promise<(Credential | undefined)[]> {
	const parameters = [tokens.map((token) => token.tokenId), tokens.map((token) => token.clientId)];
	const { rows } = await database.executeQuery<CredentialRow & { token_id: string }>(
		CompiledQuery.raw(findLiving, parameters),
	);
	const credentials = new Map(rows.map((row) => [row.token_id, toCredential(row)]));
	return tokens.map(({ tokenId }) => credentials.get(tokenId));
}

/** Makes an access token worthless from now on. `false` when it was so already. */
export async function insertRevocation(database: Database, tokenId: string, expiresAt: number): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await database
		.insertInto("revoked_tokens")
		.values({ token_id: tokenId, expires_at: expiresAt })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

/** Forgets revocations of tokens that have expired by themselves. */
export async function deleteExpiredRevocations(database: Database, now: number): Promise<void> {
	await deleteInSlices(database, "revoked_tokens", sql`expires_at < ${now}`);
}

function toCredential(row: CredentialRow): Credential {
	return {
		clientId: row.client_id,
		channel: row.channel,
		scopes: row.scopes,
		userId: row.created_by,
		merchant: merchantOf(row.merchant),
	};
}
