import { bankReferenceOf } from "@cardseal/platform";
import { type Database, rowsAs } from "@cardseal/platform/db";
import { sql } from "kysely";
import type { Direction, Payment } from "./rail.ts";
import type { AftFileRow, AftPayment } from "./tables.ts";

/** Leaves known references unchanged. */
export async function insertAftPayments(database: Database, payments: Payment[], now: number): Promise<void> {
	if (payments.length === 0) return;
	await database
		.insertInto("aft.payments")
		.values(
			payments.map(({ reference, merchantId, direction, cents, bankAccountId, partyName, transactionCode }) => ({
				reference,
				cross_reference: bankReferenceOf(reference),
				merchant_id: merchantId,
				direction,
				amount_cents: cents,
				bank_account_id: bankAccountId,
				party_name: partyName,
				transaction_code: transactionCode,
				submitted_at: now,
			})),
		)
		.onConflict((conflict) => conflict.column("reference").doNothing())
		.execute();
}

export type WaitingPayment = AftPayment & { merchant_name: string };

export function findWaiting(
	transaction: Database,
	{ direction, except, limit }: { direction: Direction; except: string[]; limit: number },
): Promise<WaitingPayment[]> {
	return transaction
		.selectFrom("aft.payments as payment")
		.innerJoin("merchants", "merchants.id", "payment.merchant_id")
		.selectAll("payment")
		.select("merchants.name as merchant_name")
		.where("direction", "=", direction)
		.where("file_id", "is", null)
		.where("is_refused", "=", false)
		.where("reference", "!=", sql<string>`all(${except}::text[])`)
		.orderBy("payment.id")
		.limit(limit)
		.execute();
}

export function lockUnfiled(transaction: Database, crossReferences: string[]): Promise<AftPayment[]> {
	return transaction
		.selectFrom("aft.payments")
		.selectAll()
		.where("cross_reference", "=", sql<string>`any(${crossReferences}::text[])`)
		.where("file_id", "is", null)
		.where("is_refused", "=", false)
		.orderBy("id")
		.forUpdate()
		.execute();
}

/** Stores also the merchant's name in the file. */
export async function putIntoFile(
	transaction: Database,
	fileId: number,
	payments: Pick<WaitingPayment, "id" | "merchant_name">[],
): Promise<void> {
	await sql`
		update aft.payments as payment set file_id = ${fileId}, originator_name = chosen.merchant_name
		from ${rowsAs("chosen", { id: "bigint", merchant_name: "text" }, payments)}
		where payment.id = chosen.id`.execute(transaction);
}

export function findPaymentsOf(transaction: Database, fileId: number): Promise<AftPayment[]> {
	return transaction.selectFrom("aft.payments").selectAll().where("file_id", "=", fileId).orderBy("id").execute();
}

export async function refusePayments(
	transaction: Database,
	references: string[],
	{ code, now }: { code: string; now: number },
): Promise<void> {
	await transaction
		.updateTable("aft.payments")
		.set({ is_refused: true })
		.where("reference", "=", sql<string>`any(${references}::text[])`)
		.execute();
	await insertReturns(
		transaction,
		references.map((reference) => ({ reference, code })),
		now,
	);
}

/** @param dueAt ms since 1970 */
export async function insertSettlements(transaction: Database, fileId: number, dueAt: number): Promise<void> {
	await sql`
		insert into aft.outcomes (reference, result, due_at)
		select reference, 'settled', ${dueAt} from aft.payments where file_id = ${fileId}
		on conflict do nothing`.execute(transaction);
}

export type FiledRow = AftPayment &
	Pick<AftFileRow, "value_date" | "return_account"> & {
		returned: string | null;
	};

export async function lockFiledPayments(
	transaction: Database,
	by: "cross_reference" | "reference",
	references: string[],
): Promise<FiledRow[]> {
	const { rows } = await sql<FiledRow>`
		select payment.*, file.value_date, file.return_account, (
			select return_code from aft.outcomes where reference = payment.reference and result = 'returned'
		) as returned
		from aft.payments as payment join aft.files as file on file.id = payment.file_id
		where payment.${sql.ref(by)} = any(${references}::text[])
		order by payment.id for update of payment`.execute(transaction);
	return rows;
}

/** Deletes a settlement that is not acknowledged yet. */
export async function insertReturns(
	transaction: Database,
	returns: { reference: string; code: string }[],
	now: number,
): Promise<void> {
	const references = returns.map(({ reference }) => reference);
	await sql`
		delete from aft.outcomes where reference = any(${references}::text[]) and result = 'settled' and not acknowledged`.execute(
		transaction,
	);
	await sql`
		insert into aft.outcomes (reference, result, return_code, due_at)
		select reference, 'returned', code, ${now}::bigint
		from ${rowsAs("returned", { reference: "text", code: "text" }, returns)}`.execute(transaction);
}
