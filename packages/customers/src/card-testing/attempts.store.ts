import { type Database, deleteInSlices, fingerprintLockKeys } from "@cardseal/platform/db";
import { sql } from "kysely";
import type { CardTestingLimits } from "./limits.ts";
import type { CardTestingAttemptsTable } from "./tables.ts";
import type { History, Tally } from "./verdict.ts";

export type OpenAttempt = Omit<CardTestingAttemptsTable, "result">;

/** Null where an attempt has none. */
export type AttemptFingerprints = Pick<OpenAttempt, "card" | "bin" | "address" | "customer" | "email">;

const minute = 60_000;

/** An attempt counts as failed while its bank may still answer. Later, its processor is away. */
const openMs = 60_000;

/** More rows would say nothing more. */
const tallyRows = 500;

/** Sorted, to avoid deadlocks. Nothing is flushed to disk: losing a few counts in a crash is acceptable. */
export async function lockFingerprints(transaction: Database, fingerprints: (Buffer | null)[]): Promise<void> {
	const keys = fingerprintLockKeys(fingerprints.filter((fingerprint) => fingerprint !== null));
	await sql`
		/* prepare: card-testing-lock */
		select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(key)
		from unnest(${keys}::bigint[]) as key`.execute(transaction);
}

export async function findSessionNetwork(database: Database, sessionId: Buffer): Promise<string | undefined> {
	const { rows } = await sql<{ client_network: string }>`
		select client_network from widget_sessions where id = ${sessionId}`.execute(database);
	return rows[0]?.client_network;
}

interface HistoryRow {
	card_and_address: number;
	card: number;
	customer: number;
	address: number;
	small_address: number;
	cards_of_address: number;
	cards_of_customer: number;
	cards_of_email: number;
	is_frozen: boolean;
}

/** `now` is real time. */
export async function readHistory(
	transaction: Database,
	{ merchantId, fingerprints, now }: { merchantId: number; fingerprints: AttemptFingerprints; now: number },
	limits: CardTestingLimits,
): Promise<History> {
	const since = now - limits.window_minutes * minute;
	const { card, bin, address, customer, email } = fingerprints;
	const failed = sql`at > ${since} and (result = 'failed' or result = 'open' and at > ${now - openMs})`;
	const otherCards = sql`count(distinct card) from card_testing_attempts where at > ${since} and card <> ${card}`;
	const { rows } = await sql<HistoryRow>`
		/* prepare: card-testing-history */
		select
			(select count(*) from card_testing_attempts where card = ${card} and address = ${address} and ${failed}) as card_and_address,
			(select count(*) from card_testing_attempts where card = ${card} and ${failed}) as card,
			(select count(*) from card_testing_attempts where customer = ${customer} and ${failed}) as customer,
			(select count(*) from card_testing_attempts where address = ${address} and ${failed}) as address,
			(select count(*) from card_testing_attempts where address = ${address} and is_small and ${failed}) as small_address,
			(select ${otherCards} and address = ${address}) as cards_of_address,
			(select ${otherCards} and customer = ${customer}) as cards_of_customer,
			(select ${otherCards} and email = ${email}) as cards_of_email,
			exists (select from card_testing_freezes where bin = ${bin} and frozen_until > ${now}) as is_frozen
	`.execute(transaction);
	const [row] = rows;
	if (row === undefined) throw new Error("The history of an attempt returned no row.");
	return {
		failedByCardAndAddress: row.card_and_address,
		failedByCard: row.card,
		failedByCustomer: row.customer,
		failedByAddress: row.address,
		smallFailedByAddress: row.small_address,
		otherCardsOfAddress: row.cards_of_address,
		otherCardsOfCustomer: row.cards_of_customer,
		otherCardsOfEmail: row.cards_of_email,
		isRangeFrozen: row.is_frozen,
		range: await tallyRange(transaction, bin, { since: now - limits.bin_window_minutes * minute, now }),
		merchant: await tallyMerchant(transaction, merchantId, now - limits.merchant_window_minutes * minute),
	};
}

/** One approval makes a card approved. */
export async function tallyRange(
	transaction: Database,
	bin: Buffer,
	{ since, now }: { since: number; now: number },
): Promise<Tally> {
	const { rows } = await sql<Tally>`
		/* prepare: card-testing-range */
		select
			count(*) filter (where approved) as approved,
			count(*) filter (where failed and not approved) as failed,
			count(*) filter (where not failed and not approved) as open
		from (
			select bool_or(result = 'approved') as approved, bool_or(result = 'failed') as failed
			from (
				select card, result from card_testing_attempts
				where bin = ${bin} and at > ${since} and (result <> 'open' or at > ${now - openMs})
				order by at desc limit ${tallyRows}
			) as recent
			group by card
		) as cards`.execute(transaction);
	return rows[0] ?? { approved: 0, failed: 0, open: 0 };
}

async function tallyMerchant(transaction: Database, merchantId: number, since: number): Promise<Tally> {
	const { rows } = await sql<Tally>`
		/* prepare: card-testing-merchant */
		select
			count(*) filter (where result = 'approved') as approved,
			count(*) filter (where result = 'failed') as failed,
			count(*) filter (where result = 'open') as open
		from (
			select result from card_testing_attempts
			where merchant_id = ${merchantId} and at > ${since} order by at desc limit ${tallyRows}
		) as recent`.execute(transaction);
	return rows[0] ?? { approved: 0, failed: 0, open: 0 };
}

export async function insertAttempt(transaction: Database, attempt: OpenAttempt): Promise<void> {
	await transaction
		.insertInto("card_testing_attempts")
		.values({ ...attempt, result: "open" })
		.execute();
}

/** Returns `undefined` for an unknown or decided attempt. */
export async function decideAttempt(
	transaction: Database,
	reference: string,
	result: "approved" | "failed",
): Promise<{ merchantId: number; bin: Buffer } | undefined> {
	const row = await transaction
		.updateTable("card_testing_attempts")
		.set({ result })
		.where("reference", "=", reference)
		.where("result", "=", "open")
		.returning(["merchant_id", "bin"])
		.executeTakeFirst();
	return row && { merchantId: row.merchant_id, bin: row.bin };
}

export async function forgetAttempt(database: Database, reference: string): Promise<void> {
	await database.deleteFrom("card_testing_attempts").where("reference", "=", reference).execute();
}

/** Returns `false` if it is frozen already. */
export async function freezeRange(
	transaction: Database,
	{ bin, merchantId, now, frozenUntil }: { bin: Buffer; merchantId: number; now: number; frozenUntil: number },
): Promise<boolean> {
	const frozen = await transaction
		.insertInto("card_testing_freezes")
		.values({ bin, merchant_id: merchantId, frozen_until: frozenUntil })
		.onConflict((conflict) =>
			conflict
				.column("bin")
				.doUpdateSet({ frozen_until: frozenUntil })
				.where("card_testing_freezes.frozen_until", "<=", now),
		)
		.returning("bin")
		.executeTakeFirst();
	return frozen !== undefined;
}

export async function deleteExpiredAttempts(database: Database, now: number): Promise<void> {
	await deleteInSlices(database, "card_testing_attempts", sql`expires_at <= ${now}`);
	await deleteInSlices(database, "card_testing_freezes", sql`frozen_until <= ${now}`);
}
