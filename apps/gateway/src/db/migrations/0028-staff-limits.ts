import { type Kysely, sql } from "kysely";

/** How often strangers may try something about staff, apart from the browsers that staff signed in with before. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`
		alter table staff
			add column known_failed_sign_ins integer not null default 0,
			add column known_locked_until bigint`.execute(database);
	await sql`alter table password_resets add column tries integer not null default 0`.execute(database);
	await sql`
		create table invitation_counts (
			merchant_id bigint primary key references merchants,
			day_started_at bigint not null,
			invitations integer not null
		)`.execute(database);
}
