import type { Database } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Merchant } from "./merchant.ts";
import type { MerchantsTable } from "./tables.ts";

export async function hasLiveMerchant(database: Database): Promise<boolean> {
	const row = await database.selectFrom("merchants").select("id").where("mode", "=", "live").executeTakeFirst();
	return row !== undefined;
}

export async function findMerchant(
	database: Database,
	id: { id: number } | { publicId: string },
): Promise<Merchant | undefined> {
	const query = database.selectFrom("merchants").selectAll();
	const byId = "id" in id ? query.where("id", "=", id.id) : query.where("merchant_id", "=", id.publicId);
	const row = await byId.executeTakeFirst();
	return row && merchantOf(row);
}

/** Other changes of its settings wait until the transaction ends, charges do not. */
export async function lockMerchant(transaction: Database, id: number): Promise<Merchant> {
	const query = transaction.selectFrom("merchants").selectAll().where("id", "=", id);
	return merchantOf(await query.forNoKeyUpdate().executeTakeFirstOrThrow());
}

export async function updateCardTestingSettings(
	database: Database,
	merchantId: number,
	{ isOn, limits }: Merchant["cardTesting"],
): Promise<void> {
	await database
		.updateTable("merchants")
		.set({ card_testing_on: isOn, card_testing_limits: JSON.stringify(limits) })
		.where("id", "=", merchantId)
		.execute();
}

export async function findMerchants(database: Database, ids: number[]): Promise<Merchant[]> {
	if (ids.length === 0) return [];
	const rows = await database.selectFrom("merchants").selectAll().where("id", "in", ids).execute();
	return rows.map(merchantOf);
}

export async function listMerchants(database: Database): Promise<Merchant[]> {
	const rows = await database.selectFrom("merchants").selectAll().orderBy("id").execute();
	return rows.map(merchantOf);
}

export async function insertMerchant(
	transaction: Database,
	merchant: Insertable<GatewayTables["merchants"]>,
): Promise<Merchant> {
	const row = await transaction.insertInto("merchants").values(merchant).returningAll().executeTakeFirstOrThrow();
	return merchantOf(row);
}

/** A live merchant copies them. Live mode enables card-testing protection by default. */
const settingsOfTwins = [
	"name",
	"time_zone",
	"currencies",
	"hosted_form_only",
	"rejects_avs_no_match",
	"rejects_cvv_no_match",
	"card_testing_limits",
	"sends_receipts",
	"receipt_reply_to",
	"contact_address",
	"contact_phone",
	"statement_text",
	"tax_numbers",
	"three_d_secure",
	"three_d_secure_above",
	"three_d_secure_outside",
	"language",
	"both_languages",
	"sends_payment_failed_notices",
	"sends_suspended_notices",
	"sends_card_expiring_notices",
	"retry_days",
	"portal",
] as const;

/** `undefined` if there is one, or if the merchant is live itself. */
export async function insertLiveTwin(
	transaction: Database,
	demoId: number,
	{ publicId, now }: { publicId: string; now: number },
): Promise<Merchant | undefined> {
	const row = await transaction
		.insertInto("merchants")
		.columns(["merchant_id", "mode", "demo_twin_id", "created_at", ...settingsOfTwins])
		.expression((eb) =>
			eb
				.selectFrom("merchants")
				.select([
					sql<string>`${publicId}::text`.as("merchant_id"),
					sql<"live">`'live'`.as("mode"),
					"id",
					sql<number>`${now}::bigint`.as("created_at"),
					...settingsOfTwins,
				])
				.where("id", "=", demoId)
				.where("mode", "=", "demo"),
		)
		.onConflict((conflict) => conflict.column("demo_twin_id").doNothing())
		.returningAll()
		.executeTakeFirst();
	return row && merchantOf(row);
}

export async function hasLiveTwin(database: Database, merchantId: number): Promise<boolean> {
	const query = database.selectFrom("merchants").select("id").where("demo_twin_id", "=", merchantId);
	return (await query.executeTakeFirst()) !== undefined;
}

export async function listKnownTimeZones(database: Database): Promise<string[]> {
	const { rows } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(database);
	return rows.map(({ name }) => name);
}

export function merchantOf(row: Selectable<MerchantsTable>): Merchant {
	return {
		id: row.id,
		publicId: row.merchant_id,
		name: row.name,
		statementText: row.statement_text,
		mode: row.mode,
		timeZone: row.time_zone,
		currencies: row.currencies,
		hostedFormOnly: row.hosted_form_only,
		threeDSecure: {
			rule: row.three_d_secure,
			aboveCents: row.three_d_secure_above,
			outside: row.three_d_secure_outside,
		},
		rejectsAvsNoMatch: row.rejects_avs_no_match,
		rejectsCvvNoMatch: row.rejects_cvv_no_match,
		cardTesting: { isOn: row.card_testing_on, limits: row.card_testing_limits },
	};
}
