import { type Insertable, type Selectable, sql } from "kysely";
import { advisoryLocks } from "../db/advisory-locks.ts";
import type { Database } from "../db/database.ts";
import type { GatewayTables } from "../db/schema.ts";

export type WaitingEvent = Selectable<GatewayTables["audit_inbox"]>;

export type SealedEvent = Selectable<GatewayTables["audit_log"]>;

export type ListedEvent = SealedEvent & { merchant: string | null };

export type Seal = Pick<SealedEvent, "sequence" | "event_id" | "sealed_at" | "seal">;

export type Cutoff = Selectable<GatewayTables["audit_cutoffs"]>;

export async function insertEvents(transaction: Database, rows: NewAuditRow[]): Promise<void> {
	if (rows.length === 0) return;
	await transaction.insertInto("audit_inbox").values(rows).execute();
}

export async function lockChain(transaction: Database): Promise<void> {
	await sql`select pg_advisory_xact_lock(${advisoryLocks.auditChain})`.execute(transaction);
}

export async function findLastSealed(database: Database): Promise<SealedEvent | undefined> {
	return database.selectFrom("audit_log").selectAll().orderBy("sequence", "desc").limit(1).executeTakeFirst();
}

export async function findWaiting(database: Database, limit: number): Promise<WaitingEvent[]> {
	return database.selectFrom("audit_inbox").selectAll().orderBy("id").limit(limit).execute();
}

export async function countWaiting(database: Database): Promise<{ events: number; since: number | null }> {
	return database
		.selectFrom("audit_inbox")
		.select((row) => [row.fn.countAll<number>().as("events"), row.fn.min("occurred_at").as("since")])
		.executeTakeFirstOrThrow();
}

export async function moveIntoChain(transaction: Database, seals: Seal[]): Promise<void> {
	const ids = seals.map(({ event_id }) => event_id);
	await sql`
		select seal_audit_events(
			${seals.map(({ sequence }) => sequence)}::bigint[], ${ids}::bigint[],
			${seals.map(({ sealed_at }) => sealed_at)}::bigint[], ${seals.map(({ seal }) => seal)}::bytea[]
		)`.execute(transaction);
}

export async function findSealedAfter(database: Database, sequence: number, limit: number): Promise<SealedEvent[]> {
	const later = database.selectFrom("audit_log").selectAll().where("sequence", ">", sequence);
	return later.orderBy("sequence").limit(limit).execute();
}

export async function findCutoff(database: Database): Promise<Cutoff | undefined> {
	return database.selectFrom("audit_cutoffs").selectAll().orderBy("sequence", "desc").limit(1).executeTakeFirst();
}

/** The database refuses events younger than a year. */
export async function removeThrough(
	transaction: Database,
	cutoff: Insertable<GatewayTables["audit_cutoffs"]>,
): Promise<void> {
	await transaction.insertInto("audit_cutoffs").values(cutoff).execute();
	await transaction.deleteFrom("audit_log").where("sequence", "<=", cutoff.sequence).execute();
}

/** The chain's last event is never removed. */
export async function findLastSealedBefore(database: Database, time: number): Promise<SealedEvent | undefined> {
	return database
		.selectFrom("audit_log")
		.selectAll()
		.where("sealed_at", "<", time)
		.where("sequence", "<", (row) => row.selectFrom("audit_log").select((log) => log.fn.max("sequence").as("last")))
		.orderBy("sequence", "desc")
		.limit(1)
		.executeTakeFirst();
}

export type NewAuditRow = Required<Omit<Insertable<GatewayTables["audit_inbox"]>, "id">>;

/** The columns that `seal_audit_events` moves to the log. */
const auditColumns = [
	"type",
	"merchant_id",
	"actor_kind",
	"actor_id",
	"object",
	"details",
	"times",
	"client_address",
	"request_id",
	"occurred_at",
	"business_at",
] as const;

/** @param source has a jsonb column `audit_event`, null where there is no event */
export function auditEventsSql(source: string): string {
	const written = auditColumns.map((column) => `event.${column}`);
	return `
		insert into audit_inbox (${auditColumns.join(", ")})
		select ${written.join(", ")}
		from ${source}, jsonb_populate_record(null::audit_inbox, ${source}.audit_event) event
		where ${source}.audit_event is not null`;
}
