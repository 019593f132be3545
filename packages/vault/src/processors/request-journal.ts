import { inBatches, wasRefused } from "@cardseal/batch";
import { CompiledQuery, type Kysely } from "kysely";
import type { VaultTables } from "../schema.ts";

/** Commits durably: a request may leave only when a crash cannot lose its row. */
const insertSubmitted = `
	/* prepare: journal-submitted */
	insert into vault.processor_requests (reference, submitted_at)
	select given.* from unnest($1::text[], $2::bigint[]) as given order by 1
	on conflict (reference) do nothing
	returning reference`;

const insertTombstone = `
	/* prepare: journal-tombstone */
	insert into vault.processor_requests (reference, tombstone_at) values ($1, $2)
	on conflict (reference) do update set tombstone_at = coalesce(processor_requests.tombstone_at, excluded.tombstone_at)
	returning submitted_at`;

export const requestJournalTable = "vault.processor_requests";

/** The index on real time has this expression. */
export const requestedAt = "coalesce(submitted_at, tombstone_at)";

const maximumRows = 500;

export interface RequestJournal {
	/** `false` if it was submitted before, or inquired about: then nothing may be sent. */
	submitted(reference: string, at: number): Promise<boolean>;
	/**
	 * Refuses later submissions.
	 *
	 * @returns when it was submitted; `undefined` if it never left
	 */
	tombstone(reference: string, at: number): Promise<number | undefined>;
}

export function createRequestJournal(database: Kysely<VaultTables>): RequestJournal {
	const insert = inBatches({
		async run(requests: { reference: string; at: number }[]) {
			const parameters = [requests.map(({ reference }) => reference), requests.map(({ at }) => at)];
			const { rows } = await database.executeQuery<{ reference: string }>(
				CompiledQuery.raw(insertSubmitted, parameters),
			);
			const isNew = new Set(rows.map(({ reference }) => reference));
			// If a batch has a reference twice, only the first one is new.
			return requests.map(({ reference }) => isNew.delete(reference));
		},
		maximumItems: maximumRows,
		isItemsFault: wasRefused,
	});
	return {
		submitted: (reference, at) => insert({ reference, at }),
		async tombstone(reference, at) {
			const { rows } = await database.executeQuery<{ submitted_at: number | null }>(
				CompiledQuery.raw(insertTombstone, [reference, at]),
			);
			return rows[0]?.submitted_at ?? undefined;
		},
	};
}
