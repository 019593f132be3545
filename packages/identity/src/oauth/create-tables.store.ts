import { type Kysely, sql } from "kysely";

/** API clients, partners, merchants' grants to partners, and their codes and tokens. */
export async function createOauthTables(database: Kysely<unknown>): Promise<void> {
	await createClientTables(database);
	await createPartnerTables(database);
	await createAuthorizationRequestTables(database);
	await createGrantTables(database);
	await sql`
		create table revoked_tokens (
			token_id text primary key,
			expires_at bigint not null
		)`.execute(database);
}

async function createClientTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table client_credentials (
			id bigint generated always as identity primary key,
			merchant_id bigint not null references merchants,
			client_id text not null unique,
			secret_hash bytea not null,
			name text not null,
			channel text not null,
			scopes text[] not null,
			token_lifetime_seconds integer not null check (token_lifetime_seconds between 60 and 86400),
			created_by bigint references staff,
			created_at bigint not null,
			revoked_at bigint,
			last_used_at bigint,
			expires_at bigint,
			reminder_due_at bigint
		)`.execute(database);
	await sql`
		create index client_credentials_by_reminder on client_credentials (reminder_due_at)
		where reminder_due_at is not null`.execute(database);
}

async function createPartnerTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table partners (
			id bigint generated always as identity primary key,
			client_id text not null unique,
			secret_hash bytea not null,
			business_name text not null,
			redirect_uris text[] not null,
			requires_pkce boolean not null default false,
			refresh_token_lifetime_seconds bigint,
			image_url text,
			created_at bigint not null,
			removed_at bigint
		)`.execute(database);
	await sql`
		create table partner_images (
			partner_id bigint primary key references partners,
			media_type text not null,
			bytes bytea not null
		)`.execute(database);
}

async function createAuthorizationRequestTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table oauth_saved_requests (
			ticket_hash bytea primary key,
			query text not null,
			expires_at bigint not null
		)`.execute(database);
	await sql`create index oauth_saved_requests_by_expiry on oauth_saved_requests (expires_at)`.execute(database);
	await sql`
		create table oauth_requests (
			ticket_hash bytea primary key,
			session_id text not null,
			partner_id bigint not null references partners,
			redirect_uri text not null,
			state text,
			scopes text[] not null,
			code_challenge text,
			expires_at bigint not null
		)`.execute(database);
	await sql`create index oauth_requests_by_expiry on oauth_requests (expires_at)`.execute(database);
}

async function createGrantTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table oauth_grants (
			id bigint generated always as identity primary key,
			grant_id text not null unique,
			partner_id bigint not null references partners,
			merchant_id bigint not null references merchants,
			scopes text[] not null,
			approved_by bigint not null references staff,
			created_at bigint not null,
			begun_at bigint,
			revoked_at bigint
		)`.execute(database);
	await sql`
		create index oauth_grants_by_merchant on oauth_grants (merchant_id, partner_id)
			where revoked_at is null`.execute(database);
	await sql`
		create table oauth_codes (
			code_hash bytea primary key,
			grant_id bigint not null references oauth_grants on delete cascade,
			redirect_uri text not null,
			code_challenge text,
			expires_at bigint not null,
			spent_at bigint
		)`.execute(database);
	await sql`create index oauth_codes_by_expiry on oauth_codes (expires_at)`.execute(database);
	await sql`create index oauth_codes_by_grant on oauth_codes (grant_id)`.execute(database);
	await sql`
		create table refresh_tokens (
			token_hash bytea primary key,
			grant_id bigint not null references oauth_grants on delete cascade,
			created_at bigint not null,
			expires_at bigint,
			spent_at bigint
		)`.execute(database);
	await sql`create index refresh_tokens_by_grant on refresh_tokens (grant_id)`.execute(database);
	await sql`
		create index refresh_tokens_by_use on refresh_tokens (spent_at) where spent_at is not null`.execute(database);
	await sql`
		create index refresh_tokens_by_expiry on refresh_tokens (expires_at) where expires_at is not null`.execute(
		database,
	);
}
