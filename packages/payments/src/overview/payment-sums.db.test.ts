import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Random, randomFrom } from "../../../../test/faults/random.ts";
import { createMerchant } from "../../../../test/fixtures/builders.ts";
import { approvedTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import type { Merchant } from "../../../merchants/src/merchant.ts";
import type { Database } from "../../../platform/src/db/database.ts";
import { dayIn, lastDays, readOverview } from "./overview.ts";
import { deleteOldSums, deleteSumsAfter } from "./payment-sums.store.ts";
import { sumPaymentsJob } from "./sum-payments.job.ts";
import { sumPayments } from "./sum-payments.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Ahead of the database's clock, as a sandbox's time may be. */
const start = Date.UTC(2036, 4, 17, 12);

let tables: TestTables;
let database: Database;

beforeAll(async () => {
	tables = await openTestTables();
	database = tables.database.withTables();
});

afterAll(() => tables.drop());

let sales = 0;

/** Inserts a PENDING sale of 31 dollars and returns its id. */
async function insertSale(merchant: Merchant, createdAt: number): Promise<string> {
	const transaction_id = `Q${sales++}`;
	const { id: _id, ...row } = approvedTransaction({ merchant_id: merchant.id, transaction_id, created_at: createdAt });
	await database
		.insertInto("transactions")
		.values({ ...row, type: "sale", currency: "CAD", amount_cents: 3_100, status: "PENDING", decided_at: null })
		.execute();
	return transaction_id;
}

async function change(
	transactionId: string,
	values: { status?: "APPROVED" | "DECLINED"; decided_at?: number; voided_by?: string | null },
	by: Database = database,
): Promise<void> {
	await by.updateTable("transactions").set(values).where("transaction_id", "=", transactionId).execute();
}

/** Returns the counts that an overview shows for 30 days. */
async function countAt(now: number, merchant: Merchant): Promise<{ approved: number; declined: number }> {
	const { currencies } = await readOverview(database, { now: () => now }, merchant);
	const [shown] = currencies;
	expect(shown?.last30Days.approved_cents).toBe((shown?.last30Days.approved_count ?? 0) * 3_100);
	return { approved: shown?.last30Days.approved_count ?? 0, declined: shown?.last30Days.declined_count ?? 0 };
}

/** Sums a merchant's payments as the job does when the database's clock says `now`. */
async function sumAt(now: number, merchant: Merchant): Promise<void> {
	await deleteSumsAfter(database, now - hour / 2);
	await sumPayments(database, merchant.id, { end: now - hour });
}

interface Sale {
	id: string;
	createdAt: number;
	status: "PENDING" | "APPROVED" | "DECLINED";
	isVoided: boolean;
}

/** A merchant whose payments and clock move at random, with a plain list of the payments. */
class Story {
	readonly #random: Random;
	#merchant: Merchant;
	readonly #sales: Sale[] = [];
	#now = start;

	constructor(random: Random, merchant: Merchant) {
		this.#random = random;
		this.#merchant = merchant;
	}

	async sell(): Promise<void> {
		const createdAt = this.#now - this.#random.between(0, 5_000);
		const id = await insertSale(this.#merchant, createdAt);
		this.#sales.push({ id, createdAt, status: "PENDING", isVoided: false });
	}

	async decide(): Promise<void> {
		const sale = this.#draw("PENDING");
		if (sale === undefined) return;
		sale.status = this.#random.chance(0.7) ? "APPROVED" : "DECLINED";
		await change(sale.id, { status: sale.status, decided_at: this.#now });
	}

	/** Voids a sale, or releases one whose void was declined. */
	async void(): Promise<void> {
		const sale = this.#draw("APPROVED");
		if (sale === undefined) return;
		sale.isVoided = !sale.isVoided;
		await change(sale.id, { voided_by: sale.isVoided ? "void" : null });
	}

	async wait(): Promise<void> {
		this.#now += this.#random.pick([20 * minute, hour, 7 * hour, 30 * hour]);
	}

	async sum(): Promise<void> {
		await sumAt(this.#now, this.#merchant);
		await this.compare();
	}

	/** A clock that was wrong is corrected. The job soon runs. */
	async stepBack(): Promise<void> {
		const ms = this.#random.pick([10 * minute, 3 * hour, 20 * day]);
		if (this.#random.chance(0.5)) {
			this.#now += ms;
			await this.sum();
		}
		this.#now -= ms;
		await this.sum();
	}

	async move(): Promise<void> {
		const time_zone = this.#random.pick(["America/Toronto", "Asia/Kathmandu", "UTC"]);
		await database.updateTable("merchants").set({ time_zone }).where("id", "=", this.#merchant.id).execute();
		this.#merchant = { ...this.#merchant, timeZone: time_zone };
		await this.compare();
	}

	async compare(): Promise<void> {
		const dayOf = (time: number) => dayIn(this.#merchant.timeZone, time);
		const days = new Set(lastDays(dayOf(this.#now), 30));
		const shown = this.#sales.filter(({ createdAt, isVoided }) => days.has(dayOf(createdAt)) && !isVoided);
		const count = (wanted: Sale["status"]) => shown.filter(({ status }) => status === wanted).length;
		const counts = { approved: count("APPROVED"), declined: count("DECLINED") };
		expect(await countAt(this.#now, this.#merchant), `${this.#now - start} ms`).toEqual(counts);
	}

	#draw(status: Sale["status"]): Sale | undefined {
		const [first, ...others] = this.#sales.filter((sale) => sale.status === status);
		return first && this.#random.pick([first, ...others]);
	}
}

/** Every overview must agree with a plain count. */
async function play(seed: number, steps: number): Promise<void> {
	const random = randomFrom(seed);
	const story = new Story(random, await createMerchant(tables.database));
	const actions = [
		...Array.from({ length: 8 }, () => story.sell),
		...Array.from({ length: 4 }, () => story.decide),
		...Array.from({ length: 2 }, () => story.void),
		...Array.from({ length: 2 }, () => story.compare),
		...Array.from({ length: 2 }, () => story.sum),
		...Array.from({ length: 3 }, () => story.wait),
		story.stepBack,
		story.move,
	] as const;
	for (let step = 0; step < steps; step++) await random.pick([story.sell, ...actions]).call(story);
	await story.compare();
}

/** Inserts a sale of 2 days ago that was approved at once. */
async function insertApproved(merchant: Merchant, createdAt = start - 2 * day): Promise<string> {
	const sale = await insertSale(merchant, createdAt);
	await change(sale, { status: "APPROVED", decided_at: createdAt });
	return sale;
}

/** Makes the sums wrong, to tell whether they are read. */
async function falsifySums(merchant: Merchant): Promise<void> {
	await database
		.updateTable("payment_day_sums")
		.set({ approved_count: 7, approved_cents: 7 * 3_100 })
		.where("merchant_id", "=", merchant.id)
		.execute();
}

function readSums(merchant: Merchant) {
	return database.selectFrom("payment_day_sums").where("merchant_id", "=", merchant.id).selectAll().execute();
}

function readNotes(merchant: Merchant) {
	return database.selectFrom("changes_after_summing").where("merchant_id", "=", merchant.id).selectAll().execute();
}

describe("sums of payments", () => {
	test.each([1, 2, 3, 4, 5, 6])("agree with a plain count whatever changes, by seed %i", async (seed) => {
		await play(seed, 200);
	});

	test("are read instead of payments", async () => {
		const merchant = await createMerchant(tables.database);
		await insertApproved(merchant);
		expect(await countAt(start, merchant)).toEqual({ approved: 1, declined: 0 });
		await sumAt(start, merchant);
		await falsifySums(merchant);
		expect(await countAt(start, merchant)).toEqual({ approved: 7, declined: 0 });
	});

	test("of a day with PENDING payments are not made before their outcome", async () => {
		const merchant = await createMerchant(tables.database);
		const sale = await insertSale(merchant, start - 2 * day);
		await sumAt(start, merchant);
		await change(sale, { status: "APPROVED", decided_at: start });
		expect(await countAt(start, merchant)).toEqual({ approved: 1, declined: 0 });
		await sumAt(start, merchant);
		await falsifySums(merchant);
		expect(await countAt(start, merchant)).toEqual({ approved: 7, declined: 0 });
	});

	test("a void that commits while they are made is counted", async () => {
		const merchant = await createMerchant(tables.database);
		const sale = await insertApproved(merchant);
		await sumAt(start, merchant);
		await database.transaction().execute(async (transaction: Database) => {
			await change(sale, { voided_by: "void" }, transaction);
			await sumAt(start, merchant);
			expect(await countAt(start, merchant)).toEqual({ approved: 1, declined: 0 });
		});
		expect(await countAt(start, merchant)).toEqual({ approved: 0, declined: 0 });
		await sumAt(start, merchant);
		expect(await readNotes(merchant)).toEqual([]);
		expect(await countAt(start, merchant)).toEqual({ approved: 0, declined: 0 });
	});

	test("gateways at once make them once, and overviews meanwhile are right", async () => {
		const merchant = await createMerchant(tables.database);
		for (let age = 1; age <= 12; age++) await insertApproved(merchant, start - age * 2 * day);
		const counts = await Promise.all([
			sumAt(start, merchant),
			countAt(start, merchant),
			sumAt(start, merchant),
			countAt(start, merchant),
		]);
		const expected = { approved: 12, declined: 0 };
		expect(counts).toEqual([undefined, expected, undefined, expected]);
		expect(await countAt(start, merchant)).toEqual(expected);
	});

	test("a limit ends their making between two days; the next run continues", async () => {
		const merchant = await createMerchant(tables.database);
		await insertApproved(merchant);
		const limit = new AbortController();
		limit.abort();
		await sumPayments(database, merchant.id, { end: start, limit: limit.signal });
		expect(await readSums(merchant)).toEqual([]);
		await sumAt(start, merchant);
		expect(await readSums(merchant)).toHaveLength(1);
	});

	test("count only in the time zone in which they were made, until a change deletes them", async () => {
		const merchant = await createMerchant(tables.database);
		const moved = { ...merchant, timeZone: "Asia/Kathmandu" };
		const sale = await insertApproved(merchant);
		await sumAt(start, merchant);
		await falsifySums(merchant);
		expect(await countAt(start, moved)).toEqual({ approved: 1, declined: 0 });
		const zone = (time_zone: string) =>
			database.updateTable("merchants").set({ time_zone }).where("id", "=", merchant.id).execute();
		await zone("Asia/Kathmandu");
		await change(sale, { voided_by: "void" });
		await sumAt(start, merchant);
		await zone("UTC");
		expect(await countAt(start, merchant)).toEqual({ approved: 0, declined: 0 });
	});

	test("a process that dies while it makes them leaves right ones, and the next run continues", async () => {
		const merchant = await createMerchant(tables.database);
		for (let age = 1; age <= 20; age++) await insertApproved(merchant, start - age * day);
		await sql`
			create function die() returns trigger language plpgsql as $$
			begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(database);
		await sql`
			create trigger dies before insert on payment_day_sums
				for each row when (new.ends_at < ${sql.lit(start - 10 * day)}) execute function die()`.execute(database);
		await expect(sumAt(start, merchant)).rejects.toThrow();
		await sql`drop trigger dies on payment_day_sums`.execute(database);
		const summed = await readSums(merchant);
		expect(summed.length).toBeGreaterThan(5);
		expect(summed.length).toBeLessThan(15);
		expect(await countAt(start, merchant)).toEqual({ approved: 20, declined: 0 });
		await sumAt(start, merchant);
		expect(await countAt(start, merchant)).toEqual({ approved: 20, declined: 0 });
		await falsifySums(merchant);
		expect(await countAt(start, merchant)).toEqual({ approved: 140, declined: 0 });
	});

	test("only a void, and a payment that is added late, are noted; retention deletes old notes", async () => {
		const merchant = await createMerchant(tables.database);
		const now = Date.now();
		await insertApproved(merchant, now);
		expect(await readNotes(merchant)).toEqual([]);
		// A gateway whose clock is two hours behind adds one.
		await insertApproved(merchant, now - 2 * hour);
		expect(await readNotes(merchant)).toHaveLength(1);
		await deleteOldSums(database, now - 3 * hour);
		expect(await readNotes(merchant)).toHaveLength(1);
		await deleteOldSums(database, now);
		expect(await readNotes(merchant)).toEqual([]);
	});

	test("retention deletes old ones", async () => {
		const merchant = await createMerchant(tables.database);
		await insertApproved(merchant);
		await sumAt(start, merchant);
		await deleteOldSums(database, start - 3 * day);
		expect(await readSums(merchant)).toHaveLength(1);
		await deleteOldSums(database, start);
		expect(await readSums(merchant)).toEqual([]);
	});

	test("the job makes them for merchants who read their overview", async () => {
		const [reader, other] = [await createMerchant(tables.database), await createMerchant(tables.database)];
		const aheadMs = () => start - Date.now();
		for (const merchant of [reader, other]) await insertApproved(merchant);
		const read = new Set([reader.id]);
		await sumPaymentsJob({ database, aheadMs, read }).run();
		expect(read.size).toBe(0);
		const summed = await database.selectFrom("payment_day_sums").select("merchant_id").execute();
		expect(summed.filter(({ merchant_id }) => merchant_id === other.id)).toEqual([]);
		expect(summed.filter(({ merchant_id }) => merchant_id === reader.id)).toHaveLength(1);
	});
});
