import {
	type Accepted,
	createVault,
	generateMasterKey,
	type Inquiry,
	type Outcome,
	type Processor,
} from "@cardseal/vault";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { type TestClocks, testClocks } from "../../../../test/fixtures/clock.ts";
import { moveEvents } from "../../../../test/fixtures/events.ts";
import { oneProcessor } from "../../../../test/fixtures/processors/one-processor.ts";
import { openTestTables } from "../../../../test/fixtures/tables.ts";
import { createCardTestingProtection } from "../../../customers/src/card-testing/protection.ts";
import { createChargeableCardLookup } from "../../../customers/src/cards/chargeable-card.ts";
import { operator } from "../../../platform/src/audit/event.ts";
import { answerOnce } from "../../../platform/src/idempotency/answer-once.ts";
import { askedByCharge, type ChargeCommand, charge } from "../charge/charge.ts";
import { chargeRequestSchema } from "../charge/charge-request.ts";
import type { Payments } from "../payments.ts";
import { unstoredResponses } from "../submission/keyed-transaction.ts";
import { applyLateAnswer, applyReport, recordLateOutcome } from "../submission/late-outcome.ts";
import { createTransactionWriter } from "../submission/transaction-writer.ts";
import { recordOf } from "../transaction/transaction-record.ts";
import { getTransaction } from "../transaction/transactions.store.ts";
import { findNeedingAttention } from "./attention.store.ts";
import { recoverLeftPending } from "./recover.ts";
import { createReschedule } from "./reschedule.ts";
import { resolveTransaction } from "./resolve.ts";

const processorTimeoutMs = 200;
const never = new Promise<never>(() => undefined);
const approved = (reference: string): Extract<Outcome, { result: "approved" }> => ({
	result: "approved",
	message: "Approved",
	authorizationCode: "123456",
	processorTransactionId: `far_${reference}`,
});

/** A processor whose answers a test sets, and which records its requests. */
interface ScriptedProcessor extends Processor {
	submitted: string[];
	inquired: string[];
	onSubmit: (reference: string) => ReturnType<Processor["submit"]>;
	onInquire: (reference: string) => Promise<Inquiry>;
}

function scriptedProcessor(): ScriptedProcessor {
	const processor: ScriptedProcessor = {
		name: "scripted",
		submitted: [],
		inquired: [],
		onSubmit: () => never,
		onInquire: async (reference) => approved(reference),
		submit({ reference }) {
			processor.submitted.push(reference);
			return processor.onSubmit(reference);
		},
		inquire({ reference }) {
			processor.inquired.push(reference);
			return processor.onInquire(reference);
		},
	};
	return processor;
}

let tables: Awaited<ReturnType<typeof openTestTables>>;
let merchantId: number;
let clocks: TestClocks;
let processor: ScriptedProcessor;
let payments: Payments;

beforeAll(async () => {
	tables = await openTestTables();
	merchantId = await insertMerchant(tables.database);
});

afterAll(() => tables.drop());

beforeEach(async () => {
	clocks = testClocks();
	// No charge takes too long to write, and pauses are exact.
	clocks.real.stop();
	processor = scriptedProcessor();
	const { business, real } = clocks;
	const vault = await createVault({
		database: tables.database.withTables(),
		masterKey,
		businessNow: () => business.now(),
		realNow: () => real.now(),
	});
	const log = pino({ level: "silent" });
	payments = {
		database: tables.database,
		writer: createTransactionWriter(tables.database),
		findChargeableCard: createChargeableCardLookup(vault),
		vault,
		clocks,
		cardTesting: createCardTestingProtection({ database: tables.database, vault, clock: real, log }),
		...oneProcessor(processor),
		processorTimeoutMs,
		publicUrl: "https://pay.example",
		restoredAt: () => 0,
		findLostFrom: async () => undefined,
		log,
	};
});

const masterKey = generateMasterKey();
let keys = 0;

function command(): Omit<ChargeCommand, "keyed"> {
	return {
		operation: "sale",
		caller: { actor: { kind: "client", clientId: "c" }, clientAddress: null, requestId: null },
		initiator: {
			merchant: {
				id: merchantId,
				publicId: "m",
				name: "M",
				mode: "demo",
				timeZone: "UTC",
				currencies: ["CAD"],
				statementText: null,
				threeDSecure: { rule: "never", aboveCents: null, outside: null },
				hostedFormOnly: false,
				rejectsAvsNoMatch: false,
				rejectsCvvNoMatch: false,
				cardTesting: { isOn: null, limits: {} },
			},
			channel: "E_COMMERCE",
			userId: null,
		},
		wanted: { kind: "given" },
		request: chargeRequestSchema.parse({
			amount: 31,
			card_number: "4111111111111111",
			card_expiry_month: "08",
			card_expiry_year: "31",
			cvv2: "123",
		}),
	};
}

/** Charges once for a key, as its route does. */
function sell(payments: Payments, key?: string) {
	const gathered = askedByCharge(command());
	const idempotency = key === undefined ? undefined : { merchantId, route: "/sale", key };
	const request = { idempotency, gathered, unstored: unstoredResponses(payments, gathered) };
	return answerOnce(payments, request, (keyed) => charge(payments, { ...command(), keyed }));
}

async function stateOf(transactionId: string): Promise<string> {
	const { status } = await tables.database
		.selectFrom("transactions")
		.select("status")
		.where("transaction_id", "=", transactionId)
		.executeTakeFirstOrThrow();
	return status;
}

/** Makes a charge whose processor did not answer in time. */
async function leavePending(key?: string): Promise<string> {
	const { body } = (await sell(payments, key)).response;
	expect(body.transaction_result).toBe("PENDING");
	return body.transaction_id;
}

describe("the recovery", () => {
	test("an inquiry without an answer does not stop the other charges, and is repeated", async () => {
		const [silent, ...others] = await Promise.all([leavePending(), leavePending(), leavePending()]);
		processor.onInquire = async (reference) => (reference === silent ? never : approved(reference));
		clocks.real.advance(10_000);
		expect(await recoverLeftPending(payments)).toBe(2);
		expect(await Promise.all(others.map(stateOf))).toEqual(["APPROVED", "APPROVED"]);
		expect(await stateOf(silent)).toBe("PENDING");

		processor.onInquire = async (reference) => approved(reference);
		clocks.real.advance(10_000);
		expect(await recoverLeftPending(payments)).toBe(1);
		expect(await stateOf(silent)).toBe("APPROVED");
	});

	test("after a day of failed inquiries the operator may look, and a later inquiry still decides", async () => {
		const transactionId = await leavePending();
		processor.onInquire = () => Promise.reject(new Error("unreachable"));
		const failed = async () => {
			clocks.real.advance(3_600_000);
			await recoverLeftPending(payments);
			const query = tables.database.selectFrom("pending_transactions").select("state");
			return (await query.where("transaction_id", "=", transactionId).executeTakeFirstOrThrow()).state;
		};
		expect(await failed()).toBe("unreachable");
		clocks.business.advance(25 * 3_600_000);
		expect(await failed()).toBe("unknown");
		processor.onInquire = async (reference) => approved(reference);
		clocks.real.advance(3_600_000);
		await recoverLeftPending(payments);
		expect(await stateOf(transactionId)).toBe("APPROVED");
	});

	test("the processor of the charge is asked, even if the merchant has another one by now", async () => {
		const transactionId = await leavePending();
		const other = scriptedProcessor();
		clocks.real.advance(10_000);
		const { processorFor } = oneProcessor(other);
		await recoverLeftPending({ ...payments, processorFor });
		expect(other.inquired).toEqual([]);
		expect(processor.inquired).toContain(transactionId);
		expect(await stateOf(transactionId)).toBe("APPROVED");
	});
});

const declined = (reference: string): Outcome => ({
	result: "declined",
	message: "No",
	declineClass: "soft",
	declineCode: "do_not_honour",
	processorTransactionId: `far_${reference}`,
});

describe("an answer that decides nothing", () => {
	async function pendingRow(transactionId: string) {
		return tables.database
			.selectFrom("pending_transactions")
			.selectAll()
			.where("transaction_id", "=", transactionId)
			.executeTakeFirstOrThrow();
	}

	/** Recovers at each due time and returns the seconds between the inquiries. */
	async function secondsBetweenInquiries(transactionId: string, count: number): Promise<number[]> {
		const seconds: number[] = [];
		for (let inquiry = 0; inquiry < count; inquiry++) {
			await recoverLeftPending(payments);
			const { next_inquiry_at: next } = await pendingRow(transactionId);
			seconds.push(Math.round((next - clocks.real.now()) / 1_000));
			clocks.real.advance(next - clocks.real.now());
		}
		return seconds;
	}

	test.each<[string, ScriptedProcessor["onInquire"]]>([
		["an unreachable processor", () => Promise.reject(new Error("unreachable"))],
		[
			"a processor that cannot tell",
			async () => ({ result: "unknown", reason: "it lists no such reference", isFinal: true }),
		],
		["a processor that decides later", async () => ({ result: "accepted" })],
	])("%s is asked after 5 s, then each time after twice as long, up to an hour", async (_which, inquire) => {
		const transactionId = await leavePending();
		processor.onInquire = inquire;
		clocks.real.advance(10_000);
		const doubled = [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600];
		expect(await secondsBetweenInquiries(transactionId, doubled.length)).toEqual(doubled);
		expect(await stateOf(transactionId)).toBe("PENDING");
	});

	test("each new state is logged once", async () => {
		const logged: string[] = [];
		const log = pino({ level: "warn" }, { write: (line) => logged.push(JSON.parse(line).msg) });
		const transactionId = await leavePending();
		clocks.real.advance(10_000);
		const answers: ScriptedProcessor["onInquire"][] = [
			() => Promise.reject(new Error("unreachable")),
			async () => ({ result: "unknown", reason: "no such reference", isFinal: true }),
		];
		for (const answer of answers.flatMap((one) => [one, one, one])) {
			processor.onInquire = async (reference) =>
				reference === transactionId ? answer(reference) : approved(reference);
			await recoverLeftPending({ ...payments, log });
			clocks.real.advance(3_600_000);
		}
		expect(logged).toEqual([
			"could not inquire after a pending transaction",
			"a pending transaction is unknown at its processor",
		]);
	});

	test("an accepted charge is inquired after by the processor's own id, and gets its late outcome", async () => {
		processor.onSubmit = async () => ({ result: "accepted", processorTransactionId: "far_1" });
		const { body } = (await sell(payments)).response;
		expect(body.transaction_result).toBe("PENDING");
		expect(await pendingRow(body.transaction_id)).toMatchObject({ state: "accepted" });
		const inquire = vi.spyOn(processor, "inquire");
		clocks.real.advance(10_000);
		await recoverLeftPending(payments);
		expect(inquire).toHaveBeenCalledWith({
			reference: body.transaction_id,
			operation: "sale",
			amountCents: 3_100,
			currency: "CAD",
			requestedAt: expect.any(Number),
			processorTransactionId: "far_1",
			original: null,
		});
		expect(await stateOf(body.transaction_id)).toBe("APPROVED");
	});

	test.each([{ amountCents: 3_101 }, { currency: "USD" }])(
		"an approval of something else, %j, leaves the charge PENDING and raises an alarm",
		async (other) => {
			const alarms: string[] = [];
			const log = pino({ level: "error" }, { write: (line) => alarms.push(JSON.parse(line).msg) });
			processor.onSubmit = async (reference) => ({ ...approved(reference), ...other });
			const { body } = (await sell({ ...payments, log })).response;
			expect(body.transaction_result).toBe("PENDING");
			expect(await pendingRow(body.transaction_id)).toMatchObject({ state: "differs" });
			expect(alarms).toEqual(["ALARM: a processor approved another amount or currency"]);
			processor.onInquire = async (reference) => ({ ...approved(reference), ...other });
			clocks.real.advance(10_000);
			await recoverLeftPending({ ...payments, log });
			expect(await stateOf(body.transaction_id)).toBe("PENDING");
			expect(alarms).toHaveLength(1);
		},
	);

	describe("after an approval of another amount", () => {
		let transactionId: string;

		beforeEach(async () => {
			processor.onSubmit = async (reference) => ({ ...approved(reference), amountCents: 3_101 });
			transactionId = (await sell(payments)).response.body.transaction_id;
			clocks.real.advance(10_000);
		});

		test.each<[string, ScriptedProcessor["onInquire"]]>([
			["an unreachable processor", () => Promise.reject(new Error("unreachable"))],
			["one that decides later", async () => ({ result: "accepted" })],
			["one that cannot tell yet", async () => ({ result: "unknown", reason: "not listed", isFinal: false })],
			["one that finds nothing", async () => ({ result: "not_received" })],
			["a decline", async (reference) => declined(reference)],
			["an approval that states no amount", async (reference) => approved(reference)],
			["an approval that states no currency", async (reference) => ({ ...approved(reference), amountCents: 3_100 })],
		])("%s leaves the charge PENDING, and the operator is still needed", async (_which, inquire) => {
			processor.onInquire = inquire;
			await recoverLeftPending(payments);
			expect(await stateOf(transactionId)).toBe("PENDING");
			expect(await findNeedingAttention(tables.database, transactionId)).toMatchObject({ state: "differs" });
		});

		test("a reported approval that states no amount leaves the charge PENDING for the operator", async () => {
			const pending = await getTransaction(tables.database, merchantId, transactionId);
			const problem = await applyReport(payments, pending, approved(transactionId));
			expect(problem).toBe("The processor approved another amount or currency.");
			expect(await stateOf(transactionId)).toBe("PENDING");
		});

		test("its id and a processor event with the answer are kept, and an approval that states the amount is the outcome", async () => {
			const kept = await tables.database
				.selectFrom("received_notices")
				.select(["state", sql<unknown>`body -> 'outcome'`.as("outcome")])
				.where("notice_id", "=", `answer ${transactionId}`)
				.execute();
			const told = { ...approved(transactionId), amountCents: 3_101 };
			expect(kept).toEqual([{ state: "differing", outcome: told }]);
			const pending = await getTransaction(tables.database, merchantId, transactionId);
			expect(pending.processor_transaction_id).toBe(told.processorTransactionId);
			processor.onInquire = async (reference) => ({ ...approved(reference), amountCents: 3_100, currency: "CAD" });
			await recoverLeftPending(payments);
			expect(await stateOf(transactionId)).toBe("APPROVED");
		});
	});
});

describe("the event of an unknown outcome", () => {
	async function dataOfEvents(transactionId: string) {
		await moveEvents({ database: { tables: tables.database }, clocks });
		const events = await tables.database
			.selectFrom("events")
			.select("data")
			.where("type", "=", "transaction.pending")
			.where(sql<string>`data ->> 'transaction_id'`, "=", transactionId)
			.execute();
		return events.map(({ data }) => data);
	}

	async function recordNow(transactionId: string) {
		return recordOf(await getTransaction(tables.database, merchantId, transactionId));
	}

	test("shows the transaction as its GET does at that time, also after its outcome", async () => {
		processor.onSubmit = async () => ({ result: "accepted", processorTransactionId: "far_1" });
		const { body } = (await sell(payments)).response;
		expect(body.processor_transaction_id).toBe("far_1");
		const pending = await recordNow(body.transaction_id);
		clocks.real.advance(10_000);
		await recoverLeftPending(payments);
		expect(await stateOf(body.transaction_id)).toBe("APPROVED");
		expect(await dataOfEvents(body.transaction_id)).toEqual([pending]);
	});

	test.each<[string, ScriptedProcessor["onInquire"]]>([
		["finds no processor", () => Promise.reject(new Error("unreachable"))],
		["learns that the outcome comes later", async () => ({ result: "accepted", processorTransactionId: "far_2" })],
		["learns of another amount", async (reference) => ({ ...approved(reference), amountCents: 3_101 })],
	])("is written once by recovery that %s, where the gateway did not write it", async (_which, inquire) => {
		const written = Promise.withResolvers<string>();
		processor.onSubmit = (reference) => {
			written.resolve(reference);
			return never;
		};
		// Its gateway died while it waited.
		void sell({ ...payments, processorTimeoutMs: 3_600_000 });
		const transactionId = await written.promise;
		expect(await dataOfEvents(transactionId)).toEqual([]);
		processor.onInquire = async (reference) => (reference === transactionId ? inquire(reference) : approved(reference));
		clocks.real.advance(3_700_000);
		await recoverLeftPending(payments);
		const pending = await recordNow(transactionId);
		expect(pending.transaction_result).toBe("PENDING");
		clocks.real.advance(10_000);
		await recoverLeftPending(payments);
		expect(await dataOfEvents(transactionId)).toEqual([pending]);
	});
});

describe("an answer that comes after the gateway's wait", () => {
	let answer: PromiseWithResolvers<Outcome | Accepted>;
	let logged: string[];

	beforeEach(() => {
		answer = Promise.withResolvers();
		processor.onSubmit = () => answer.promise;
		logged = [];
		payments = { ...payments, log: pino({ level: "info" }, { write: (line) => logged.push(JSON.parse(line).msg) }) };
	});

	/** Gives the answer and waits until the gateway has ended its work on it. */
	async function answerLate(late: Outcome | Accepted, log: string): Promise<void> {
		answer.resolve(late);
		await vi.waitFor(() => expect(logged).toContain(log), { timeout: 20_000, interval: 5 });
	}

	const alarm = "ALARM: a processor's late answer needs the operator";
	const recorded = "recorded an answer that came late";

	function processorEventsOf(transactionId: string) {
		return tables.database
			.selectFrom("received_notices")
			.select(["account", "processor", "state", "problem", "body"])
			.where("notice_id", "=", `answer ${transactionId}`)
			.execute();
	}

	test("N-06 is recorded, and repetitions of the request get it", async () => {
		const key = `late ${keys++}`;
		const transactionId = await leavePending(key);
		await answerLate(approved(transactionId), recorded);
		expect(await stateOf(transactionId)).toBe("APPROVED");
		expect(await sell(payments, key)).toMatchObject({ isReplay: true, response: { status: 200 } });
		expect(processor.inquired).toEqual([]);
	});

	test("N-06 changes nothing when an inquiry found the same, at once or before", async () => {
		const transactionId = await leavePending();
		const record = vi.spyOn(payments.writer, "writeOutcome");
		clocks.real.advance(10_000);
		await Promise.all([recoverLeftPending(payments), answerLate(approved(transactionId), recorded)]);
		const results = await Promise.all(record.mock.results.map(({ value }) => value));
		expect(results.filter(Boolean)).toHaveLength(1);
		expect(await stateOf(transactionId)).toBe("APPROVED");
		expect(await auditEvents(tables.database, { object: transactionId })).toEqual([]);
		expect(await processorEventsOf(transactionId)).toEqual([]);
	});

	test("N-06 against a recorded outcome is kept for the operator, without the card number, and changes nothing", async () => {
		const transactionId = await leavePending();
		processor.onInquire = async () => ({ result: "not_received" });
		clocks.real.advance(10_000);
		await recoverLeftPending(payments);
		await answerLate({ ...approved(transactionId), message: "Approved 4111111111111111" }, alarm);
		expect(await stateOf(transactionId)).toBe("DECLINED");
		expect(await processorEventsOf(transactionId)).toMatchObject([
			{
				account: "",
				processor: "scripted",
				state: "differing",
				problem: "The transaction is DECLINED, and the processor says APPROVED.",
				body: { reference: transactionId, outcome: { message: "Approved [card number]" } },
			},
		]);
		const events = await auditEvents(tables.database, { object: transactionId });
		expect(events.map(({ type, details }) => [type, details])).toEqual([
			["outcome.differs", { recorded: "DECLINED", told: "APPROVED" }],
		]);
	});

	test.each([{ amountCents: 3_101 }, { currency: "USD" }])(
		"N-06 about something else, %j, leaves the charge PENDING for the operator",
		async (other) => {
			const transactionId = await leavePending();
			await answerLate({ ...approved(transactionId), ...other }, alarm);
			expect(await stateOf(transactionId)).toBe("PENDING");
			expect(await findNeedingAttention(tables.database, transactionId)).toMatchObject({ state: "differs" });
			expect(await processorEventsOf(transactionId)).toMatchObject([{ state: "differing" }]);
		},
	);

	test("that accepts the charge gives recovery the processor's id", async () => {
		const transactionId = await leavePending();
		answer.resolve({ result: "accepted", processorTransactionId: "far_late" });
		await vi.waitFor(
			async () =>
				expect(
					await tables.database
						.selectFrom("transactions")
						.select(["status", "processor_transaction_id"])
						.where("transaction_id", "=", transactionId)
						.executeTakeFirst(),
				).toEqual({ status: "PENDING", processor_transaction_id: "far_late" }),
			20_000,
		);
	});

	test("that came in time and could not be recorded is recorded again, without an inquiry", async () => {
		const key = `again ${keys++}`;
		processor.onSubmit = async (reference) => approved(reference);
		const { writeOutcome } = payments.writer;
		let failures = 2;
		const failing: typeof writeOutcome = (decided) =>
			failures-- > 0 ? Promise.reject(new Error("the database changes its server")) : writeOutcome(decided);
		payments = { ...payments, writer: { ...payments.writer, writeOutcome: failing } };
		const first = await sell(payments, key);
		expect(first).toMatchObject({
			isReplay: false,
			response: { status: 402, body: { transaction_result: "PENDING" } },
		});
		await vi.waitFor(
			async () => expect(await sell(payments, key)).toMatchObject({ isReplay: true, response: { status: 200 } }),
			{ timeout: 60_000, interval: 100 },
		);
		expect(processor.inquired).toEqual([]);
	});

	test("that is a failure leaves the charge to recovery", async () => {
		const transactionId = await leavePending();
		answer.reject(new Error("no route to host"));
		clocks.real.advance(10_000);
		await recoverLeftPending(payments);
		expect(await stateOf(transactionId)).toBe("APPROVED");
	});
});

describe("N-09 an outcome that was recorded first", () => {
	let alarms: string[];
	/** For a processor that answers: what it does before takes several statements. */
	const patient = (): Payments => ({ ...payments, processorTimeoutMs: 20_000 });

	beforeEach(() => {
		alarms = [];
		payments = { ...payments, log: pino({ level: "error" }, { write: (line) => alarms.push(JSON.parse(line).msg) }) };
	});

	async function recordFirst(reference: string, first: Outcome): Promise<void> {
		const pending = await tables.database
			.selectFrom("transactions")
			.selectAll()
			.where("transaction_id", "=", reference)
			.executeTakeFirstOrThrow();
		await recordLateOutcome(payments, pending, first);
	}

	const keptOf = (transactionId: string) =>
		tables.database
			.selectFrom("received_notices")
			.select(["state", "problem"])
			.where("notice_id", "=", `answer ${transactionId}`)
			.execute();

	const eventsOf = async (object: string) =>
		(await auditEvents(tables.database, { object })).map(({ type, details }) => [type, details]);

	test("stays, and an answer against it is kept for the operator", async () => {
		processor.onSubmit = async (reference) => {
			await recordFirst(reference, declined(reference));
			return { ...approved(reference), networkTransactionId: "network_1" };
		};
		const keepNetworkId = vi.spyOn(payments.writer, "keepNetworkId");
		const { body } = (await sell(patient(), `first ${keys++}`)).response;
		const { transaction_id: id } = body;
		expect([body.transaction_result, await stateOf(id)]).toEqual(["DECLINED", "DECLINED"]);
		const problem = "The transaction is DECLINED, and the processor says APPROVED.";
		expect(await keptOf(id)).toEqual([{ state: "differing", problem }]);
		expect(await eventsOf(id)).toEqual([["outcome.differs", { recorded: "DECLINED", told: "APPROVED" }]]);
		expect(alarms).toEqual(["ALARM: a processor's answer needs the operator"]);
		expect(keepNetworkId).not.toHaveBeenCalled();
	});

	test("stays, and an inquiry against it is kept for the operator", async () => {
		const transactionId = await leavePending();
		processor.onInquire = async (reference) => {
			await recordFirst(reference, approved(reference));
			return { result: "not_received" };
		};
		clocks.real.advance(10_000);
		await recoverLeftPending(payments);
		expect(await stateOf(transactionId)).toBe("APPROVED");
		const problem = "The transaction is APPROVED, and the processor says DECLINED.";
		expect(await keptOf(transactionId)).toEqual([{ state: "differing", problem }]);
		expect(alarms).toEqual(["ALARM: a processor's answer needs the operator"]);
	});

	test("stays, and an answer or inquiry of another amount is kept for the operator", async () => {
		const another = (reference: string): Outcome => ({ ...approved(reference), amountCents: 1 });
		processor.onSubmit = async (reference) => {
			await recordFirst(reference, approved(reference));
			return another(reference);
		};
		const answered = (await sell(patient())).response.body.transaction_id;
		processor.onSubmit = () => never;
		const inquired = await leavePending();
		processor.onInquire = async (reference) => {
			await recordFirst(reference, approved(reference));
			return another(reference);
		};
		clocks.real.advance(10_000);
		await recoverLeftPending(payments);
		const problem = "The processor approved another amount or currency.";
		for (const id of [answered, inquired]) {
			expect([await stateOf(id), await keptOf(id)]).toEqual(["APPROVED", [{ state: "differing", problem }]]);
		}
	});

	const caller = operator("ada");

	/** Leaves a charge with an approval of another amount, for the operator. */
	async function leaveAnotherAmount(): Promise<string> {
		processor.onSubmit = async (reference) => ({ ...approved(reference), amountCents: 1 });
		return (await sell(patient())).response.body.transaction_id;
	}

	test("by the operator closes the processor event, and an answer against the operator's finding opens it again", async () => {
		const id = await leaveAnotherAmount();
		const finding = { result: "not_approved" } as const;
		const resolved = await resolveTransaction(payments, { transactionId: id, finding, reason: "a report", caller });
		expect([resolved?.status, await keptOf(id)]).toMatchObject(["DECLINED", [{ state: "closed" }]]);
		if (resolved !== undefined) await applyLateAnswer(payments, resolved, approved(id));
		const problem = "The transaction is DECLINED, and the processor says APPROVED.";
		expect(await keptOf(id)).toEqual([{ state: "differing", problem }]);
	});

	test("stays when the operator finds another one at the same moment, and the processor event stays open", async () => {
		const id = await leaveAnotherAmount();
		const { writeOutcome } = payments.writer;
		const overtaken: typeof writeOutcome = async (decided) => {
			await recordFirst(id, declined(id));
			return writeOutcome(decided);
		};
		const context = { ...payments, writer: { ...payments.writer, writeOutcome: overtaken } };
		const finding = { result: "approved", processorTransactionId: "far_7", authorizationCode: "" } as const;
		const resolution = { transactionId: id, finding, reason: "a report", caller };
		expect(await resolveTransaction(context, resolution)).toBeUndefined();
		expect([await stateOf(id), await keptOf(id)]).toMatchObject(["DECLINED", [{ state: "differing" }]]);
	});

	test("is told by an equal answer once more, which changes nothing", async () => {
		processor.onSubmit = async (reference) => {
			await recordFirst(reference, approved(reference));
			return approved(reference);
		};
		const { body } = (await sell(patient())).response;
		expect(body.transaction_result).toBe("APPROVED");
		expect([await keptOf(body.transaction_id), alarms]).toEqual([[], []]);
	});

	test("gets the details that only the answer has", async () => {
		const details = { authorizationCode: "A1B2C3", networkTransactionId: "network_2", avsResult: "MATCH" } as const;
		processor.onSubmit = async (reference) => {
			await recordFirst(reference, { ...approved(reference), authorizationCode: "" });
			return { ...approved(reference), ...details };
		};
		const { body } = (await sell(patient())).response;
		expect(body).toMatchObject({ transaction_result: "APPROVED", avs_result: "MATCH" });
		const row = await getTransaction(tables.database, merchantId, body.transaction_id);
		expect(row).toMatchObject({
			processor_auth_code: details.authorizationCode,
			network_transaction_id: details.networkTransactionId,
			avs_result: details.avsResult,
		});
	});

	test("an answer that is first is not compared with statements of its own", async () => {
		processor.onSubmit = async (reference) => approved(reference);
		const statements = vi.spyOn(tables.database.getExecutor(), "executeQuery");
		await sell(patient(), `alone ${keys++}`);
		const names = statements.mock.calls.map(([query]) => /prepare: ([\w-]+)/.exec(query.sql)?.[1] ?? query.sql);
		statements.mockRestore();
		expect(names.slice(names.indexOf("insert-pending"))).toEqual(["insert-pending", "record-outcome"]);
	});
});

describe("X-36 after the clock has stepped back a day", () => {
	const day = 86_400_000;
	let elapsed = 0;
	let reschedule: () => Promise<void>;

	beforeEach(async () => {
		elapsed = 0;
		reschedule = createReschedule({ ...payments, elapsedMs: () => elapsed });
		await tables.database.deleteFrom("pending_transactions").execute();
	});

	async function pass(ms: number): Promise<number> {
		elapsed += ms;
		clocks.real.advance(ms);
		await reschedule();
		return recoverLeftPending(payments);
	}

	test("a charge whose answer was lost has its outcome within 30 s", async () => {
		const transactionId = await leavePending();
		clocks.real.advance(-day);
		for (let seconds = 0; seconds < 8; seconds++) expect(await pass(1_000)).toBe(0);
		expect(await pass(1_000)).toBe(0);
		expect(await pass(1_000)).toBe(1);
		expect(await stateOf(transactionId)).toBe("APPROVED");
	});

	test("a restarted gateway recovers it as well", async () => {
		const transactionId = await leavePending();
		clocks.real.advance(-day);
		await pass(5_000);
		reschedule = createReschedule({ ...payments, elapsedMs: () => elapsed });
		expect(await pass(0)).toBe(0);
		expect(await pass(9_000)).toBe(1);
		expect(await stateOf(transactionId)).toBe("APPROVED");
	});

	test("the Idempotency-Key of a pending charge replays PENDING and then the outcome, not 409", async () => {
		const key = `stepped ${keys++}`;
		await leavePending(key);
		clocks.real.advance(-day);
		expect(await sell(payments, key)).toMatchObject({ isReplay: true, response: { status: 402 } });
		await pass(0);
		await pass(9_000);
		expect(await sell(payments, key)).toMatchObject({ isReplay: true, response: { status: 200 } });
	});

	test("a gateway whose clock is a day behind leaves the claims of another gateway alone", async () => {
		const transactionId = await leavePending();
		processor.onInquire = () => Promise.reject(new Error("unreachable"));
		clocks.real.advance(10_000);
		for (let round = 0; round < 20; round++) {
			await recoverLeftPending(payments);
			clocks.real.advance(-day);
			elapsed += 6_000;
			await reschedule();
			clocks.real.advance(day + 6_000);
		}
		const row = await tables.database
			.selectFrom("pending_transactions")
			.select("next_inquiry_at")
			.where("transaction_id", "=", transactionId)
			.executeTakeFirstOrThrow();
		expect(row.next_inquiry_at).toBeGreaterThan(clocks.real.now() - day / 2);
	});
});

describe("a charge", () => {
	test("a charge is PENDING, not in flight, while its processor cannot be asked", async () => {
		const key = `outage ${keys++}`;
		await leavePending(key);
		processor.onInquire = async () => {
			throw new Error("unreachable");
		};
		clocks.real.advance(10_000);
		expect(await recoverLeftPending(payments)).toBe(0);
		const again = await sell(payments, key);
		expect(again).toMatchObject({ isReplay: true, response: { status: 402, body: { transaction_result: "PENDING" } } });
		expect(processor.submitted).toHaveLength(1);

		processor.onInquire = async (reference) => approved(reference);
		clocks.real.advance(10_000);
		await recoverLeftPending(payments);
		expect(await sell(payments, key)).toMatchObject({ isReplay: true, response: { status: 200 } });
	});

	test("a charge that took too long to write is not submitted, because recovery may inquire already", async () => {
		const { writePending } = payments.writer;
		payments.writer.writePending = async (pending) => {
			const written = await writePending(pending);
			clocks.real.advance(processorTimeoutMs);
			return written;
		};
		await leavePending();
		expect(processor.submitted).toEqual([]);
	});

	test("a charge that cannot be judged for card testing is PENDING, and not submitted", async () => {
		const logged: unknown[] = [];
		const submitUnlessDeclined = () => Promise.reject(new Error("the database is away"));
		payments = {
			...payments,
			cardTesting: { ...payments.cardTesting, submitUnlessDeclined },
			log: pino({ level: "error" }, { write: (line) => logged.push(JSON.parse(line).msg) }),
		};
		const { body } = (await sell(payments)).response;
		expect([body.transaction_result, processor.submitted]).toEqual(["PENDING", []]);
		expect(logged).toEqual(["could not judge a charge; nothing was sent"]);
	});

	test("a charge is PENDING when its processor fails at once, and its row names the processor", async () => {
		processor.onSubmit = () => {
			throw new Error("no route to host");
		};
		const transactionId = await leavePending();
		const row = await tables.database
			.selectFrom("transactions")
			.select("processor")
			.where("transaction_id", "=", transactionId)
			.executeTakeFirst();
		expect(row).toEqual({ processor: "scripted" });
	});
});
