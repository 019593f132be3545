import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { insertEft, shownBalances } from "../../../../test/fixtures/eft/wallets.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import type { Database } from "../../../platform/src/db/database.ts";
import { clearFunds, creditWallet, holdFunds, postHold, releaseHold, reversePosting, transferFunds } from "./wallet.ts";

const now = Date.UTC(2026, 10, 21);

let tables: TestTables;

beforeAll(async () => {
	tables = await openTestTables();
});

afterAll(() => tables.drop());

function inTransaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> {
	const database: Database = tables.database.withTables();
	return database.transaction().execute((transaction: Database) => work(transaction));
}

/** Creates a demo merchant with a held send of this amount. */
async function heldSend(cents: number) {
	const merchantId = await insertMerchant(tables.database);
	const transactionId = await insertEft(tables.database, { merchantId, kind: "send", cents });
	expect(await inTransaction((transaction) => holdFunds(transaction, { merchantId, transactionId, cents, now }))).toBe(
		true,
	);
	return { merchantId, transactionId };
}

/** Credits uncleared funds to a merchant. */
async function credited(merchantId: number, cents: number): Promise<string> {
	const transactionId = await insertEft(tables.database, { merchantId, kind: "request", cents });
	await inTransaction((transaction) => creditWallet(transaction, { merchantId, transactionId, cents, now }));
	return transactionId;
}

async function entriesOf(transactionId: string) {
	return tables.database
		.selectFrom("eft_entries as entry")
		.innerJoin("eft_postings as posting", "posting.id", "entry.posting_id")
		.select(["posting.reason", "entry.account", "entry.cents"])
		.where("posting.transaction_id", "=", transactionId)
		.orderBy("entry.posting_id")
		.orderBy("entry.account")
		.execute();
}

describe("a wallet", () => {
	test("S-23 a demo merchant's wallet opens with $1,000.00 once, also with concurrent reads", async () => {
		const merchantId = await insertMerchant(tables.database);
		const looks = Array.from({ length: 8 }, () => shownBalances(tables.database, merchantId));
		for (const balances of await Promise.all(looks)) {
			expect(balances).toEqual({ actualCents: 100_000, availableCents: 100_000 });
		}
		const openings = tables.database.selectFrom("eft_entries").select("cents").where("merchant_id", "=", merchantId);
		expect((await openings.execute()).map(({ cents }) => cents).sort()).toEqual([-100_000, 100_000]);
	});

	test("a live merchant's wallet opens empty", async () => {
		expect(await shownBalances(tables.database, await insertMerchant(tables.database, { mode: "live" }))).toEqual({});
	});

	test("S-23 held funds cannot be sent again", async () => {
		const { merchantId } = await heldSend(60_000);
		const transactionId = await insertEft(tables.database, { merchantId, kind: "send", cents: 40_001 });
		const another = { merchantId, transactionId, now };
		expect(await inTransaction((transaction) => holdFunds(transaction, { ...another, cents: 40_001 }))).toBe(false);
		expect(await shownBalances(tables.database, merchantId)).toEqual({
			actualCents: 100_000,
			heldCents: 60_000,
			availableCents: 40_000,
		});
		expect(await inTransaction((transaction) => holdFunds(transaction, { ...another, cents: 40_000 }))).toBe(true);
	});

	test("S-23 of fifty concurrent holds, only those that the balance covers succeed", async () => {
		const merchantId = await insertMerchant(tables.database);
		const holds = Array.from({ length: 50 }, async () => {
			const transactionId = await insertEft(tables.database, { merchantId, kind: "send", cents: 3_000 });
			// Without the wallet lock, so that only the database decides, as between gateways.
			return inTransaction((transaction) => holdFunds(transaction, { merchantId, transactionId, cents: 3_000, now }));
		});
		expect((await Promise.all(holds)).filter(Boolean)).toHaveLength(33);
		expect(await shownBalances(tables.database, merchantId)).toEqual({
			actualCents: 100_000,
			heldCents: 99_000,
			availableCents: 1_000,
		});
	});

	test("S-23 the hold of a failed payment is released", async () => {
		const { merchantId, transactionId } = await heldSend(5_000);
		await inTransaction((transaction) => releaseHold(transaction, { transactionId, now }));
		expect(await shownBalances(tables.database, merchantId)).toEqual({ actualCents: 100_000, availableCents: 100_000 });
		expect(await entriesOf(transactionId)).toEqual([]);
	});

	test("S-23 held funds leave the wallet once", async () => {
		const { merchantId, transactionId } = await heldSend(5_000);
		await inTransaction((transaction) => postHold(transaction, { transactionId, now }));
		expect(await shownBalances(tables.database, merchantId)).toEqual({ actualCents: 95_000, availableCents: 95_000 });
		expect(await entriesOf(transactionId)).toEqual([
			{ reason: "payment", account: "rail", cents: 5_000 },
			{ reason: "payment", account: "wallet", cents: -5_000 },
		]);
		await expect(inTransaction((transaction) => postHold(transaction, { transactionId, now }))).rejects.toThrow(
			"has no outgoing hold",
		);
	});

	test("S-23 incoming funds are in the wallet at once, and available when they clear", async () => {
		const merchantId = await insertMerchant(tables.database);
		const transactionId = await credited(merchantId, 2_500);
		expect(await shownBalances(tables.database, merchantId)).toEqual({
			actualCents: 102_500,
			unclearedCents: 2_500,
			availableCents: 100_000,
		});
		await inTransaction((transaction) => clearFunds(transaction, { transactionId, now }));
		expect(await shownBalances(tables.database, merchantId)).toEqual({ actualCents: 102_500, availableCents: 102_500 });
	});

	test("S-23 a transaction is credited only once", async () => {
		const merchantId = await insertMerchant(tables.database);
		const transactionId = await credited(merchantId, 2_500);
		const again = { merchantId, transactionId, cents: 2_500, now };
		await expect(inTransaction((transaction) => creditWallet(transaction, again))).rejects.toThrow(
			"eft_postings_move_once",
		);
	});

	test("S-25 reversing uncleared funds leaves the available balance alone", async () => {
		const merchantId = await insertMerchant(tables.database);
		const transactionId = await credited(merchantId, 2_500);
		await inTransaction((transaction) => reversePosting(transaction, { transactionId, now }));
		expect(await shownBalances(tables.database, merchantId)).toEqual({ actualCents: 100_000, availableCents: 100_000 });
		expect(await entriesOf(transactionId)).toEqual([
			{ reason: "payment", account: "rail", cents: -2_500 },
			{ reason: "payment", account: "wallet", cents: 2_500 },
			{ reason: "return", account: "rail", cents: 2_500 },
			{ reason: "return", account: "wallet", cents: -2_500 },
		]);
	});

	test("S-25 a return of spent funds is advanced, and repaid from the next incoming funds", async () => {
		const merchantId = await insertMerchant(tables.database, { mode: "live" });
		const transactionId = await credited(merchantId, 2_500);
		await inTransaction((transaction) => clearFunds(transaction, { transactionId, now }));
		const spent = await insertEft(tables.database, { merchantId, kind: "send", cents: 2_000 });
		const spending = { merchantId, transactionId: spent, cents: 2_000, now };
		await inTransaction((transaction) => holdFunds(transaction, spending));

		await inTransaction((transaction) => reversePosting(transaction, { transactionId, now }));
		expect(await shownBalances(tables.database, merchantId)).toEqual({
			actualCents: 2_000,
			heldCents: 2_000,
			owedCents: 2_000,
		});
		await inTransaction((transaction) => releaseHold(transaction, { transactionId: spent, now }));
		expect(await shownBalances(tables.database, merchantId)).toEqual({});
		expect(await entriesOf(spent)).toEqual([
			{ reason: "repayment", account: "owed", cents: 2_000 },
			{ reason: "repayment", account: "wallet", cents: -2_000 },
		]);
	});

	test("S-25 a transaction is reversed only once", async () => {
		const merchantId = await insertMerchant(tables.database);
		const transactionId = await credited(merchantId, 2_500);
		const reverse = () => inTransaction((transaction) => reversePosting(transaction, { transactionId, now }));
		await reverse();
		await expect(reverse()).rejects.toThrow("eft_postings_reverses_key");
	});

	test("S-23 concurrent transfers between two wallets work in both directions", async () => {
		const one = await insertMerchant(tables.database);
		const other = await insertMerchant(tables.database);
		const transfers = Array.from({ length: 20 }, async (_, index) => {
			const [from, to] = index % 2 === 0 ? [one, other] : [other, one];
			const transactionId = await insertEft(tables.database, { merchantId: to, kind: "request", cents: 700 });
			return inTransaction((transaction) => transferFunds(transaction, { from, to, transactionId, cents: 700, now }));
		});
		expect((await Promise.all(transfers)).every(Boolean)).toBe(true);
		for (const merchantId of [one, other]) {
			expect(await shownBalances(tables.database, merchantId)).toMatchObject({ availableCents: 100_000 });
		}
	});

	test("S-23 a transfer never exceeds the available balance", async () => {
		const from = await insertMerchant(tables.database);
		const to = await insertMerchant(tables.database);
		const transactionId = await insertEft(tables.database, { merchantId: to, kind: "request", cents: 100_001 });
		const transfer = { from, to, transactionId, cents: 100_001, now };
		expect(await inTransaction((transaction) => transferFunds(transaction, transfer))).toBe(false);
		expect(await entriesOf(transactionId)).toEqual([]);
	});
});

describe("the ledger's tables", () => {
	const ledger = ["eft_postings", "eft_entries"] as const;

	test.each(ledger)("S-25 rows of %s cannot be changed or deleted", async (table) => {
		await heldSend(1);
		await expect(tables.database.deleteFrom(table).execute()).rejects.toThrow("never changed");
		const change = table === "eft_postings" ? { made_at: 1 } : { cents: 1 };
		await expect(tables.database.updateTable(table).set(change).execute()).rejects.toThrow("never changed");
	});

	test.each([
		["a posting whose entries do not sum to zero", [500, -499]],
		["a posting with one entry", [500]],
	])("S-23 the tables reject %s", async (_case, [wallet = 0, rail]) => {
		const merchantId = await insertMerchant(tables.database);
		const transactionId = await credited(merchantId, 100);
		const posting = tables.database
			.insertInto("eft_postings")
			.values({ transaction_id: transactionId, reason: "advance", made_at: now });
		const { id } = await posting.returning("id").executeTakeFirstOrThrow();
		const entry = { posting_id: id, merchant_id: merchantId };
		const entries = [
			{ ...entry, account: "wallet" as const, cents: wallet },
			...(rail === undefined ? [] : [{ ...entry, account: "rail" as const, cents: rail }]),
		];
		await expect(tables.database.insertInto("eft_entries").values(entries).execute()).rejects.toThrow("sum to zero");
	});

	test("S-25 the tables reject entries that are added to a posting later, even if they sum to zero", async () => {
		const merchantId = await insertMerchant(tables.database);
		await shownBalances(tables.database, merchantId);
		const { posting_id: postingId } = await tables.database
			.selectFrom("eft_entries")
			.select("posting_id")
			.where("merchant_id", "=", merchantId)
			.executeTakeFirstOrThrow();
		const later = (["rail", "owed"] as const).map((account, place) => ({
			posting_id: postingId,
			merchant_id: merchantId,
			account,
			cents: place === 0 ? 5 : -5,
		}));
		await expect(tables.database.insertInto("eft_entries").values(later).execute()).rejects.toThrow("come together");
	});

	test("S-23 the tables reject a negative balance", async () => {
		const merchantId = await insertMerchant(tables.database);
		await shownBalances(tables.database, merchantId);
		for (const change of [
			{ actual_cents: -1 },
			{ held_cents: 100_001 },
			{ uncleared_cents: 100_001 },
			{ owed_cents: 1 },
		]) {
			const wallet = tables.database.updateTable("eft_wallets").set(change).where("merchant_id", "=", merchantId);
			await expect(wallet.execute()).rejects.toThrow("check constraint");
		}
	});
});
