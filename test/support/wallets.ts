import { beginEftTransaction } from "../../apps/gateway/src/eft/begin-eft-transaction.ts";
import type { EftKind } from "../../apps/gateway/src/eft/eft-transaction.ts";
import { type Balances, readBalances } from "../../apps/gateway/src/eft/wallet.ts";
import { newLookupId } from "../../apps/gateway/src/ids.ts";
import type { AllTables } from "./tables.ts";

/** A merchant with nothing but its row; returns the row's id. */
export async function insertMerchant(database: AllTables, mode: "demo" | "live" = "demo"): Promise<number> {
	const { id } = await database
		.insertInto("merchants")
		.values({ merchant_id: newLookupId(), name: "Maple & Main", mode, created_at: 0 })
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

/** A transaction of a wallet, PENDING; returns its transaction_id. */
export async function insertEft(
	database: AllTables,
	transaction: { merchantId: number; kind: EftKind; cents: number; pays?: string },
): Promise<string> {
	const { merchantId, kind, cents, pays } = transaction;
	const row = await beginEftTransaction(database.withTables(), {
		transaction_id: newLookupId(),
		merchant_id: merchantId,
		kind,
		amount_cents: cents,
		...(pays !== undefined && { pays }),
		created_at: 0,
	});
	return row.transaction_id;
}

/** The balances of a wallet that is not empty, without those that are zero. */
export async function shownBalances(database: AllTables, merchantId: number): Promise<Partial<Balances>> {
	const balances = await readBalances(database.withTables(), merchantId, 0);
	return Object.fromEntries(Object.entries(balances).filter(([, cents]) => cents !== 0));
}
