import {
	createVault,
	type DisputeEvent,
	generateMasterKey,
	type Outcome,
	type ProcessorEvent,
	type ProcessorEventPage,
	type RefundEvent,
	type SettlementItem,
} from "@cardseal/vault";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { type TestClocks, testClocks } from "../../../../test/fixtures/clock.ts";
import { approvedTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { insertAccountRows } from "../../../../test/fixtures/processors/account-rows.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { createCardTestingProtection } from "../../../customers/src/card-testing/protection.ts";
import { newLookupId } from "../../../platform/src/ids.ts";
import { createLog } from "../../../platform/src/log/log.ts";
import type { ProcessorEventFeed } from "../processor-events/feed.ts";
import { listDueFeeds, listOpenProcessorEvents } from "../processor-events/processor-events.store.ts";
import type { OutcomeContext } from "../submission/late-outcome.ts";
import { createTransactionWriter } from "../submission/transaction-writer.ts";
import type { Transaction } from "../tables.ts";
import { readFeed, receiveProcessorEvents } from "./read-feed.ts";

let tables: TestTables;
let clocks: TestClocks;
let context: OutcomeContext;
let merchantId: number;
let feed: ProcessorEventFeed;
/** The processor's events; its cursor is the place in this list. */
let told: ProcessorEvent[];
let pageSize: number;
/** The messages of the log, and its whole lines. */
let logged: string[];
let lines: object[];

beforeAll(async () => {
	tables = await openTestTables();
});

afterAll(() => tables.drop());

beforeEach(async () => {
	clocks = testClocks();
	told = [];
	pageSize = 2;
	logged = [];
	lines = [];
	const { business, real } = clocks;
	const vault = await createVault({
		database: tables.database.withTables(),
		masterKey,
		businessNow: () => business.now(),
		realNow: () => real.now(),
	});
	const write = (line: string) => {
		const parsed = JSON.parse(line);
		lines.push(parsed);
		logged.push(parsed.msg);
	};
	const log = createLog({ level: "warn", destination: { write } });
	context = {
		database: tables.database.withTables(),
		writer: createTransactionWriter(tables.database.withTables()),
		vault,
		clocks,
		cardTesting: createCardTestingProtection({
			database: tables.database.withTables(),
			vault,
			clock: real,
			log: pino({ level: "silent" }),
		}),
		log,
	};
	merchantId = await insertMerchant(tables.database);
	feed = { merchantId, processor: "far", account: "acc", source: { events: async (cursor) => pageAfter(cursor) } };
});

const masterKey = generateMasterKey();

function pageAfter(cursor = "0"): ProcessorEventPage {
	const events = told.slice(Number(cursor), Number(cursor) + pageSize);
	return { events, cursor: String(Number(cursor) + events.length) };
}

const read = () => readFeed(context, feed, 0);

async function insertCharge(changes: Partial<Transaction> = {}): Promise<string> {
	const { id: _id, ...row } = approvedTransaction({
		transaction_id: newLookupId(),
		merchant_id: merchantId,
		processor: "far",
		processor_account: "acc",
		...changes,
	});
	await tables.database.insertInto("transactions").values(row).execute();
	if (row.status === "PENDING") {
		const { transaction_id } = row;
		const times = { waits_until: 0, next_inquiry_at: Number.MAX_SAFE_INTEGER };
		await tables.database
			.insertInto("pending_transactions")
			.values({ transaction_id, ...times })
			.execute();
	}
	return row.transaction_id;
}

const pending: Partial<Transaction> = {
	status: "PENDING",
	message: null,
	processor_auth_code: null,
	processor_transaction_id: null,
	decided_at: null,
};

async function statusOf(transactionId: string): Promise<string> {
	const { status } = await tables.database
		.selectFrom("transactions")
		.select("status")
		.where("transaction_id", "=", transactionId)
		.executeTakeFirstOrThrow();
	return status;
}

const approval: Outcome = {
	result: "approved",
	message: "Approved 4111111111111111",
	authorizationCode: "123456",
	processorTransactionId: "far_1",
};

const decline: Outcome = {
	result: "declined",
	message: "No",
	declineClass: "soft",
	declineCode: "do_not_honour",
	processorTransactionId: "far_1",
};

const outcome = (reference: string, decided: Outcome): ProcessorEvent => ({
	id: `o_${reference}`,
	kind: "outcome",
	reference,
	operation: "charge",
	outcome: decided,
});

const withOutcome = (processorEvent: ProcessorEvent, changes: object) => ({
	...processorEvent,
	outcome: { ...("outcome" in processorEvent && processorEvent.outcome), ...changes },
});

function settlement(items: Partial<SettlementItem>[], netCents: number, id = "s_1"): ProcessorEvent {
	const whole = items.map((item, place): SettlementItem => {
		return { id: `i_${place}`, kind: "payment", reference: null, amountCents: 0, feeCents: 0, happenedAt: 1, ...item };
	});
	return { id, kind: "settlement", settlementId: id, currency: "CAD", netCents, paidAt: 5, items: whole };
}

function dispute(reference: string, state: DisputeEvent["state"], happenedAt: number): ProcessorEvent & DisputeEvent {
	const about = { disputeId: `d_${reference}`, reference, amountCents: 1_099, currency: "CAD", reasonCode: "10.4" };
	return { id: `${state}_${happenedAt}`, kind: "dispute", ...about, state, evidenceDueAt: 9_000, happenedAt };
}

/** The processor events of this test's merchant, each with its state. */
async function states(): Promise<Record<string, string>> {
	const rows = await tables.database
		.selectFrom("received_notices")
		.select(["notice_id", "state"])
		.where("merchant_id", "=", merchantId)
		.execute();
	return Object.fromEntries(rows.map(({ notice_id, state }) => [notice_id, state]));
}

/** The balances of the ledger's accounts. */
async function balances(): Promise<Record<string, number>> {
	const rows = await tables.database
		.selectFrom("card_entries")
		.select(({ fn }) => ["account", fn.sum<number>("cents").as("cents")])
		.where("merchant_id", "=", merchantId)
		.groupBy("account")
		.execute();
	return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]));
}

describe("a late outcome", () => {
	test("N-01 is recorded once, with what waits for it, and no card number of its message is stored", async () => {
		const reference = await insertCharge(pending);
		told = [outcome(reference, approval), outcome(reference, approval)];
		await read();
		expect(await statusOf(reference)).toBe("APPROVED");
		expect(await states()).toEqual({ [`o_${reference}`]: "applied" });
		const row = await tables.database
			.selectFrom("transactions")
			.select(["message", "processor_auth_code"])
			.where("transaction_id", "=", reference)
			.executeTakeFirstOrThrow();
		expect(row).toEqual({ message: "Approved [card number]", processor_auth_code: "123456" });
		await read();
		expect(logged).toEqual([]);
	});

	test("N-02 against the recorded outcome is an alarm and an audit event, and changes nothing", async () => {
		const reference = await insertCharge();
		told = [outcome(reference, decline)];
		await read();
		await read();
		expect(await statusOf(reference)).toBe("APPROVED");
		expect(await states()).toEqual({ [`o_${reference}`]: "differing" });
		expect(logged).toEqual(["ALARM: a processor event needs the operator"]);
		const problem = "The transaction is APPROVED, and the processor says DECLINED.";
		const about = { processor: "far", processor_account: "acc" };
		expect(lines).toMatchObject([{ ...about, processor_event: `o_${reference}`, problem }]);
		const events = await auditEvents(tables.database, { object: reference });
		expect(events.map(({ type, details }) => [type, details])).toEqual([
			["outcome.differs", { recorded: "APPROVED", told: "DECLINED" }],
		]);
	});

	test("N-02 of another amount than a recorded approval, or after not received, is for the operator", async () => {
		const [approved, dropped] = [
			await insertCharge(),
			await insertCharge({
				status: "DECLINED",
				message: "The processor never received this request.",
				processor_auth_code: null,
				decline_class: "soft",
				decline_code: "not_received",
			}),
		];
		told = [outcome(approved, { ...approval, amountCents: 1 }), outcome(dropped, approval)];
		await read();
		expect(await Promise.all([approved, dropped].map(statusOf))).toEqual(["APPROVED", "DECLINED"]);
		expect(Object.values(await states())).toEqual(["differing", "differing"]);
		expect(logged).toEqual(Array(2).fill("ALARM: a processor event needs the operator"));
		expect(await listOpenProcessorEvents(tables.database.withTables(), { merchantId, limit: 9 })).toMatchObject(
			[
				{ reference: approved, problem: "The processor approved another amount or currency." },
				{ reference: dropped, problem: "The transaction is DECLINED, and the processor says APPROVED." },
			].toSorted((one, other) => (one.reference < other.reference ? -1 : 1)),
		);
	});

	test("N-02 of another operation changes nothing", async () => {
		const [sale, refund] = [
			await insertCharge(pending),
			await insertCharge({ ...pending, type: "refund", original_id: await insertCharge() }),
		];
		told = [{ ...outcome(sale, approval), operation: "refund" } as ProcessorEvent, outcome(refund, approval)];
		await read();
		expect(await Promise.all([sale, refund].map(statusOf))).toEqual(["PENDING", "PENDING"]);
		expect(Object.values(await states())).toEqual(["differing", "differing"]);
		const [open] = await listOpenProcessorEvents(tables.database.withTables(), {
			merchantId,
			eventId: `o_${sale}`,
			limit: 1,
		});
		expect(open?.problem).toBe("The transaction is a sale, and the processor reports a refund.");
	});

	test("N-08 of a request that was not received makes its inquiry due, after the gateway's wait, and declines nothing", async () => {
		const [given, waited] = [await insertCharge(pending), await insertCharge(pending)];
		const inquiryFrom = clocks.real.now() + 5_000;
		await tables.database
			.updateTable("pending_transactions")
			.set({ waits_until: inquiryFrom })
			.where("transaction_id", "=", waited)
			.execute();
		const notReceived = { result: "not_received" } as const;
		told = [given, waited].map((reference) => withOutcome(outcome(reference, decline), notReceived) as ProcessorEvent);
		await read();
		const rows = await tables.database
			.selectFrom("pending_transactions")
			.select(["transaction_id", "next_inquiry_at"])
			.where("transaction_id", "in", [given, waited])
			.execute();
		const dueAt = new Map(rows.map((row) => [row.transaction_id, row.next_inquiry_at]));
		expect(dueAt.get(given)).toBeLessThanOrEqual(clocks.real.now());
		expect(dueAt.get(waited)).toBe(inquiryFrom);
		expect(await Promise.all([given, waited].map(statusOf))).toEqual(["PENDING", "PENDING"]);
		expect(Object.values(await states())).toEqual(["applied", "applied"]);
		expect(logged).toEqual([]);
	});

	test("N-02 of a request that was not received, against an approval, is for the operator", async () => {
		const reference = await insertCharge();
		told = [withOutcome(outcome(reference, decline), { result: "not_received" }) as ProcessorEvent];
		await read();
		expect(await statusOf(reference)).toBe("APPROVED");
		expect(await states()).toEqual({ [`o_${reference}`]: "differing" });
	});

	test("of another amount leaves the charge PENDING for the operator", async () => {
		const reference = await insertCharge(pending);
		told = [outcome(reference, { ...approval, amountCents: 1 })];
		await read();
		expect(await statusOf(reference)).toBe("PENDING");
		expect(await states()).toEqual({ [`o_${reference}`]: "differing" });
	});

	test("X-01 of an unknown reference, or of another merchant's charge, is kept for the operator", async () => {
		const foreign = await insertCharge({ ...pending, merchant_id: await insertMerchant(tables.database) });
		told = [outcome(foreign, approval), outcome(newLookupId(), approval)];
		await read();
		expect(await statusOf(foreign)).toBe("PENDING");
		expect(Object.values(await states())).toEqual(["unmatched", "unmatched"]);
	});
});

describe("reading processor events", () => {
	test("N-01 continues at its cursor, and what comes again by a webhook changes nothing", async () => {
		const references = await Promise.all([1, 2, 3, 4, 5].map(() => insertCharge(pending)));
		told = references.map((reference) => outcome(reference, approval));
		await read();
		expect(await Promise.all(references.map(statusOf))).toEqual(Array(5).fill("APPROVED"));
		await receiveProcessorEvents(context, feed, told);
		expect(Object.values(await states())).toEqual(Array(5).fill("applied"));
		const row = await tables.database
			.selectFrom("notice_feeds")
			.select("cursor")
			.where("merchant_id", "=", merchantId)
			.executeTakeFirstOrThrow();
		expect(row.cursor).toBe("5");
	});

	test("N-01 continues where a process died between keeping a page and applying it", async () => {
		const reference = await insertCharge(pending);
		told = [outcome(reference, approval)];
		const dying = {
			...context,
			writer: { ...context.writer, writeOutcome: () => Promise.reject(new Error("died")) },
		};
		await readFeed(dying, feed, 0);
		expect(await states()).toEqual({ [`o_${reference}`]: "waiting" });
		clocks.real.advance(10_000);
		await read();
		expect(await statusOf(reference)).toBe("APPROVED");
		expect(await states()).toEqual({ [`o_${reference}`]: "applied" });
	});

	test("N-01 goes on after a page without processor events that has more, and no further than one that has not", async () => {
		const [first, second] = [await insertCharge(pending), await insertCharge(pending)];
		const pages: ProcessorEventPage[] = [
			{ events: [], cursor: "1", hasMore: true },
			{ events: [outcome(first, approval)], cursor: "2" },
			{ events: [], cursor: "3" },
			{ events: [outcome(second, approval)], cursor: "4" },
		];
		const events = async (cursor = "0") => pages[Number(cursor)] ?? { events: [], cursor };
		feed = { ...feed, source: { events } };
		await read();
		expect(await Promise.all([first, second].map(statusOf))).toEqual(["APPROVED", "PENDING"]);
	});

	test("two gateways at once apply every processor event once", async () => {
		const references = await Promise.all([1, 2, 3].map(() => insertCharge()));
		told = references.map((reference, place) =>
			settlement([{ reference, amountCents: 1_099, feeCents: 62 }], 1_037, `s_${place}`),
		);
		await Promise.all([read(), read(), receiveProcessorEvents(context, feed, told)]);
		expect(await balances()).toEqual({ bank: 3_111, fees: 186, card_receivable: -3_297 });
	});

	test("a failure of the processor is logged once, and reading continues later", async () => {
		const reference = await insertCharge(pending);
		const { source } = feed;
		feed = { ...feed, source: { events: () => Promise.reject(new Error("unreachable")) } };
		await read();
		await read();
		expect(logged).toEqual(["could not read a processor's events"]);
		expect(lines).toMatchObject([{ processor: "far", processor_account: "acc" }]);
		feed = { ...feed, source };
		told = [outcome(reference, approval)];
		await read();
		expect(await statusOf(reference)).toBe("APPROVED");
	});

	test("characters that the database refuses in one processor event do not stop the others", async () => {
		const [odd, other] = [await insertCharge(pending), await insertCharge(pending)];
		told = [
			{ ...outcome(odd, { ...approval, message: "A\0B\ud800" }), id: "odd" },
			{ ...dispute(newLookupId(), "open", 10), reasonCode: "10.4\0 4111111111111111" },
			outcome(other, approval),
		];
		await read();
		expect(await Promise.all([odd, other].map(statusOf))).toEqual(["APPROVED", "APPROVED"]);
		expect(await states()).toEqual({ odd: "applied", open_10: "unmatched", [`o_${other}`]: "applied" });
		const { body } = await tables.database
			.selectFrom("received_notices")
			.select("body")
			.where("merchant_id", "=", merchantId)
			.where("state", "=", "unmatched")
			.executeTakeFirstOrThrow();
		expect(body).toMatchObject({ reasonCode: "10.4 [card number]" });
	});

	test.each<[string, (processorEvent: ProcessorEvent, reference: string) => unknown, string]>([
		["nothing", () => null, "processor event (invalid_type)"],
		["another kind", (processorEvent) => ({ ...processorEvent, kind: "payout" }), "kind (invalid_union)"],
		[
			"no operation",
			({ operation: _, ...processorEvent }: ProcessorEvent & { operation?: string }) => processorEvent,
			"operation (invalid_value)",
		],
		["a NUL in its id", (processorEvent) => ({ ...processorEvent, id: "o\0dd" }), "id (invalid_format)"],
		["an endless id", (processorEvent) => ({ ...processorEvent, id: "x".repeat(10_000) }), "id (too_big)"],
		[
			"an id of the processor with a NUL",
			(processorEvent) => withOutcome(processorEvent, { processorTransactionId: "\0" }),
			"outcome.processorTransactionId (invalid_format)",
		],
		[
			"half a cent",
			(processorEvent) => withOutcome(processorEvent, { amountCents: 0.5 }),
			"outcome.amountCents (invalid_type)",
		],
		[
			"another result",
			(processorEvent) => withOutcome(processorEvent, { result: "paid" }),
			"outcome.result (invalid_union)",
		],
		[
			"a number for a text",
			(processorEvent) => withOutcome(processorEvent, { message: 7 }),
			"outcome.message (invalid_type)",
		],
		[
			"a reference in a list",
			(processorEvent, reference) => ({ ...processorEvent, reference: [reference] }),
			"reference (invalid_type)",
		],
	])(
		"N-07 a processor event with %s is not applied, one alarm tells of it, and reading goes on",
		async (_which, spoil, problem) => {
			const [wrong, right] = [await insertCharge(pending), await insertCharge(pending)];
			told = [spoil(outcome(wrong, approval), wrong) as ProcessorEvent, outcome(right, approval)];
			await read();
			await receiveProcessorEvents(context, feed, told);
			feed = { ...feed, source: { events: async () => pageAfter() } };
			await read();
			expect(await Promise.all([wrong, right].map(statusOf))).toEqual(["PENDING", "APPROVED"]);
			expect(Object.values(await states()).toSorted()).toEqual(["applied", "invalid"]);
			expect(logged).toEqual(["ALARM: a processor event is invalid, and needs the operator"]);
			const [open] = await listOpenProcessorEvents(tables.database.withTables(), { merchantId, limit: 9 });
			expect(open).toMatchObject({
				state: "invalid",
				reference: null,
				problem: `Invalid: ${problem}`,
			});
			const about = { processor: "far", processor_account: "acc", problem: open?.problem };
			expect(lines).toMatchObject([{ ...about, processor_event: expect.any(String) }]);
		},
	);

	test("N-07 a page may have more processor events than a statement has parameters", async () => {
		const right = await insertCharge(pending);
		const wrong = Array.from({ length: 8_000 }, (_, index) => ({ id: `wrong ${index}` }));
		told = [...(wrong as unknown as ProcessorEvent[]), outcome(right, approval)];
		pageSize = told.length;
		await read();
		expect(await statusOf(right)).toBe("APPROVED");
		expect(logged).toHaveLength(wrong.length);
		const open = await listOpenProcessorEvents(tables.database.withTables(), { merchantId, limit: told.length });
		expect(open).toHaveLength(wrong.length);
	});

	test("N-07 what is no page is a failure of the feed, which is read again later", async () => {
		const reference = await insertCharge(pending);
		const { source } = feed;
		feed = { ...feed, source: { events: async () => ({ events: told }) as ProcessorEventPage } };
		await read();
		expect(logged).toEqual(["could not read a processor's events"]);
		feed = { ...feed, source };
		told = [outcome(reference, approval)];
		await read();
		expect(await statusOf(reference)).toBe("APPROVED");
	});

	test("X-55 accounts of live merchants are due, and those of demo merchants are not", async () => {
		const [demo, live] = [merchantId, await insertMerchant(tables.database, { mode: "live" })];
		const account = {
			processor: "due",
			currency: "CAD",
			shown_fields: "{}",
			fingerprint: Buffer.alloc(32),
			verified_at: 1,
			created_at: 1,
		};
		await tables.database
			.insertInto("processor_accounts")
			.values([
				{ ...account, account_id: newLookupId(), merchant_id: demo },
				{ ...account, account_id: newLookupId(), merchant_id: live },
			])
			.execute();
		const due = await listDueFeeds(tables.database.withTables(), { processors: ["due"], now: 1 });
		expect(due.map((key) => key.merchantId)).toEqual([live]);
	});

	test("a slow processor is read no further when the run has reached its time limit", async () => {
		const references = await Promise.all([1, 2, 3].map(() => insertCharge(pending)));
		told = references.map((reference) => outcome(reference, approval));
		await readFeed(context, feed, 0, AbortSignal.abort());
		expect(await Promise.all(references.map(statusOf))).toEqual(["APPROVED", "APPROVED", "PENDING"]);
		await read();
		expect(await Promise.all(references.map(statusOf))).toEqual(Array(3).fill("APPROVED"));
	});

	test("a processor event that cannot be applied does not stop the others, and is logged once", async () => {
		const [stuck, other] = [await insertCharge(pending), await insertCharge(pending)];
		told = [outcome(stuck, approval), outcome(other, approval)];
		const { writeOutcome } = context.writer;
		const failing: OutcomeContext["writer"] = {
			...context.writer,
			writeOutcome: (decided) =>
				decided.transactionId === stuck ? Promise.reject(new Error("no")) : writeOutcome(decided),
		};
		for (let time = 0; time < 3; time++) {
			await readFeed({ ...context, writer: failing }, feed, 0);
			clocks.real.advance(3_600_000);
		}
		expect(await statusOf(other)).toBe("APPROVED");
		expect(logged).toEqual(["could not apply a processor event"]);
		await read();
		expect(await statusOf(stuck)).toBe("APPROVED");
	});
});

describe("a settlement", () => {
	test("N-03 is recorded and posted once, with items of references that are unknown", async () => {
		const reference = await insertCharge();
		const items = [
			{ reference, amountCents: 1_099, feeCents: 62 },
			{ amountCents: -500, kind: "adjustment" as const },
		];
		told = [settlement(items, 537)];
		await read();
		await receiveProcessorEvents(context, feed, [{ ...settlement(items, 537), id: "another processor event" }]);
		expect(await balances()).toEqual({ bank: 537, fees: 62, card_receivable: -1_099, adjustments: 500 });
		// The account's rows of other currencies get it too.
		await insertAccountRows(tables.database, merchantId, { acc: "CAD", "of another currency": "USD" });
		await receiveProcessorEvents(context, { ...feed, account: "of another currency" }, [settlement(items, 537)]);
		expect(await balances()).toEqual({ bank: 537, fees: 62, card_receivable: -1_099, adjustments: 500 });
		expect(await states()).toEqual({ s_1: "applied", "another processor event": "applied" });
	});

	test("N-04 is the same in another order and with other times, and another one where an item is for another charge", async () => {
		const items = [
			{ id: "a", reference: await insertCharge(), amountCents: 100 },
			{ id: "b", reference: await insertCharge(), amountCents: 200, happenedAt: 7 },
		];
		const [first, second] = items;
		const swapped = [
			{ ...first, reference: second?.reference ?? null },
			{ ...second, reference: first?.reference ?? null },
		];
		told = [
			settlement(items, 300),
			{
				...settlement(
					items.toReversed().map((item) => ({ ...item, happenedAt: 9 })),
					300,
				),
				id: "again",
			},
			{ ...settlement(swapped, 300), id: "swapped" },
		];
		await read();
		expect(await states()).toEqual({ s_1: "applied", again: "applied", swapped: "differing" });
		expect(await balances()).toEqual({ bank: 300, card_receivable: -300 });
	});

	test("N-04 whose items do not add up, or with another content under a known id, is left for the operator", async () => {
		told = [settlement([{ amountCents: 100 }], 100), settlement([{ amountCents: 100 }], 99, "wrong")];
		await read();
		await receiveProcessorEvents(context, feed, [{ ...settlement([{ amountCents: 200 }], 200), id: "changed" }]);
		expect(await balances()).toEqual({ bank: 100, card_receivable: -100 });
		expect(await states()).toEqual({ s_1: "applied", wrong: "differing", changed: "differing" });
	});
});

describe("a refund that was made at the processor", () => {
	const refundOf = (originalReference: string, changes: Partial<RefundEvent> = {}): ProcessorEvent => ({
		id: `${changes.processorTransactionId ?? "re_1"} ${changes.state ?? "succeeded"}`,
		kind: "refund",
		processorTransactionId: "re_1",
		originalReference,
		amountCents: 1_00,
		currency: "CAD",
		state: "succeeded",
		happenedAt: 5,
		...changes,
	});
	const refundsOf = (reference: string) =>
		tables.database
			.selectFrom("transactions")
			.select(["amount_cents", "status", "channel", "processor_transaction_id"])
			.where("original_id", "=", reference)
			.execute();
	const refundedOf = async (reference: string) => {
		const row = await tables.database
			.selectFrom("transactions")
			.select(["refunded_cents", "refunding_cents"])
			.where("transaction_id", "=", reference)
			.executeTakeFirstOrThrow();
		return [row.refunded_cents, row.refunding_cents];
	};

	test("becomes a transaction with its event, once, and lowers what is left of the charge", async () => {
		const reference = await insertCharge();
		told = [refundOf(reference, { state: "pending" }), refundOf(reference)];
		await read();
		await receiveProcessorEvents(context, feed, [{ ...refundOf(reference), id: "told again" }]);
		expect(await refundsOf(reference)).toEqual([
			{ amount_cents: 1_00, status: "APPROVED", channel: "PROCESSOR", processor_transaction_id: "re_1" },
		]);
		expect(await refundedOf(reference)).toEqual([1_00, 0]);
		expect(await states()).toEqual({ "re_1 pending": "applied", "re_1 succeeded": "applied", "told again": "applied" });
		const { rows: events } = await sql<{ type: string }>`
			select event.type from event_inbox event join transactions refund on refund.id = event.of_transaction
			where refund.original_id = ${reference}`.execute(tables.database);
		expect(events).toEqual([{ type: "transaction.approved" }]);
	});

	test("is left for the operator when it cannot be ours, or fails after it was recorded", async () => {
		const reference = await insertCharge();
		told = [
			refundOf(reference, { processorTransactionId: "too much", amountCents: 10_99 + 1 }),
			refundOf(reference, { processorTransactionId: "other currency", currency: "USD" }),
			refundOf(await insertCharge({ ...pending }), { processorTransactionId: "of a pending charge" }),
			refundOf("unknown", { processorTransactionId: "of nothing" }),
			refundOf(reference),
		];
		await read();
		told = [...told, refundOf(reference, { state: "failed" })];
		await read();
		expect(await states()).toEqual({
			"too much succeeded": "differing",
			"other currency succeeded": "differing",
			"of a pending charge succeeded": "differing",
			"of nothing succeeded": "unmatched",
			"re_1 succeeded": "applied",
			"re_1 failed": "differing",
		});
		expect(await refundedOf(reference)).toEqual([1_00, 0]);
	});
});

describe("a dispute", () => {
	const stateOf = async (reference: string) => {
		const row = await tables.database
			.selectFrom("disputes")
			.select("state")
			.where("transaction_id", "=", reference)
			.executeTakeFirstOrThrow();
		return row.state;
	};

	test("N-05 takes the newest state, in whatever order its processor events come, and posts a loss once", async () => {
		const reference = await insertCharge();
		told = [dispute(reference, "lost", 30), dispute(reference, "open", 10), dispute(reference, "under_review", 20)];
		await read();
		expect(await stateOf(reference)).toBe("lost");
		expect(await balances()).toEqual({ disputed: -1_099, dispute_losses: 1_099 });
		await receiveProcessorEvents(context, feed, [dispute(reference, "won", 40)]);
		expect(await stateOf(reference)).toBe("won");
		expect(await balances()).toEqual({ disputed: 0, dispute_losses: 0 });
	});

	test("about an unknown charge is kept for the operator", async () => {
		told = [dispute(newLookupId(), "open", 10)];
		await read();
		expect(await states()).toEqual({ open_10: "unmatched" });
	});
});
