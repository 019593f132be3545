import { advisoryLocks, type Database } from "@cardseal/platform/db";
import { sql } from "kysely";
import { erasedColumns } from "./erased-columns.store.ts";

/** Few, so that locks and log writes do not delay charges. */
const sliceRows = 500;

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
	if (table === "transactions") await eraseEvidence(transaction, ids);
	else await eraseBankData(transaction, ids);
}

async function eraseEvidence(transaction: Database, ids: number[]): Promise<void> {
	const { assignments, hasAny } = erasedColumns("dispute_answers");
	await sql`
		update dispute_answers set ${assignments}
		from disputes join transactions on transactions.transaction_id = disputes.transaction_id
		where transactions.id = any(${ids}::bigint[]) and dispute_answers.merchant_id = disputes.merchant_id
			and dispute_answers.dispute = disputes.id and ${hasAny}`.execute(transaction);
}

async function eraseBankData(transaction: Database, ids: number[]): Promise<void> {
	const mandates = erasedColumns("eft_mandates");
	await sql`
		update eft_mandates set ${mandates.assignments} from eft_transactions
		where eft_transactions.id = any(${ids}::bigint[]) and eft_transactions.transaction_id = eft_mandates.transaction_id
			and ${mandates.hasAny}`.execute(transaction);
	const payments = erasedColumns("aft.payments");
	await sql`
		update aft.payments set ${payments.assignments} from eft_transactions
		where eft_transactions.id = any(${ids}::bigint[]) and aft.payments.reference = eft_transactions.transaction_id
			and ${payments.hasAny}`.execute(transaction);
}
