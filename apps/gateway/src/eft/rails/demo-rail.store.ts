import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import type { Direction, Outcome } from "./rail.ts";

/** What will become of a payment, and when that is told: business time in ms since 1970. */
export type PlannedOutcome = { dueAt: number } & ({ result: "settled" } | { result: "returned"; code: string });

export interface JournalEntry {
	payment: { reference: string; direction: Direction; cents: number; receivedAt: number };
	outcomes: PlannedOutcome[];
}

/**
 * Writes payments down with what will become of them, in one statement. One whose reference stands already stays as it
 * was, its outcomes too: it came again because our own process died.
 */
export async function insertPayments(database: Database, entries: JournalEntry[]): Promise<void> {
	const payments = entries.map(({ payment }) => payment);
	const outcomes = entries.flatMap((entry) =>
		entry.outcomes.map((outcome) => ({
			reference: entry.payment.reference,
			result: outcome.result,
			return_code: outcome.result === "returned" ? outcome.code : null,
			due_at: outcome.dueAt,
		})),
	);
	await sql`
		with taken as (
			insert into demo_rail.journal (reference, direction, amount_cents, received_at)
			select * from unnest(
				${payments.map(({ reference }) => reference)}::text[],
				${payments.map(({ direction }) => direction)}::text[],
				${payments.map(({ cents }) => cents)}::bigint[],
				${payments.map(({ receivedAt }) => receivedAt)}::bigint[]
			)
			on conflict (reference) do nothing
			returning reference
		)
		insert into demo_rail.outcomes (reference, result, return_code, due_at)
		select outcome.* from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
			as outcome (reference text, result text, return_code text, due_at bigint)
		where outcome.reference in (select reference from taken)`.execute(database);
}

/** When the next outcome is told; `undefined` when none is to come. */
export async function findNextDue(database: Database): Promise<number | undefined> {
	const next = await database
		.selectFrom("demo_rail.outcomes")
		.select("due_at")
		.where("acknowledged", "=", false)
		.orderBy("due_at")
		.limit(1)
		.executeTakeFirst();
	return next?.due_at;
}

export async function findDueOutcomes(
	database: Database,
	{ now, limit }: { now: number; limit: number },
): Promise<Outcome[]> {
	const rows = await database
		.selectFrom("demo_rail.outcomes")
		.select(["reference", "result", "return_code as code"])
		.where("acknowledged", "=", false)
		.where("due_at", "<=", now)
		.orderBy("due_at")
		.orderBy("reference")
		.limit(limit)
		.execute();
	return rows.map(({ reference, result, code }) =>
		result === "returned" && code !== null ? { reference, result, code } : { reference, result: "settled" },
	);
}

export async function acknowledgeOutcomes(database: Database, outcomes: Outcome[]): Promise<void> {
	await sql`
		update demo_rail.outcomes set acknowledged = true
		from unnest(
			${outcomes.map(({ reference }) => reference)}::text[], ${outcomes.map(({ result }) => result)}::text[]
		) as taken (reference, result)
		where outcomes.reference = taken.reference and outcomes.result = taken.result`.execute(database);
}
