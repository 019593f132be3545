import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { PaperRail } from "../../../../test/fixtures/eft/paper-rail.ts";
import { insertEft, shownBalances } from "../../../../test/fixtures/eft/wallets.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import type { Database } from "../../../platform/src/db/database.ts";
import type { BusinessWork } from "../../../platform/src/jobs/business-work.ts";
import { giveToRail, updateEftTransaction } from "../transaction/eft-transactions.store.ts";
import { creditWallet, holdFunds } from "../wallet/wallet.ts";
import { railWork } from "./rail.job.ts";

const now = Date.UTC(2026, 10, 21);
const clock = { now: () => now };

let tables: TestTables;
let database: Database;
let merchantId: number;
let rail: PaperRail;
let work: BusinessWork;

beforeAll(async () => {
	tables = await openTestTables();
	database = tables.database.withTables();
});

afterAll(() => tables.drop());

beforeEach(async () => {
	merchantId = await insertMerchant(tables.database);
	rail = new PaperRail();
	work = railWork({ database, clocks: { business: clock, real: clock }, rails: { railFor: () => rail, all: [rail] } });
});

const account = { rail: "demo", partyName: "Ada", bankAccountId: "account", maskedAccount: "****6789" } as const;

async function queuedSend(cents: number): Promise<string> {
	const transactionId = await insertEft(tables.database, { merchantId, kind: "send", cents });
	await database.transaction().execute(async (transaction: Database) => {
		await holdFunds(transaction, { merchantId, transactionId, cents, now });
		await giveToRail(transaction, transactionId, account);
	});
	return transactionId;
}

/** Creates an accepted request, whose funds are uncleared. */
async function acceptedRequest(cents: number): Promise<string> {
	const transactionId = await insertEft(tables.database, { merchantId, kind: "request", cents });
	await database.transaction().execute(async (transaction: Database) => {
		await creditWallet(transaction, { merchantId, transactionId, cents, now });
		await updateEftTransaction(transaction, transactionId, { result: "APPROVED" });
		await giveToRail(transaction, transactionId, account);
	});
	return transactionId;
}

async function stateOf(transactionId: string) {
	return database
		.selectFrom("eft_transactions")
		.select(["result", "return_code", "message", "submitted_at", "settled_at", "returned_at"])
		.where("transaction_id", "=", transactionId)
		.executeTakeFirstOrThrow();
}

async function run(): Promise<void> {
	expect(await work.nextAt()).toBeLessThanOrEqual(now);
	await work.run();
}

const returned = (reference: string) => ({ reference, result: "returned", code: "901" }) as const;
const settled = (reference: string) => ({ reference, result: "settled" }) as const;

describe("bank payments", () => {
	test("queued payments go to their rail once, with their direction", async () => {
		const [send, request] = [await queuedSend(500), await acceptedRequest(700)];
		await run();
		expect([...rail.taken.values()]).toEqual([
			{ reference: send, direction: "credit", cents: 500, ...rest() },
			{ reference: request, direction: "debit", cents: 700, ...rest() },
		]);
		expect(await work.nextAt()).toBeUndefined();
	});

	test("one run submits all queued payments, however many", async () => {
		const first = await queuedSend(500);
		await sql`
			insert into eft_transactions (
				transaction_id, merchant_id, kind, type, amount_cents, result, rail, party_name, bank_account_id, masked_account,
				created_at
			)
			select lpad(n::text, 20, '0'), merchant_id, kind, type, amount_cents, result, rail, party_name, bank_account_id,
				masked_account, created_at
			from eft_transactions, generate_series(1, 1200) as n where transaction_id = ${first}`.execute(database);
		await run();
		expect(rail.submitted).toHaveLength(1_201);
		expect(await work.nextAt()).toBeUndefined();
	});

	function rest() {
		return { merchantId, bankAccountId: "account", partyName: "Ada", transactionCode: "450" };
	}

	test("S-25 a settled payment leaves the wallet, or becomes available in it", async () => {
		const [send, request] = [await queuedSend(500), await acceptedRequest(700)];
		rail.outcomes = [settled(send), settled(request)];
		await run();
		expect(await shownBalances(tables.database, merchantId)).toEqual({ actualCents: 100_200, availableCents: 100_200 });
		for (const transaction of [send, request]) {
			expect(await stateOf(transaction)).toMatchObject({ result: "APPROVED", settled_at: now, return_code: null });
			expect(await auditEvents(tables.database, { object: transaction })).toMatchObject([{ type: "eft.settled" }]);
		}
	});

	test("S-25 a returned payment leaves the wallet as before, with the bank's reason", async () => {
		const [send, request] = [await queuedSend(500), await acceptedRequest(700)];
		rail.outcomes = [returned(send), returned(request)];
		await run();
		expect(await shownBalances(tables.database, merchantId)).toEqual({ actualCents: 100_000, availableCents: 100_000 });
		for (const transaction of [send, request]) {
			expect(await stateOf(transaction)).toMatchObject({
				result: "DECLINED",
				return_code: "901",
				message: "Returned by the bank: 901 Not sufficient funds.",
				returned_at: now,
			});
		}
	});

	test("S-25 a payment returned after settlement leaves the wallet as before", async () => {
		const [send, request] = [await queuedSend(500), await acceptedRequest(700)];
		rail.outcomes = [settled(send), settled(request), returned(send), returned(request)];
		await run();
		expect(await shownBalances(tables.database, merchantId)).toEqual({ actualCents: 100_000, availableCents: 100_000 });
		expect(await stateOf(send)).toMatchObject({ result: "DECLINED", settled_at: now, returned_at: now });
	});

	test("S-25 a return of spent funds leaves no negative balance, and is repaid from the next incoming funds", async () => {
		const request = await acceptedRequest(700);
		rail.outcomes = [settled(request)];
		await run();
		const spent = await queuedSend(100_700);
		rail.outcomes = [settled(spent), returned(request)];
		await run();
		expect(await shownBalances(tables.database, merchantId)).toEqual({ owedCents: 700 });
		const next = await acceptedRequest(1_000);
		expect(await shownBalances(tables.database, merchantId)).toEqual({
			actualCents: 1_000,
			unclearedCents: 1_000,
			owedCents: 700,
		});
		rail.outcomes = [settled(next)];
		await run();
		expect(await shownBalances(tables.database, merchantId)).toEqual({ actualCents: 300, availableCents: 300 });
	});

	test("a payment submitted again after a crash is known by its reference", async () => {
		const send = await queuedSend(500);
		rail.diesAfter = "submit";
		await expect(work.run()).rejects.toThrow("Some bank payments failed");
		rail.diesAfter = undefined;
		await run();
		expect(rail.submitted).toEqual([send, send]);
		expect(rail.taken.size).toBe(1);
		expect(await work.nextAt()).toBeUndefined();
	});

	test("S-25 an outcome repeated after a crash settles the payment only once", async () => {
		const [send, request] = [await queuedSend(500), await acceptedRequest(700)];
		rail.outcomes = [settled(send), settled(request), returned(request)];
		rail.diesAfter = "take outcomes";
		await expect(work.run()).rejects.toThrow("died");
		const after = await shownBalances(tables.database, merchantId);
		rail.diesAfter = undefined;
		await run();
		expect(await shownBalances(tables.database, merchantId)).toEqual(after);
		expect(after).toEqual({ actualCents: 99_500, availableCents: 99_500 });
		expect(rail.outcomes).toEqual([]);
	});

	test("a payment that fails delays no other", async () => {
		const [bad, good] = [await queuedSend(500), await queuedSend(600)];
		rail.refused.add(bad);
		rail.outcomes = [settled("nobody's"), settled(good)];
		await expect(work.run()).rejects.toThrow("Some bank payments failed");
		expect([...rail.taken.keys()]).toEqual([good]);
		expect(await stateOf(good)).toMatchObject({ result: "APPROVED", submitted_at: now });
		expect(rail.outcomes).toEqual([settled("nobody's")]);
	});

	test("S-25 a return that comes before the settlement stays", async () => {
		const send = await queuedSend(500);
		rail.outcomes = [returned(send), settled(send)];
		await run();
		expect(await stateOf(send)).toMatchObject({ result: "DECLINED", settled_at: null });
		expect(await shownBalances(tables.database, merchantId)).toEqual({ actualCents: 100_000, availableCents: 100_000 });
	});
});
