import { randomBytes } from "node:crypto";
import { createBatchQueue } from "@cardseal/batch";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { turnsOfTheLoop } from "../../../../test/fixtures/turns-of-the-loop.ts";
import type { Database } from "../../../platform/src/db/database.ts";
import { newLookupId } from "../../../platform/src/ids.ts";
import { insertPending, type OnceOnly, type TransactionToWrite } from "./pending.store.ts";
import { createTransactionWriter, type TransactionWriter } from "./transaction-writer.ts";

const madeAt = 1_795_219_200_000;

let tables: TestTables;
let writer: TransactionWriter;
/** The writer of another gateway on the same database. */
let other: TransactionWriter;

beforeAll(async () => {
	tables = await openTestTables();
});
afterAll(() => tables.drop());
beforeEach(() => {
	writer = createTransactionWriter(tables.database);
	other = createTransactionWriter(tables.database);
});

function pending(onceOnly: OnceOnly = {}): TransactionToWrite {
	return { transaction: newTransaction({ transaction_id: newLookupId() }), inquiryFrom: madeAt, ...onceOnly };
}

const token = (sessionId?: Buffer) => ({ fingerprint: randomBytes(32), expiresAt: madeAt, sessionId });
const key = () => ({ merchantId: 7, route: "sale", key: newLookupId(), fingerprint: randomBytes(32), now: madeAt });
const times = <Thing>(count: number, make: () => Thing) => Array.from({ length: count }, make);

/**
 * Writes all charges in one turn of the event loop. Returns for each whether it was written, or the claim that was
 * taken.
 */
function insertAll(charges: TransactionToWrite[], by = writer): Promise<string[]> {
	return Promise.all(
		charges.map(async (charge) => {
			const written = await by.writePending(charge);
			return typeof written === "string" ? written : written.status;
		}),
	);
}

function count(answers: string[]): Record<string, number> {
	return Object.fromEntries(
		Object.entries(Object.groupBy(answers, (answer) => answer)).map(([answer, same]) => [answer, same?.length ?? 0]),
	);
}

/** Counts the rows of these charges, table by table: a charge that is not written leaves none. */
async function rowsOf(charges: TransactionToWrite[]) {
	const ids = charges.map(({ transaction }) => transaction.transaction_id);
	const tokens = charges.flatMap(({ usedToken }) => usedToken?.fingerprint ?? []);
	const { database } = tables;
	const [transactions, pendingTransactions, keys, used] = await Promise.all([
		database.selectFrom("transactions").select("id").where("transaction_id", "in", ids).execute(),
		database.selectFrom("pending_transactions").select("transaction_id").where("transaction_id", "in", ids).execute(),
		database.selectFrom("idempotency_keys").select("key").where("transaction_id", "in", ids).execute(),
		database
			.selectFrom("used_card_tokens")
			.select("fingerprint")
			.where("fingerprint", "=", sql<Buffer>`any(${tokens}::bytea[])`)
			.execute(),
	]);
	return {
		transactions: transactions.length,
		pending: pendingTransactions.length,
		keys: keys.length,
		tokens: used.length,
	};
}

/** Counts the statements that wait for a lock. */
async function waitingStatements(): Promise<number> {
	const { rows } = await sql<{ waiting: number }>`
		select count(*) as waiting from pg_stat_activity
		where datname = current_database() and wait_event_type = 'Lock'`.execute(tables.database);
	return rows[0]?.waiting ?? 0;
}

describe("the queue of a writer", () => {
	const approved = { status: "APPROVED", message: "Approved", decided_at: madeAt } as const;
	const undecided = {
		decline_class: null,
		decline_code: null,
		advice_code: null,
		card_testing_reason: null,
		avs_result: null,
		cvv_result: null,
		three_d_secure_status: null,
		three_d_secure_version: null,
		three_d_secure_eci: null,
		liability_shift: null,
		issuer_code: null,
		network_transaction_id: null,
		capture_before: null,
	};
	const outcome = { ...approved, ...undecided, processor_auth_code: null, processor_transaction_id: null };

	test("of two outcomes of one transaction at once, the first is recorded", async () => {
		const one = pending();
		await writer.writePending(one);
		const { transaction_id: transactionId } = one.transaction;
		const decided = { transactionId, isModification: false, response: undefined, isReceiptDue: false };
		const results = await Promise.all([
			writer.writeOutcome({ ...decided, outcome: { ...outcome, status: "DECLINED", message: "No" } }),
			writer.writeOutcome({ ...decided, outcome }),
		]);
		expect(results).toEqual([true, false]);
		const { status } = await tables.database
			.selectFrom("transactions")
			.select("status")
			.where("transaction_id", "=", transactionId)
			.executeTakeFirstOrThrow();
		expect(status).toBe("DECLINED");
	});

	test("both writes wait for the queue", async () => {
		const queue = createBatchQueue(60_000);
		const inQueue = createTransactionWriter(tables.database, queue);
		const [known, fresh] = [pending(), pending()];
		await writer.writePending(known);
		const held = Promise.withResolvers<void>();
		void queue.run(() => held.promise);
		const statements = vi.spyOn(tables.database, "executeQuery");
		const { transaction_id: transactionId } = known.transaction;
		const writes = Promise.all([
			inQueue.writePending(fresh),
			inQueue.writeOutcome({
				transactionId,
				isModification: false,
				outcome,
				response: undefined,
				isReceiptDue: false,
			}),
		]);
		await turnsOfTheLoop();
		expect(statements).not.toHaveBeenCalled();
		held.resolve();
		expect(await writes).toMatchObject([{ status: "PENDING" }, true]);
		expect(statements).toHaveBeenCalledTimes(2);
		statements.mockRestore();
	});
});

describe("charges in one statement", () => {
	test("T-02 one statement writes 150 new tokens and skips fifty used ones among them", async () => {
		const used = times(50, token);
		await insertAll(used.map((usedToken) => pending({ usedToken })));
		const statements = vi.spyOn(tables.database, "executeQuery");
		const charges = times(200, () => pending({ usedToken: token(), keyed: key() })).map((charge, index) =>
			index % 4 === 0 ? { ...charge, usedToken: used[index / 4] } : charge,
		);
		const answers = await insertAll(charges);
		expect(statements).toHaveBeenCalledTimes(1);
		statements.mockRestore();
		expect(answers).toEqual(charges.map((_, index) => (index % 4 === 0 ? "token_used" : "PENDING")));
		expect(await rowsOf(charges)).toEqual({ transactions: 150, pending: 150, keys: 150, tokens: 200 });
	});

	test("charges have the ids of their own rows", async () => {
		const charges = times(3, pending);
		const written = await Promise.all(charges.map((charge) => writer.writePending(charge)));
		for (const [index, one] of written.entries()) {
			const { transaction_id } = charges[index]?.transaction ?? {};
			const row = await tables.database
				.selectFrom("transactions")
				.selectAll()
				.where("transaction_id", "=", String(transaction_id))
				.executeTakeFirst();
			expect(one).toEqual(row);
		}
	});

	test("T-05 a taken key leaves the token of its charge unused", async () => {
		const keyed = key();
		await insertAll([pending({ keyed })]);
		const again = pending({ keyed, usedToken: token() });
		expect(await insertAll([again])).toEqual(["key_taken"]);
		expect(await rowsOf([again])).toEqual({ transactions: 0, pending: 0, keys: 0, tokens: 0 });
		expect(await insertAll([pending({ usedToken: again.usedToken })])).toEqual(["PENDING"]);
	});

	test("T-04 a used token leaves the key of its charge unused", async () => {
		const usedToken = token();
		await insertAll([pending({ usedToken })]);
		const again = pending({ keyed: key(), usedToken });
		expect(await insertAll([again])).toEqual(["token_used"]);
		expect(await insertAll([pending({ keyed: again.keyed })])).toEqual(["PENDING"]);
	});

	test("T-02 of fifty charges with one token, and of fifty of one session, one is written", async () => {
		const usedToken = token();
		const session = randomBytes(16);
		const charges = [
			...times(50, () => pending({ usedToken, keyed: key() })),
			...times(50, () => pending({ usedToken: token(session) })),
		];
		expect(count(await insertAll(charges))).toEqual({ PENDING: 2, token_used: 98 });
		expect(await rowsOf(charges)).toMatchObject({ transactions: 2, pending: 2, keys: 1, tokens: 2 });
	});

	test("a charge is refused only for what is written, not for a refused charge in the same statement", async () => {
		const [used, good] = [token(), token()];
		await insertAll([pending({ usedToken: used })]);
		const keyed = key();
		const charges = [pending({ usedToken: used, keyed }), pending({ usedToken: good, keyed })];
		expect(await insertAll(charges)).toEqual(["token_used", "PENDING"]);
	});

	test("T-02 two gateways with the same fifty tokens and keys write each once, whatever else they write", async () => {
		const once = times(50, () => ({ usedToken: token(), keyed: key() }));
		const mine = [...once.map(pending), ...times(20, pending)];
		const theirs = [...once.toReversed().map(pending), ...times(20, pending)];
		const answers = (await Promise.all([insertAll(mine), insertAll(theirs, other)])).flat();
		expect(count(answers)).toEqual({ PENDING: 90, key_taken: 50 });
		expect(await rowsOf([...mine, ...theirs])).toEqual({ transactions: 90, pending: 90, keys: 50, tokens: 50 });
	});

	test("T-02 two gateways with two tokens of each of fifty sessions write one of each", async () => {
		const sessions = times(50, () => randomBytes(16));
		const mine = sessions.map((session) => pending({ usedToken: token(session) }));
		const theirs = sessions.toReversed().map((session) => pending({ usedToken: token(session) }));
		const answers = (await Promise.all([insertAll(mine), insertAll(theirs, other)])).flat();
		expect(count(answers)).toEqual({ PENDING: 50, token_used: 50 });
		expect(await rowsOf([...mine, ...theirs])).toMatchObject({ transactions: 50, pending: 50, tokens: 50 });
	});

	const twice = (onceOnly: OnceOnly) => [onceOnly, onceOnly];
	test.each([
		["token", "token_used", () => twice({ usedToken: token() })],
		["session", "token_used", () => [randomBytes(16)].flatMap((id) => times(2, () => ({ usedToken: token(id) })))],
		["key", "key_taken", () => twice({ keyed: key() })],
	])("T-02 of two gateways with the same %s, the one that waits gets %s", async (_what, answer, make) => {
		const [first = pending(), second = pending()] = make().map(pending);
		let late: Promise<string[]> | undefined;
		const database: Database = tables.database;
		await database.transaction().execute(async (transaction) => {
			await insertPending(transaction, [first]);
			late = insertAll([second], other);
			await expect.poll(waitingStatements).toBe(1);
		});
		expect(await late).toEqual([answer]);
		expect(await rowsOf([first, second])).toMatchObject({ transactions: 1, pending: 1 });
	});
});
