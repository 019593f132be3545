import { queueStorage } from "@cardseal/platform/db";
import { type Kysely, sql } from "kysely";

/**
 * Merchants' endpoints, the events that are due to them, and the attempts to deliver. Events are queued by the statement that
 * moves them, so the queue has as few columns and indexes as can be, and no foreign keys.
 */
export async function createWebhookTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table webhook_endpoints (
			id bigint generated always as identity primary key,
			lookup_id text collate "C" not null unique,
			merchant_id bigint not null references merchants,
			client_id text,
			grant_id text,
			staff_id bigint references staff,
			url text not null,
			types text[],
			description text,
			disabled_reason text check (disabled_reason in ('merchant', 'gone', 'failing', 'revoked')),
			failing_since bigint,
			last_failed_at bigint,
			pinged_at bigint,
			created_at bigint not null,
			check ((failing_since is null) = (last_failed_at is null)),
			check (num_nonnulls(client_id, grant_id, staff_id) <= 1)
		)`.execute(database);
	await sql`create index webhook_endpoints_by_merchant on webhook_endpoints (merchant_id, id)`.execute(database);
	for (const maker of ["client_id", "grant_id", "staff_id"]) {
		await sql`
			create index ${sql.raw(`webhook_endpoints_by_${maker}`)} on webhook_endpoints (${sql.ref(maker)})
			where ${sql.ref(maker)} is not null`.execute(database);
	}
	await sql`
		create table webhook_secrets (
			id bigint generated always as identity primary key,
			endpoint_id bigint not null references webhook_endpoints on delete cascade,
			sealed_secret bytea not null,
			signs_until bigint
		)`.execute(database);
	await sql`create index webhook_secrets_by_endpoint on webhook_secrets (endpoint_id)`.execute(database);
	await sql`
		create unique index webhook_secrets_current on webhook_secrets (endpoint_id) where signs_until is null`.execute(
		database,
	);
	await sql`
		create table webhook_deliveries (
			endpoint_id bigint not null,
			sequence bigint not null,
			attempts integer not null default 0,
			slots integer not null,
			due_at bigint not null,
			claimed_until bigint,
			primary key (endpoint_id, sequence)
		) ${queueStorage}`.execute(database);
	await sql`create index webhook_deliveries_by_turn on webhook_deliveries (endpoint_id, due_at, sequence)`.execute(
		database,
	);
	await sql`
		create index webhook_deliveries_in_flight on webhook_deliveries (endpoint_id)
		where claimed_until is not null`.execute(database);
	await sql`
		create table webhook_attempts (
			id bigint generated always as identity primary key,
			endpoint_id bigint not null,
			event_id text collate "C" not null,
			type text not null,
			attempt integer not null,
			attempted_at bigint not null,
			status integer,
			duration_ms integer not null,
			error text,
			response text not null
		)`.execute(database);
	await sql`create index webhook_attempts_by_endpoint on webhook_attempts (endpoint_id, id)`.execute(database);
}
