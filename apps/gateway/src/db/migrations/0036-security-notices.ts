import { type Kysely, sql } from "kysely";

/** What staff are told by mail: what became of their account. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table staff_security_notices (
			id text primary key,
			staff_id bigint not null references staff,
			event text not null,
			role text,
			changed_by bigint references staff,
			client_address text,
			occurred_at bigint not null
		)`.execute(database);
	await sql`create index staff_security_notices_by_time on staff_security_notices (occurred_at)`.execute(database);
}
