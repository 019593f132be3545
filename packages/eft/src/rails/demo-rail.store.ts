import { type Database, rowsAs } from "@cardseal/platform/db";
import { sql } from "kysely";
import type { Direction } from "./rail.ts";

/** `dueAt` is business time in ms since 1970. */
export type PlannedOutcome = { dueAt: number } & ({ result: "settled" } | { result: "returned"; code: string });

export interface JournalEntry {
	payment: { reference: string; direction: Direction; cents: number; receivedAt: number };
	outcomes: PlannedOutcome[];
}

const paymentTypes = { reference: "text", direction: "text", amount_cents: "bigint", received_at: "bigint" };
const outcomeTypes = { reference: "text", result: "text", return_code: "text", due_at: "bigint" };

/** A known reference keeps its payment and outcomes. */
export async function insertPayments(database: Database, entries: JournalEntry[]): Promise<void> {
	const payments = entries.map(
		({ payment: { reference, direction, cents: amount_cents, receivedAt: received_at } }) => ({
			reference,
			direction,
			amount_cents,
			received_at,
		}),
	);
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
			select * from ${rowsAs("payment", paymentTypes, payments)}
			on conflict (reference) do nothing
			returning reference
		)
		insert into demo_rail.outcomes (reference, result, return_code, due_at)
		select outcome.* from ${rowsAs("outcome", outcomeTypes, outcomes)}
		where outcome.reference in (select reference from taken)`.execute(database);
}
