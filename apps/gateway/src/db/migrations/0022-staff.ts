import { type Kysely, sql } from "kysely";

/** Staff who sign in: passwords and second factors, sessions, and the links by which people come in or back in. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`
		alter table staff
			add column is_primary_owner boolean not null default false,
			add column password_changed_at bigint,
			add column former_password_hashes text[] not null default '{}',
			add column second_factor_secret bytea,
			add column last_second_factor_step bigint,
			add column failed_sign_ins integer not null default 0,
			add column locked_until bigint,
			add column removed_at bigint`.execute(database);
	await sql`
		update staff set is_primary_owner = true
		where id in (select min(id) from staff where role = 'owner' group by merchant_id)`.execute(database);
	await sql`create unique index one_primary_owner on staff (merchant_id) where is_primary_owner`.execute(database);
	// Whoever was removed may be invited again, here or by another merchant.
	await sql`alter table staff drop constraint staff_email_key`.execute(database);
	await sql`create unique index staff_by_email on staff (lower(email)) where removed_at is null`.execute(database);
	await createSessions(database);
	await createLinks(database);
}

async function createSessions(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table staff_sessions (
			token_hash bytea primary key,
			session_id text not null unique,
			staff_id bigint not null references staff,
			created_at bigint not null,
			last_seen_at bigint not null,
			expires_at bigint not null,
			second_factor_done boolean not null,
			proposed_secret bytea,
			client_address text not null,
			user_agent text not null
		)`.execute(database);
	await sql`create index staff_sessions_by_staff on staff_sessions (staff_id)`.execute(database);
	await sql`create index staff_sessions_by_expiry on staff_sessions (expires_at)`.execute(database);
	await sql`
		create table recovery_codes (
			staff_id bigint not null references staff,
			code_hash bytea not null,
			primary key (staff_id, code_hash)
		)`.execute(database);
}

async function createLinks(database: Kysely<unknown>): Promise<void> {
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
		create table password_resets (
			lookup_id text primary key,
			staff_id bigint not null unique references staff,
			created_at bigint not null,
			expires_at bigint not null
		)`.execute(database);
}
