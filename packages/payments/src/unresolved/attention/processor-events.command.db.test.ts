import type { ProcessorEvent } from "@cardseal/vault";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../../test/fixtures/audit-events.ts";
import { insertMerchant } from "../../../../../test/fixtures/builders.ts";
import { testClocks } from "../../../../../test/fixtures/clock.ts";
import { createTestOperator, type TestOperator } from "../../../../../test/fixtures/operator.ts";
import { openTestTables, type TestTables } from "../../../../../test/fixtures/tables.ts";
import { newLookupId } from "../../../../platform/src/ids.ts";
import { keepDiffering } from "../../processor-events/processor-events.store.ts";

const receivedAt = Date.parse("2026-11-21T12:00:00Z");
const problem = "The transaction is DECLINED, and the processor says APPROVED.";

let tables: TestTables;
let operator: TestOperator;
let merchantId: number;
let publicId: string;

beforeAll(async () => {
	tables = await openTestTables();
});

afterAll(() => tables.drop());

beforeEach(async () => {
	operator = createTestOperator({ database: tables.database.withTables(), clocks: testClocks() });
	publicId = newLookupId();
	merchantId = await insertMerchant(tables.database, { merchant_id: publicId, time_zone: "UTC" });
});

async function keep(id: string, account = "acc"): Promise<void> {
	const outcome = { result: "not_received" } as const;
	const processorEvent: ProcessorEvent = {
		id,
		kind: "outcome",
		reference: "our reference",
		operation: "charge",
		outcome,
	};
	const key = { merchantId, processor: "far", account };
	await keepDiffering(tables.database.withTables(), key, processorEvent, { keptAt: 0, receivedAt, problem });
}

const close = (id: string, ...more: string[]) => operator.run("processor", "close-event", publicId, id, ...more);
const reason = ["--reason", "Refunded at the processor"];

describe("npm run admin -- processor events", () => {
	test("lists what needs the operator, and ends with 1 while there is any; reconcile names it too", async () => {
		await keep("first processor event");
		const listed = await operator.run("processor", "events", publicId);
		const processorEvent = {
			event_id: "first processor event",
			processor: "far",
			account: "acc",
			kind: "outcome",
			state: "differing",
			problem,
		};
		expect(listed.json).toEqual({
			events: [{ merchant_id: publicId, ...processorEvent, reference: "our reference", received_at: receivedAt }],
		});
		expect(listed.isComplete).toBe(false);
		expect(listed.text).toContain(problem);
		const all = await operator.run("processor", "events");
		expect(all.text).toContain("first processor event");
		const period = ["--from", "2026-11-21", "--to", "2026-11-21", "--merchant", publicId];
		const reconciled = await operator.run("reconcile", ...period);
		expect(reconciled.text).toContain("first processor event");
		await close("first processor event", ...reason);
		expect(await operator.run("processor", "events", publicId)).toMatchObject({
			json: { events: [] },
			isComplete: true,
		});
		expect((await operator.run("reconcile", ...period)).text).not.toContain("first processor event");
	});
});

describe("npm run admin -- processor close-event", () => {
	test("closes a processor event once, forgets its content, and writes an audit event", async () => {
		await keep("n2");
		expect((await close("n2", ...reason)).json).toMatchObject({ event_id: "n2", state: "closed" });
		const row = await tables.database
			.selectFrom("received_notices")
			.select(["state", "body"])
			.where("merchant_id", "=", merchantId)
			.executeTakeFirst();
		expect(row).toEqual({ state: "closed", body: null });
		const [event, ...others] = await auditEvents(tables.database, { object: "n2" });
		expect(others).toEqual([]);
		expect(event).toMatchObject({
			type: "notice.closed",
			details: { processor: "far", state: "differing", problem, reference: "our reference", reason: reason[1] },
		});
		expect(await operator.refusalOf("processor", "close-event", publicId, "n2", ...reason)).toContain(
			"No processor event",
		);
	});

	test("needs a reason, and the account where two have the id", async () => {
		await keep("n3");
		await keep("n3", "other");
		const refusalOf = (...words: string[]) => operator.refusalOf("processor", "close-event", publicId, "n3", ...words);
		expect(await refusalOf("--reason", " ")).toContain("--reason is empty.");
		expect(await refusalOf(...reason)).toContain("Give --account");
		expect((await close("n3", "--account", "other", ...reason)).json).toMatchObject({ account: "other" });
		expect((await close("n3", ...reason)).json).toMatchObject({ account: "acc" });
	});

	test("closes no processor event of another merchant", async () => {
		await keep("n4");
		const other = newLookupId();
		await insertMerchant(tables.database, { merchant_id: other, time_zone: "UTC" });
		expect(await operator.refusalOf("processor", "close-event", other, "n4", ...reason)).toContain(
			"No processor event",
		);
	});
});
