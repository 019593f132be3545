import { type Kysely, sql } from "kysely";

/**
 * The log of API requests. It has few indexes, because most requests write a row. Lists of failed requests follow an index
 * of their own, because they are rare among millions; `request-log.store.ts` repeats its condition.
 */
export async function createRequestLogTable(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table request_log (
			id bigint generated always as identity (start with 100001) primary key,
			merchant_id bigint not null,
			created_at bigint not null,
			request_id text,
			method text,
			route text,
			status smallint,
			reason text,
			duration_ms numeric(9, 1),
			client_id text,
			transaction_id text,
			shed integer check (shed > 0),
			check ((status is null) = (shed is not null))
		)`.execute(database);
	await sql`
		create index request_log_by_merchant on request_log (merchant_id, created_at desc, id desc)`.execute(database);
	await sql`
		create index request_log_of_failures on request_log (merchant_id, created_at desc, id desc)
		where status is null or status >= 400`.execute(database);
	await sql`
		create index request_log_by_request on request_log (request_id) where request_id is not null`.execute(database);
	await sql`
		create index request_log_by_transaction on request_log (transaction_id)
		where transaction_id is not null`.execute(database);
}
