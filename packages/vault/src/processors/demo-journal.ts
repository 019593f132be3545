import { type BatchQueue, columnOf, inBatches, wasRefused } from "@cardseal/batch";
import { CompiledQuery, type Kysely } from "kysely";
import type { DemoProcessorJournalTable, VaultTables } from "../schema.ts";

export type JournalRow = Omit<DemoProcessorJournalTable, "position">;

const columns = [
	"reference",
	"operation",
	"amount_cents",
	"currency",
	"result",
	"decline_class",
	"decline_code",
	"advice_code",
	"message",
	"auth_code",
	"avs_result",
	"cvv_result",
	"original",
	"received_at",
] as const satisfies readonly (keyof JournalRow)[];

/**
 * Does not wait for the flush to disk: a later commit flushes it too. If that fails, `DemoProcessor.writeAgain` repeats
 * the row.
 */
const insertRows = `
	/* prepare: demo-journal-insert */
	with flush as materialized (select set_config('synchronous_commit', 'off', true))
	insert into demo_processor.journal (${columns.join(", ")})
	select given.* from flush, unnest(
		$1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
		$10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[]
	) as given
	on conflict (reference) do nothing
	returning reference`;

const maximumRows = 500;

export class DemoJournal {
	readonly #database: Kysely<VaultTables>;

	/** Returns true for a new row. */
	readonly append: (row: JournalRow) => Promise<boolean>;

	constructor(database: Kysely<VaultTables>, queue?: BatchQueue) {
		this.#database = database;
		this.append = inBatches({
			run: (rows) => this.#insert(rows),
			maximumItems: maximumRows,
			isItemsFault: wasRefused,
			queue,
		});
	}

	async find(reference: string): Promise<JournalRow | undefined> {
		return this.#database
			.selectFrom("demo_processor.journal")
			.select(columns)
			.where("reference", "=", reference)
			.executeTakeFirst();
	}

	async findWithModifications(reference: string): Promise<{ original: JournalRow | undefined; earlier: JournalRow[] }> {
		const rows = await this.#database
			.selectFrom("demo_processor.journal")
			.select(columns)
			.where((row) => row.or([row("reference", "=", reference), row("original", "=", reference)]))
			.execute();
		return {
			original: rows.find((row) => row.reference === reference),
			earlier: rows.filter((row) => row.original === reference),
		};
	}

	async #insert(rows: JournalRow[]): Promise<boolean[]> {
		const parameters = columns.map((column) => columnOf(rows.map((row) => row[column])));
		const inserted = await this.#database.executeQuery<{ reference: string }>(
			CompiledQuery.raw(insertRows, parameters),
		);
		// If a batch has a reference twice, only the first row is new.
		const isNew = new Set(inserted.rows.map(({ reference }) => reference));
		return rows.map(({ reference }) => isNew.delete(reference));
	}
}
