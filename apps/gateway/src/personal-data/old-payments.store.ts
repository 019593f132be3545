import { advisoryLocks, type Database } from "@cardseal/platform/db";
import { sql } from "kysely";
import { erasedColumns } from "./erased-columns.store.ts";
import { personalData } from "./personal-columns.ts";

/** Few, so that locks and log writes do not delay charges. */
const sliceRows = 500;

const erasedWithPayments = personalData.flatMap(({ erased }) => [...erased]);

type PaymentTable = "transactions" | "eft_transactions";

/**
 * Reads each payment once, by its primary key, because each slice stores the last id.
 *
 * @param limit begins no further slice once it is aborted
 */
export async function eraseOldPayments(database: Database, before: number, limit?: AbortSignal): Promise<void> {
	for (const table of ["transactions", "eft_transactions"] as const) {
		while (limit?.aborted !== true && (await eraseSlice(database, table, before)) === sliceRows);
	}
}

/** The number of read payments; 0 while another gateway does this work. */
function eraseSlice(database: Database, table: PaymentTable, before: number): Promise<number> {
	return database.transaction().execute(async (transaction) => {
		const lock = await sql<{ isTaken: boolean }>`
			select pg_try_advisory_xact_lock(${advisoryLocks.oldPayments}) as "isTaken"`.execute(transaction);
		if (lock.rows[0]?.isTaken !== true) return 0;
		const { rows } = await sql<{ ids: number[]; through: number | null }>`
			with slice as materialized (
				select id, created_at from ${sql.table(table)}
				where id > coalesce((select through_id from erased_payments where table_name = ${table}), 0)
				order by id limit ${sliceRows}
			)
			select coalesce(array_agg(id), '{}') as ids, max(id) as through from slice
			where id < coalesce((select min(id) from slice where created_at >= ${before}::bigint), 'infinity'::float8)`.execute(
			transaction,
		);
		const [slice] = rows;
		if (slice === undefined || slice.through === null) return 0;
		await erasePayments(transaction, table, slice.ids);
		await transaction
			.insertInto("erased_payments")
			.values({ table_name: table, through_id: slice.through })
			.onConflict((conflict) => conflict.column("table_name").doUpdateSet({ through_id: slice.through ?? 0 }))
			.execute();
		return slice.ids.length;
	});
}

export async function erasePayments(transaction: Database, table: PaymentTable, ids: number[]): Promise<void> {
	const { assignments, hasAny } = erasedColumns(table);
	await sql`
		update ${sql.table(table)} set ${assignments} where id = any(${ids}::bigint[]) and ${hasAny}`.execute(transaction);
	for (const { table: other, joined } of erasedWithPayments.filter(({ payment }) => payment === table)) {
		const { assignments, hasAny } = erasedColumns(other);
		await sql`
			update ${sql.table(other)} set ${assignments} ${joined} and ${sql.table(table)}.id = any(${ids}::bigint[]) and ${hasAny}`.execute(
			transaction,
		);
	}
}
