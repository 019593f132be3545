import { type Kysely, sql } from "kysely";

export async function createPasskeyTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table passkeys (
			passkey_id text primary key,
			staff_id bigint not null references staff,
			credential_id bytea not null unique,
			public_key bytea not null,
			sign_count bigint not null,
			transports text[] not null,
			name text not null,
			is_backup_eligible boolean not null,
			is_backed_up boolean not null,
			created_at bigint not null,
			last_used_at bigint
		)`.execute(database);
	await sql`create index passkeys_by_staff on passkeys (staff_id)`.execute(database);
	await sql`
		create table used_passkey_challenges (
			nonce bytea primary key,
			expires_at bigint not null
		)`.execute(database);
	await sql`
		create index used_passkey_challenges_by_expiry on used_passkey_challenges (expires_at)`.execute(database);
}
