import type { Database } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Selectable, sql } from "kysely";
import type { LimitName } from "../tables.ts";

export type StoredLimit = Omit<Selectable<GatewayTables["eft_send_limits"]>, "merchant_id">;

export function findLimits(database: Database, merchantId: number): Promise<StoredLimit[]> {
	return database
		.selectFrom("eft_send_limits")
		.select(["name", "cents", "next_cents", "next_at"])
		.where("merchant_id", "=", merchantId)
		.execute();
}

/** Makes other changes wait until the transaction ends. */
export async function lockLimits(transaction: Database, merchantId: number): Promise<StoredLimit[]> {
	await transaction.selectFrom("merchants").select("id").where("id", "=", merchantId).forNoKeyUpdate().execute();
	return findLimits(transaction, merchantId);
}

export async function saveLimit(
	transaction: Database,
	merchantId: number,
	name: LimitName,
	{ cents, next }: { cents: number; next: { cents: number; at: number } | undefined },
): Promise<void> {
	const values = { cents, next_cents: next?.cents ?? null, next_at: next?.at ?? null };
	await transaction
		.insertInto("eft_send_limits")
		.values({ merchant_id: merchantId, name, ...values })
		.onConflict((conflict) => conflict.columns(["merchant_id", "name"]).doUpdateSet(values))
		.execute();
}

export interface PaidPayee {
	isNew: boolean;
	/** Business time. */
	firstPaidAt: number;
	paidCents: number;
}

/** Serialises payments to the payee. */
export async function addToPayee(
	transaction: Database,
	payment: { merchantId: number; fingerprint: Buffer; cents: number; now: number },
): Promise<PaidPayee> {
	const { merchantId, fingerprint, cents, now } = payment;
	const { rows } = await sql<PaidPayee>`
		insert into eft_payees as payee (merchant_id, fingerprint, first_paid_at, paid_cents)
		values (${merchantId}, ${fingerprint}, ${now}, ${cents})
		on conflict (merchant_id, fingerprint) do update set paid_cents = payee.paid_cents + excluded.paid_cents
		returning xmax = 0 as "isNew", first_paid_at as "firstPaidAt", paid_cents as "paidCents"`.execute(transaction);
	const [paid] = rows;
	if (paid === undefined) throw new Error("The payee was not written.");
	return paid;
}

/** A payee without other payments is new again. */
export async function removeFromPayee(
	transaction: Database,
	{ merchantId, fingerprint, cents }: { merchantId: number; fingerprint: Buffer; cents: number },
): Promise<void> {
	const own = { merchant_id: merchantId, fingerprint };
	const { paid_cents: remaining } = await transaction
		.updateTable("eft_payees")
		.set((eb) => ({ paid_cents: eb("paid_cents", "-", cents) }))
		.where((eb) => eb.and(own))
		.returning("paid_cents")
		.executeTakeFirstOrThrow();
	if (remaining === 0)
		await transaction
			.deleteFrom("eft_payees")
			.where((eb) => eb.and(own))
			.execute();
}

/** Counts waiting payments too. */
export async function readPayee(
	transaction: Database,
	{ merchantId, fingerprint }: { merchantId: number; fingerprint: Buffer },
): Promise<Omit<PaidPayee, "isNew">> {
	return transaction
		.selectFrom("eft_payees")
		.select(["first_paid_at as firstPaidAt", "paid_cents as paidCents"])
		.where("merchant_id", "=", merchantId)
		.where("fingerprint", "=", fingerprint)
		.executeTakeFirstOrThrow();
}

/** Leaves out returned payments. */
export async function sumPaidSince(transaction: Database, merchantId: number, since: number): Promise<number> {
	const { cents } = await transaction
		.selectFrom("eft_transactions")
		.select(({ fn }) => fn.coalesce(fn.sum<number>("amount_cents"), sql<number>`0`).as("cents"))
		.where("merchant_id", "=", merchantId)
		.where((eb) =>
			eb.or([
				eb("created_at", ">", since),
				eb(
					"transaction_id",
					"in",
					eb
						.selectFrom("eft_approvals")
						.select("transaction_id")
						.where("merchant_id", "=", merchantId)
						.where("decided_at", ">", since),
				),
			]),
		)
		.where("kind", "in", ["send", "payment", "deposit"])
		.where("result", "!=", "DECLINED")
		.executeTakeFirstOrThrow();
	return Number(cents);
}
