import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { insertEft } from "../../../../test/fixtures/eft/wallets.ts";
import { createTestOperator } from "../../../../test/fixtures/operator.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import type { Database } from "../../../platform/src/db/database.ts";
import { giveToRail, updateEftTransaction } from "../transaction/eft-transactions.store.ts";
import { findDifferences, verifyLedger } from "./verify-ledger.store.ts";
import { clearFunds, creditWallet, holdFunds, postHold, reversePosting, transferFunds } from "./wallet.ts";

const now = Date.UTC(2026, 10, 21);
const cents = 500;

let tables: TestTables;
let database: Database;
let merchantId: number;
/** The id of a settled send. */
let sent: string;

beforeAll(async () => {
	tables = await openTestTables();
	database = tables.database.withTables();
	merchantId = await insertMerchant(tables.database);
	sent = await createEveryState();
});

afterAll(() => tables.drop());

const account = { rail: "demo", partyName: "Ada", bankAccountId: "account", maskedAccount: "****6789" } as const;
const inTransaction = <Result>(work: (transaction: Database) => Promise<Result>) =>
	database.transaction().execute((transaction: Database) => work(transaction));

/** Creates transactions of every kind in every state. Returns the id of a settled send. */
async function createEveryState(): Promise<string> {
	await insertEft(tables.database, { merchantId, kind: "request", cents });
	await queuedSend();
	const settled = await settledSend();
	const returnedLate = await settledSend();
	await inTransaction((transaction) => reversePosting(transaction, { transactionId: returnedLate, now }));
	await setReturned(returnedLate);
	await acceptedRequest();
	const cleared = await acceptedRequest();
	await inTransaction((transaction) => clearFunds(transaction, { transactionId: cleared, now }));
	await inTransaction((transaction) => updateEftTransaction(transaction, cleared, { settled_at: now }));
	const returned = await acceptedRequest();
	await inTransaction((transaction) => reversePosting(transaction, { transactionId: returned, now }));
	await setReturned(returned);
	await paidRequest();
	return settled;
}

async function queuedSend(): Promise<string> {
	const transactionId = await insertEft(tables.database, { merchantId, kind: "send", cents });
	await inTransaction(async (transaction) => {
		await giveToRail(transaction, transactionId, account);
		await holdFunds(transaction, { merchantId, transactionId, cents, now });
	});
	return transactionId;
}

async function settledSend(): Promise<string> {
	const transactionId = await queuedSend();
	await inTransaction(async (transaction) => {
		await postHold(transaction, { transactionId, now });
		await updateEftTransaction(transaction, transactionId, { result: "APPROVED", settled_at: now });
	});
	return transactionId;
}

async function acceptedRequest(): Promise<string> {
	const transactionId = await insertEft(tables.database, { merchantId, kind: "request", cents });
	await inTransaction(async (transaction) => {
		await creditWallet(transaction, { merchantId, transactionId, cents, now });
		await giveToRail(transaction, transactionId, account);
		await updateEftTransaction(transaction, transactionId, { result: "APPROVED" });
	});
	return transactionId;
}

async function paidRequest(): Promise<void> {
	const payer = await insertMerchant(tables.database);
	const request = await insertEft(tables.database, { merchantId, kind: "request", cents });
	const payment = await insertEft(tables.database, { merchantId: payer, kind: "payment", cents, pays: request });
	await inTransaction(async (transaction) => {
		await transferFunds(transaction, { from: payer, to: merchantId, transactionId: request, cents, now });
		for (const one of [request, payment]) await updateEftTransaction(transaction, one, { result: "APPROVED" });
	});
}

async function setReturned(transactionId: string): Promise<void> {
	const progress = { result: "DECLINED", return_code: "901", returned_at: now } as const;
	await inTransaction((transaction) => updateEftTransaction(transaction, transactionId, progress));
}

/** Runs a statement that triggers would refuse, returns the rules it breaks, and rolls back. */
async function rulesBrokenBy(tampering: RawBuilder<unknown>): Promise<string[]> {
	const found: string[] = [];
	const undo = new Error("undo");
	const tampered = database.transaction().execute(async (transaction: Database) => {
		for (const table of ["eft_postings", "eft_entries"]) {
			await sql`alter table ${sql.table(table)} disable trigger user`.execute(transaction);
		}
		await tampering.execute(transaction);
		const differences = await findDifferences(transaction);
		found.push(...new Set(differences.map(({ promise }) => promise)));
		throw undo;
	});
	await expect(tampered).rejects.toBe(undo);
	return found;
}

describe("the check of the ledger", () => {
	test("S-23 finds no difference in transactions of every kind and state", async () => {
		const { differences, wallets, postings } = await verifyLedger(database);
		expect(differences).toEqual([]);
		expect({ wallets, postings }).toEqual({ wallets: 2, postings: 10 });
	});

	const sentIs = () => sql`transaction_id = ${sent}`;
	test.each<[string, () => RawBuilder<unknown>, string[]]>([
		[
			"a raised balance",
			() => sql`update eft_wallets set actual_cents = actual_cents + 1 where merchant_id = ${merchantId}`,
			["the actual balance is the sum of the wallet's entries"],
		],
		[
			"an owed balance without an advance",
			() => sql`
				with stranger as (
					insert into merchants (merchant_id, name, mode, created_at) values ('stranger', 'Stranger', 'live', 0) returning id
				)
				insert into eft_wallets (merchant_id, owed_cents) select id, 1 from stranger`,
			["the owed balance is the sum of advances minus repayments"],
		],
		[
			"a missing outgoing hold",
			() => sql`delete from eft_holds where kind = 'outgoing'`,
			[
				"the held balance is the sum of outgoing holds",
				"a transaction holds its amount until the bank settles or returns it",
			],
		],
		[
			"a missing uncleared hold",
			() => sql`delete from eft_holds where kind = 'uncleared'`,
			[
				"the uncleared balance is the sum of uncleared holds",
				"a transaction holds its amount until the bank settles or returns it",
			],
		],
		[
			"an entry with a wrong amount",
			() => sql`update eft_entries set cents = cents + 1 where account = 'rail' and posting_id = (
				select id from eft_postings where ${sentIs()})`,
			["the entries of a posting sum to zero"],
		],
		[
			"a posting without entries",
			() => sql`insert into eft_postings (transaction_id, reason, made_at) values (${sent}, 'advance', 0)`,
			["a posting has two entries at least"],
		],
		[
			"a return of less than the payment",
			() => sql`update eft_entries set cents = cents / 5 where posting_id = (
				select min(id) from eft_postings where reason = 'return')`,
			[
				"a return has the reversed entries of its payment",
				"the actual balance is the sum of the wallet's entries",
				"a returned transaction reversed its payment",
			],
		],
		[
			"a posting for a transaction without an outcome",
			() => sql`update eft_transactions set result = 'PENDING', settled_at = null where ${sentIs()}`,
			[
				"a transaction moved the amount that its result implies",
				"a transaction holds its amount until the bank settles or returns it",
			],
		],
		[
			"a payment that no posting matches",
			() => sql`update eft_transactions set amount_cents = amount_cents + 1 where kind = 'payment'`,
			["a transaction moved the amount that its result implies"],
		],
	])("S-23 reports %s", async (_case, tampering, promises) => {
		expect((await rulesBrokenBy(tampering())).sort()).toEqual(promises.sort());
	});
});

describe("npm run wallet -- verify", () => {
	const operator = () => createTestOperator({ database, clocks: testClocks() });
	const verify = () => operator().run("wallet", "verify");

	test("reports success and the number of rows checked", async () => {
		const { isComplete, text } = await verify();
		expect(isComplete).toBe(true);
		expect(text).toMatch(/The ledger is correct.*postings +10/s);
	});

	test("prints JSON with --json", async () => {
		const { json } = await verify();
		expect(json).toMatchObject({ isWell: true, wallets: 2, differences: [] });
	});

	test("reports failure and names the merchant of a difference", async () => {
		const wallet = tables.database.updateTable("eft_wallets").where("merchant_id", "=", merchantId);
		await wallet.set((row) => ({ actual_cents: row("actual_cents", "+", 7) })).execute();
		const { isComplete, text } = await verify();
		await wallet.set((row) => ({ actual_cents: row("actual_cents", "-", 7) })).execute();
		expect(isComplete).toBe(false);
		const { merchant_id: publicId } = await tables.database
			.selectFrom("merchants")
			.select("merchant_id")
			.where("id", "=", merchantId)
			.executeTakeFirstOrThrow();
		expect(text).toContain("1 differences");
		expect(text).toContain(`${publicId}: expected 101000, found 101007: the actual balance`);
	});

	test.each([[], ["verify", "everything"], ["verify", "--loudly"]])(
		"refuses unknown arguments: %j",
		async (...words) => {
			expect(await operator().refusalOf("wallet", ...words)).toContain("npm run wallet -- verify");
		},
	);
});
