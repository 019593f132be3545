import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestTables, type TestTables } from "../../../../../test/fixtures/tables.ts";
import { insertEft, insertMerchant } from "../../../../../test/fixtures/wallets.ts";
import type { Database } from "../../db/database.ts";
import { CommandRefused } from "../../operator/command-refused.ts";
import { manageWallets } from "../../operator/wallet.command.ts";
import { giveToRail, updateEftTransaction } from "../transfers/eft-transactions.store.ts";
import { clearFunds, creditWallet, holdFunds, reversePosting, takeHold, transferFunds } from "./wallet.ts";
import { findDifferences, proveBooks } from "./wallet-proof.store.ts";

const now = Date.UTC(2026, 10, 21);
const cents = 500;

let tables: TestTables;
let database: Database;
let merchantId: number;
/** A send that the bank has confirmed. */
let sent: string;

beforeAll(async () => {
	tables = await openTestTables();
	database = tables.database.withTables();
	merchantId = await insertMerchant(tables.database);
	sent = await everyKindOfLife();
});

afterAll(() => tables.drop());

const account = { rail: "demo", partyName: "Ada", bankAccountId: "account", maskedAccount: "****6789" } as const;
const inTransaction = <Result>(work: (transaction: Database) => Promise<Result>) =>
	database.transaction().execute((transaction: Database) => work(transaction));

/** Transactions of each kind in each state that there is; returns a send that has settled. */
async function everyKindOfLife(): Promise<string> {
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
		await takeHold(transaction, { transactionId, now });
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

/** Asked of another merchant, and paid from its wallet. */
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

/** What is found wrong after a statement that the database would not have let anybody do, which is then undone. */
async function promisesBrokenBy(tampering: RawBuilder<unknown>): Promise<string[]> {
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

describe("the proof of the books", () => {
	test("S-23 finds nothing wrong with transactions of every kind in every state", async () => {
		const { differences, wallets, postings } = await proveBooks(database);
		expect(differences).toEqual([]);
		expect({ wallets, postings }).toEqual({ wallets: 2, postings: 10 });
	});

	const sentIs = () => sql`transaction_id = ${sent}`;
	test.each<[string, () => RawBuilder<unknown>, string[]]>([
		[
			"a balance that somebody raised",
			() => sql`update eft_wallets set actual_cents = actual_cents + 1 where merchant_id = ${merchantId}`,
			["the actual balance is the sum of the wallet's entries"],
		],
		[
			"money that is owed to nobody",
			() => sql`
				with stranger as (
					insert into merchants (merchant_id, name, mode, created_at) values ('stranger', 'Stranger', 'live', 0) returning id
				)
				insert into eft_wallets (merchant_id, owed_cents) select id, 1 from stranger`,
			["what is owed is the sum of what was advanced and not repaid"],
		],
		[
			"a hold that is gone",
			() => sql`delete from eft_holds where kind = 'outgoing'`,
			[
				"what is held is the sum of the holds",
				"a transaction holds its amount for as long as the bank has not answered",
			],
		],
		[
			"an uncleared credit that is gone",
			() => sql`delete from eft_holds where kind = 'uncleared'`,
			[
				"what is not cleared is the sum of what may still be returned",
				"a transaction holds its amount for as long as the bank has not answered",
			],
		],
		[
			"an entry of another amount",
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
			"a return of less than was paid",
			() => sql`update eft_entries set cents = cents / 5 where posting_id = (
				select min(id) from eft_postings where reason = 'return')`,
			[
				"a return mirrors the payment that it reverses",
				"the actual balance is the sum of the wallet's entries",
				"a returned transaction has given back what it moved",
			],
		],
		[
			"an outcome that no money followed",
			() => sql`update eft_transactions set result = 'PENDING', settled_at = null where ${sentIs()}`,
			[
				"a transaction has moved what its result says",
				"a transaction holds its amount for as long as the bank has not answered",
			],
		],
		[
			"a payment that nobody's wallet made",
			() => sql`update eft_transactions set amount_cents = amount_cents + 1 where kind = 'payment'`,
			["a transaction has moved what its result says"],
		],
	])("S-23 names %s", async (_what, tampering, promises) => {
		expect((await promisesBrokenBy(tampering())).sort()).toEqual(promises.sort());
	});
});

describe("npm run wallet -- verify", () => {
	async function verify(...words: string[]) {
		const lines: string[] = [];
		const isWell = await manageWallets({ database, write: (line) => lines.push(line) }, ["verify", ...words]);
		return { isWell, text: lines.join("\n") };
	}

	test("says that all is well, and what it looked at", async () => {
		const { isWell, text } = await verify();
		expect(isWell).toBe(true);
		expect(text).toMatch(/The books are in order.*postings +10/s);
	});

	test("answers programs in JSON", async () => {
		const { text } = await verify("--json");
		expect(JSON.parse(text)).toMatchObject({ isWell: true, wallets: 2, differences: [] });
	});

	test("names what differs by its merchant, and says that all is not well", async () => {
		const wallet = tables.database.updateTable("eft_wallets").where("merchant_id", "=", merchantId);
		await wallet.set((row) => ({ actual_cents: row("actual_cents", "+", 7) })).execute();
		const { isWell, text } = await verify();
		await wallet.set((row) => ({ actual_cents: row("actual_cents", "-", 7) })).execute();
		expect(isWell).toBe(false);
		const { merchant_id: publicId } = await tables.database
			.selectFrom("merchants")
			.select("merchant_id")
			.where("id", "=", merchantId)
			.executeTakeFirstOrThrow();
		expect(text).toContain("1 differences");
		expect(text).toContain(`${publicId}: expected 101000, found 101007: the actual balance`);
	});

	test.each([[], ["verify", "everything"], ["verify", "--loudly"]])(
		"refuses what it does not know: %j",
		async (...words) => {
			await expect(manageWallets({ database, write: () => undefined }, words)).rejects.toThrow(CommandRefused);
		},
	);
});
