import { afterAll, beforeAll, expect, test } from "vitest";
import { newTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { newLookupId } from "../../../platform/src/ids.ts";
import { createTransactionWriter } from "../submission/transaction-writer.ts";
import { recordOf } from "../transaction/transaction-record.ts";
import { claimReturn, endPayerAction, findPayerAction, forgetReturn, keepPayerAction } from "./payer-actions.store.ts";

const now = 1_795_219_200_000;

let tables: TestTables;

beforeAll(async () => {
	tables = await openTestTables();
});
afterAll(() => tables.drop());

/** Returns the id of a charge whose payer is at the bank. */
async function waiting(): Promise<string> {
	const { database } = tables;
	const transaction = newTransaction({ transaction_id: newLookupId() });
	const written = await createTransactionWriter(database).writePending({ transaction, inquiryFrom: now });
	if (typeof written === "string") throw new Error(`The charge is not written: ${written}`);
	const action = { url: "https://bank.example/", method: "GET" as const, fields: {} };
	const about = { processorTransactionId: "p1", returnUrl: null, expiresAt: now, now };
	expect(await keepPayerAction(database, { record: recordOf(written), action, ...about })).toBe(true);
	return transaction.transaction_id;
}

const claim = (id: string, returned: Record<string, string>) =>
	claimReturn(tables.database, id, { returned, takenOverAt: now });

test("a return that was not the bank's makes room for another one", async () => {
	const id = await waiting();
	expect(await claim(id, { cres: "forged" })).toBe(true);
	expect(await claim(id, { cres: "right" })).toBe(false);
	await forgetReturn(tables.database, id, { cres: "forged" });
	expect(await claim(id, { cres: "right" })).toBe(true);
});

test("a slow answer about a forged return leaves a later one, which may have charged", async () => {
	const id = await waiting();
	await claim(id, { cres: "forged", b: "2" });
	await forgetReturn(tables.database, id, { b: "2", cres: "forged" });
	await claim(id, { cres: "right" });
	await forgetReturn(tables.database, id, { cres: "forged", b: "2" });
	expect(await findPayerAction(tables.database, id)).toMatchObject({ returned: { cres: "right" } });
	expect(await endPayerAction(tables.database, id, now)).toBe(false);
});
