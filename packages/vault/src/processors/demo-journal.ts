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
	"message",
	"auth_code",
	"received_at",
] as const satisfies readonly (keyof JournalRow)[];

/** One statement for any number of rows: a row whose reference stands already is left out of the answer. */
const insertRows = `
	insert into demo_processor.journal (${columns.join(", ")})
	select * from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[])
	on conflict (reference) do nothing
	returning reference`;

/** Rows written by one statement at most. */
const maximumBatch = 500;

interface Waiting {
	row: JournalRow;
	resolve: (isNew: boolean) => void;
	reject: (error: unknown) => void;
}

/**
 * The demo processor's own memory. Rows that arrive while a statement is under way go into the next one together: the
 * processor stands for a machine elsewhere and should cost the database it shares with us as little as it can.
 */
export class DemoJournal {
	readonly #database: Kysely<VaultTables>;
	#waiting: Waiting[] = [];
	#writing = false;

	constructor(database: Kysely<VaultTables>) {
		this.#database = database;
	}

	/** Writes a row durably, unless its reference stands already. Says whether it was new. */
	append(row: JournalRow): Promise<boolean> {
		return new Promise((resolve, reject) => {
			this.#waiting.push({ row, resolve, reject });
			if (!this.#writing) void this.#writeAll();
		});
	}

	async find(reference: string): Promise<JournalRow | undefined> {
		return this.#database
			.selectFrom("demo_processor.journal")
			.select(columns)
			.where("reference", "=", reference)
			.executeTakeFirst();
	}

	async #writeAll(): Promise<void> {
		this.#writing = true;
		while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, maximumBatch));
		this.#writing = false;
	}

	async #write(batch: Waiting[]): Promise<void> {
		try {
			// A reference that stands twice in one batch is written once, for whoever came first.
			const parameters = columns.map((column) => batch.map(({ row }) => row[column]));
			const { rows } = await this.#database.executeQuery<{ reference: string }>(
				CompiledQuery.raw(insertRows, parameters),
			);
			const written = new Set(rows.map((row) => row.reference));
			for (const { row, resolve } of batch) resolve(written.delete(row.reference));
		} catch (error) {
			for (const { reject } of batch) reject(error);
		}
	}
}
