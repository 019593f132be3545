import { type Kysely, sql } from "kysely";

/** Idempotency-Keys of card payments, transfers and subscriptions, each with its stored response. */
export async function createIdempotencyTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table idempotency_keys (
			merchant_id bigint not null,
			route text not null,
			key text not null,
			fingerprint bytea not null,
			transaction_id text unique,
			response_status integer,
			response_body text,
			created_at bigint not null,
			primary key (merchant_id, route, key)
		)`.execute(database);
	// A key without a card transaction that commits without its response would be in flight forever.
	await sql`
		create function idempotency_key_has_response() returns trigger language plpgsql as $$
		begin
			if exists (
				select from idempotency_keys
				where merchant_id = new.merchant_id and route = new.route and key = new.key and response_body is null
			) then
				raise exception 'An Idempotency-Key was claimed without a response.';
			end if;
			return null;
		end $$`.execute(database);
	await sql`
		create constraint trigger idempotency_key_has_response
		after insert on idempotency_keys deferrable initially deferred for each row
		when (new.transaction_id is null and new.response_body is null)
		execute function idempotency_key_has_response()`.execute(database);
	await sql`create index idempotency_keys_by_age on idempotency_keys (created_at)`.execute(database);
}
