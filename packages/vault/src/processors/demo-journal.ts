import { type BatchQueue, givenRows, inBatches, wasRefused } from "@cardseal/batch";
import { CompiledQuery, type Kysely } from "kysely";
import type { DemoProcessorJournalTable, VaultTables } from "../schema.ts";

export type JournalRow = Omit<DemoProcessorJournalTable, "position">;

/** The columns that a decision fills. */
export type JournalEnd = Omit<
	JournalRow,
	"reference" | "operation" | "amount_cents" | "currency" | "avs_result" | "cvv_result" | "original" | "received_at"
>;

const given = givenRows("given", {
	reference: "text",
	operation: "text",
	amount_cents: "bigint",
	currency: "text",
	result: "text",
	decline_class: "text",
	decline_code: "text",
	advice_code: "text",
	message: "text",
	auth_code: "text",
	avs_result: "text",
	cvv_result: "text",
	original: "text",
	received_at: "bigint",
	authentication_status: "text",
	authentication_version: "text",
	authentication_eci: "text",
	challenge: "text",
} satisfies Record<keyof JournalRow, string>);

/**
 * Does not wait for the flush to disk: a later commit flushes it too. If that fails, `DemoProcessor.writeAgain` repeats
 * the row.
 */
const insertRows = `
	/* prepare: demo-journal-insert */
	with flush as materialized (select set_config('synchronous_commit', 'off', true))
	insert into demo_processor.journal (${given.columns.join(", ")})
	select given.* from flush, ${given.sql}
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
			.select(given.columns)
			.where("reference", "=", reference)
			.executeTakeFirst();
	}

	async findWithModifications(reference: string): Promise<{ original: JournalRow | undefined; earlier: JournalRow[] }> {
		const rows = await this.#database
			.selectFrom("demo_processor.journal")
			.select(given.columns)
			.where((row) => row.or([row("reference", "=", reference), row("original", "=", reference)]))
			.execute();
		return {
			original: rows.find((row) => row.reference === reference),
			earlier: rows.filter((row) => row.original === reference),
		};
	}

	/** Ends a charge that waits for its payer. The first end is final. */
	async end(reference: string, end: JournalEnd): Promise<void> {
		await this.#database
			.updateTable("demo_processor.journal")
			.set(end)
			.where("reference", "=", reference)
			.where("result", "=", "action")
			.execute();
	}

	async #insert(rows: JournalRow[]): Promise<boolean[]> {
		const inserted = await this.#database.executeQuery<{ reference: string }>(
			CompiledQuery.raw(insertRows, given.parameters(rows)),
		);
		// If a batch has a reference twice, only the first row is new.
		const isNew = new Set(inserted.rows.map(({ reference }) => reference));
		return rows.map(({ reference }) => isNew.delete(reference));
	}
}
