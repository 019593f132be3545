import { createBatchQueue } from "@cardseal/batch";
import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { turnsOfTheLoop } from "../../../../test/fixtures/turns-of-the-loop.ts";
import type { VaultTables } from "../schema.ts";
import { DemoJournal, type JournalRow } from "./demo-journal.ts";

let tables: TestTables;
let journal: DemoJournal;
let references = 0;

beforeAll(async () => {
	tables = await openTestTables();
	journal = new DemoJournal(tables.database.withTables());
});

afterAll(() => tables.drop());

function row(changes: Partial<JournalRow> = {}): JournalRow {
	references += 1;
	return {
		reference: `reference${references}`,
		operation: "sale",
		amount_cents: 3100,
		currency: "CAD",
		result: "approved",
		decline_class: null,
		decline_code: null,
		advice_code: null,
		message: "Approved",
		auth_code: "012345",
		avs_result: "MATCH",
		cvv_result: "MATCH",
		original: null,
		received_at: 1_795_219_200_000,
		authentication_status: null,
		authentication_version: null,
		authentication_eci: null,
		challenge: null,
		...changes,
	};
}

describe("DemoJournal", () => {
	test("returns every written column", async () => {
		const approved = row();
		const refusal = {
			result: "declined",
			decline_class: "hard",
			decline_code: "lost_card",
			advice_code: "03",
		} as const;
		const authenticated = { authentication_status: "Y", authentication_version: "2.2.0" } as const;
		const asked = { authentication_eci: "05", challenge: "creq" };
		const declined = row({ ...refusal, ...authenticated, ...asked, auth_code: null, operation: "authorization" });
		expect(await Promise.all([journal.append(approved), journal.append(declined)])).toEqual([true, true]);
		expect(await journal.find(approved.reference)).toEqual(approved);
		expect(await journal.find(declined.reference)).toEqual(declined);
		expect(await journal.find("never written")).toBeUndefined();
	});

	test("writes only when its slot in the queue comes", async () => {
		const queue = createBatchQueue(60_000);
		const held = Promise.withResolvers<void>();
		void queue.run(() => held.promise);
		const database: Kysely<VaultTables> = tables.database.withTables();
		const statements = vi.spyOn(database, "executeQuery");
		const isNew = new DemoJournal(database, queue).append(row());
		await turnsOfTheLoop();
		expect(statements).not.toHaveBeenCalled();
		held.resolve();
		expect(await isNew).toBe(true);
		expect(statements).toHaveBeenCalledTimes(1);
	});

	test("keeps the first row of a reference and reports it to later writers", async () => {
		const first = row();
		expect(await journal.append(first)).toBe(true);
		expect(await journal.append({ ...first, amount_cents: 1 })).toBe(false);
		expect(await journal.find(first.reference)).toEqual(first);
	});

	test("reports a new reference to exactly one of many simultaneous writers", async () => {
		const same = row();
		const journals = [journal, new DemoJournal(tables.database.withTables())];
		const answers = Array.from({ length: 60 }, (_, index) => journals[index % 2]?.append(same));
		expect((await Promise.all(answers)).filter(Boolean)).toHaveLength(1);
	});

	test("keeps the first of two rows in one batch", async () => {
		// The first one is written alone; the rest wait for it and form a batch.
		const head = journal.append(row());
		const first = row({ amount_cents: 1 });
		const answers = [first, { ...first, amount_cents: 2 }, row(), { ...first, amount_cents: 3 }].map((one) =>
			journal.append(one),
		);
		await head;
		expect(await Promise.all(answers)).toEqual([true, false, true, false]);
		expect((await journal.find(first.reference))?.amount_cents).toBe(1);
	});

	test("rejects a row that the database refuses, and writes the rest of its batch", async () => {
		const head = journal.append(row());
		const beside = [row(), row()];
		const refused = row({ result: "unheard of" as JournalRow["result"] });
		const answers = await Promise.allSettled(
			[beside[0], refused, beside[1]].map((one) => journal.append(one ?? row())),
		);
		await head;
		expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
		expect(await journal.append(row())).toBe(true);
		for (const { reference } of beside) expect(await journal.find(reference)).toBeDefined();
	});

	test("writes more rows than fit into one statement", async () => {
		const many = Array.from({ length: 1200 }, () => row());
		const answers = await Promise.all(many.map((one) => journal.append(one)));
		expect(answers.every(Boolean)).toBe(true);
	});
});
