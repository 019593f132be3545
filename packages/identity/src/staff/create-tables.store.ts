import { type Kysely, sql } from "kysely";

/** Staff accounts, their sessions and second factors. */
export async function createStaffTables(database: Kysely<unknown>): Promise<void> {
	await createAccountTables(database);
	await createSessionTables(database);
}

async function createMailTable(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table staff_notices (
			id text primary key,
			kind text not null,
			staff_id bigint not null references staff,
			merchant_id bigint references merchants,
			event text not null,
			details jsonb not null,
			changed_by bigint references staff,
			client_address text,
			occurred_at bigint not null
		)`.execute(database);
	await sql`create index staff_notices_by_time on staff_notices (occurred_at)`.execute(database);
}

async function createAccountTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table staff (
			id bigint generated always as identity primary key,
			merchant_id bigint not null references merchants,
			email text not null,
			name text not null,
			role text not null check (role in ('owner', 'administrator', 'clerk')),
			is_primary_owner boolean not null default false,
			invitation_id text,
			password_hash text not null,
			password_changed_at bigint,
			former_password_hashes text[] not null default '{}',
			second_factor_secret bytea,
			last_second_factor_step bigint,
			failed_sign_ins integer not null default 0,
			locked_until bigint,
			known_failed_sign_ins integer not null default 0,
			known_locked_until bigint,
			created_at bigint not null,
			raised_at bigint,
			removed_at bigint
		)`.execute(database);
	await sql`create index staff_by_merchant on staff (merchant_id)`.execute(database);
	await sql`create unique index one_primary_owner on staff (merchant_id) where is_primary_owner`.execute(database);
	// The same or another merchant may invite a removed member again.
	await sql`create unique index staff_by_email on staff (lower(email)) where removed_at is null`.execute(database);
}

async function createSessionTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table staff_sessions (
			token_hash bytea primary key,
			session_id text not null unique,
			staff_id bigint not null references staff,
			created_at bigint not null,
			last_seen_at bigint not null,
			expires_at bigint not null,
			second_factor_done boolean not null,
			stepped_up_at bigint,
			proposed_secret bytea,
			client_address text not null,
			user_agent text not null
		)`.execute(database);
	await sql`create index staff_sessions_by_staff on staff_sessions (staff_id)`.execute(database);
	await sql`create index staff_sessions_by_expiry on staff_sessions (expires_at)`.execute(database);
	await sql`
		create table second_factor_failures (
			staff_id bigint not null references staff,
			browser text not null check (browser in ('known', 'unknown')),
			failed integer not null,
			locked_until bigint not null,
			primary key (staff_id, browser)
		)`.execute(database);
	await sql`
		create table recovery_codes (
			staff_id bigint not null references staff,
			code_hash bytea not null,
			primary key (staff_id, code_hash)
		)`.execute(database);
}

/** Invitations, password links, and mails to staff. */
export async function createStaffMailTables(database: Kysely<unknown>): Promise<void> {
	await createLinkTables(database);
	await createMailTable(database);
}

async function createLinkTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table staff_invitations (
			lookup_id text primary key,
			merchant_id bigint not null references merchants,
			email text not null,
			name text not null,
			role text not null check (role in ('owner', 'administrator', 'clerk')),
			is_primary_owner boolean not null default false,
			invited_by bigint references staff,
			created_at bigint not null,
			expires_at bigint not null
		)`.execute(database);
	await sql`
		create unique index staff_invitations_by_email on staff_invitations (merchant_id, lower(email))`.execute(database);
	await sql`
		create table invitation_counts (
			merchant_id bigint primary key references merchants,
			day_started_at bigint not null,
			invitations integer not null
		)`.execute(database);
	await sql`
		create table password_resets (
			lookup_id text primary key,
			staff_id bigint not null unique references staff,
			created_at bigint not null,
			expires_at bigint not null,
			tries integer not null default 0
		)`.execute(database);
}
