import { type Kysely, sql } from "kysely";

/**
 * The audit log. An event is written to `audit_inbox` with the change it reports, and moved to the sealed chain
 * (`audit_log`) within seconds. The inbox has one index, since charges of stored cards write to it.
 */
export async function createAuditTables(database: Kysely<unknown>): Promise<void> {
	const columns = sql`
		type text not null,
		merchant_id bigint,
		actor_kind text not null check (actor_kind in ('client', 'staff', 'operator', 'system', 'nobody')),
		actor_id text,
		object text,
		details jsonb not null default '{}',
		times integer not null default 1 check (times > 0),
		client_address text,
		request_id text,
		occurred_at bigint not null,
		business_at bigint not null`;
	await sql`create table audit_inbox (id bigint generated always as identity primary key, ${columns})`.execute(
		database,
	);
	await sql`
		create table audit_log (
			sequence bigint primary key check (sequence > 0),
			event_id bigint not null unique,
			${columns},
			sealed_at bigint not null,
			seal bytea not null check (octet_length(seal) = 32)
		)`.execute(database);
	await sql`create index audit_log_by_merchant on audit_log (merchant_id, sequence)`.execute(database);
	await sql`create index audit_log_by_time on audit_log (occurred_at)`.execute(database);
	await sql`
		create table audit_cutoffs (
			sequence bigint primary key,
			seal bytea not null,
			cut_at bigint not null,
			mac bytea not null
		)`.execute(database);
	await createRefusalFunctions(database);
	await protectRows(database);
	await createSealing(database);
}

/**
 * Moves events from the inbox to the end of the chain, with the rights of the function's owner: the role that serves has none to
 * change the log, see `migration/grants.ts`. The fixed search path keeps the caller's tables out.
 *
 * The positions must follow the last one. Otherwise one call with a huge position would leave no room behind it.
 */
async function createSealing(database: Kysely<unknown>): Promise<void> {
	const content =
		"type, merchant_id, actor_kind, actor_id, object, details, times, client_address, request_id, occurred_at, business_at";
	await sql`
		do $migration$ begin
			execute format($function$
				create function seal_audit_events(sequences bigint[], event_ids bigint[], sealed_times bigint[], seals bytea[])
				returns void language plpgsql security definer set search_path = %I, pg_temp as $$
				declare
					last bigint := greatest(
						(select max(sequence) from audit_log), (select max(sequence) from audit_cutoffs), 0
					);
				begin
					if sequences <> array(select last + n from generate_series(1, cardinality(event_ids)) as n) then
						raise exception 'Audit events are sealed at the end of the log.' using errcode = 'restrict_violation';
					end if;
					insert into audit_log (sequence, event_id, sealed_at, seal, ${sql.raw(content)})
					select sealed.sequence, sealed.event_id, sealed.sealed_at, sealed.seal, ${sql.raw(content)}
					from unnest(sequences, event_ids, sealed_times, seals) as sealed (sequence, event_id, sealed_at, seal)
					join audit_inbox on audit_inbox.id = sealed.event_id;
					delete from audit_inbox where id = any(event_ids);
				end $$
			$function$, current_schema());
		end $migration$`.execute(database);
	await sql`revoke execute on function seal_audit_events from public`.execute(database);
}

async function createRefusalFunctions(database: Kysely<unknown>): Promise<void> {
	await sql`
		create function refuse_audit_change() returns trigger language plpgsql as $$
		begin
			raise exception 'The audit log is append-only.' using errcode = 'restrict_violation';
		end $$`.execute(database);
	await sql`
		create function refuse_unsealed_audit_removal() returns trigger language plpgsql as $$
		begin
			if exists (select from removed where not exists (select from audit_log where event_id = removed.id)) then
				raise exception 'An audit event leaves the inbox for the log alone.' using errcode = 'restrict_violation';
			end if;
			return null;
		end $$`.execute(database);
	// The database server's clock: no gateway setting can shorten the year (PCI DSS 10.5.1).
	await sql`
		create function refuse_recent_audit_removal() returns trigger language plpgsql as $$
		begin
			if exists (
				select from removed
				where sealed_at > (extract(epoch from clock_timestamp() - interval '1 year') * 1000)::bigint
			) then
				raise exception 'Audit events are kept for a year.' using errcode = 'restrict_violation';
			end if;
			return null;
		end $$`.execute(database);
}

/** The triggers stop mistakes and injected statements. The tables' owner can drop them; the chain reveals that. */
async function protectRows(database: Kysely<unknown>): Promise<void> {
	for (const table of ["audit_inbox", "audit_log"]) {
		await sql`
			create trigger append_only before update or truncate on ${sql.id(table)}
				for each statement execute function refuse_audit_change()`.execute(database);
	}
	await sql`
		create trigger append_only before update or delete or truncate on audit_cutoffs
			for each statement execute function refuse_audit_change()`.execute(database);
	await sql`
		create trigger sealed_first after delete on audit_inbox referencing old table as removed
			for each statement execute function refuse_unsealed_audit_removal()`.execute(database);
	await sql`
		create trigger kept_a_year after delete on audit_log referencing old table as removed
			for each statement execute function refuse_recent_audit_removal()`.execute(database);
}
