import {
	type Accepted,
	createVault,
	generateMasterKey,
	type Inquiry,
	type Outcome,
	type Processor,
	type ProcessorEvent,
	type ProcessorRequest,
	requestJournalTable,
} from "@cardseal/vault";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { type TestClocks, testClocks } from "../../../../test/fixtures/clock.ts";
import { newTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { oneProcessor } from "../../../../test/fixtures/processors/one-processor.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { newLookupId } from "../../../platform/src/ids.ts";
import { createLog } from "../../../platform/src/log/log.ts";
import { createPayments } from "../create-payments.ts";
import { deleteOldRows } from "../old-rows.ts";
import type { Payments } from "../payments.ts";
import { listOpenProcessorEvents } from "../processor-events/processor-events.store.ts";
import { applyReport, keepConflictingOutcome, recordLateOutcome } from "../submission/late-outcome.ts";
import { insertPending } from "../submission/pending.store.ts";
import type { Transaction } from "../tables.ts";
import { getTransaction } from "../transaction/transactions.store.ts";
import { receiveProcessorEvents } from "../unresolved/read-feed.ts";
import { compareWithSettlements } from "../unresolved/reconcile.store.ts";
import { recoverLeftPending } from "../unresolved/recover.ts";
import { recordPendingAsSent } from "../unresolved/request-journal.store.ts";
import { reversalReference } from "./reversals.store.ts";
import { reverseDue } from "./reverse.ts";
import type { Reversal } from "./tables.ts";

// Reversals of charges that a rule declined, with a processor that tests script.

const hour = 3_600_000;
const never = new Promise<never>(() => undefined);
const account = { processor: "far", processor_account: "acc" };

let tables: TestTables;
let merchantId: number;
let clocks: TestClocks;
let payments: Payments;
let alarms: string[];
let submitted: ProcessorRequest[];
let inquired: string[];
let onSubmit: (request: ProcessorRequest) => Promise<Outcome | Accepted>;
let onInquire: (reference: string) => Promise<Inquiry>;

const approved = (reference: string): Extract<Outcome, { result: "approved" }> => ({
	result: "approved",
	message: "Approved",
	authorizationCode: "123456",
	processorTransactionId: `far_${reference}`,
});

const declined = (reference: string): Outcome => ({
	result: "declined",
	message: "Settled already",
	declineClass: "hard",
	declineCode: "not_permitted",
	processorTransactionId: `far_${reference}`,
});

const mismatch = (reference: string) =>
	({ ...approved(reference), avsResult: "NO_MATCH", cvvResult: "MATCH" }) as const;

beforeAll(async () => {
	tables = await openTestTables();
});

afterAll(() => tables.drop());

beforeEach(async () => {
	const { database } = tables;
	await database.deleteFrom("reversals").execute();
	merchantId = await insertMerchant(database, { rejects_avs_no_match: true });
	clocks = testClocks();
	clocks.real.stop();
	const { business, real } = clocks;
	const vault = await createVault({
		database: database.withTables(),
		masterKey,
		businessNow: () => business.now(),
		realNow: () => real.now(),
	});
	alarms = [];
	submitted = [];
	inquired = [];
	onSubmit = async ({ reference }) => approved(reference);
	onInquire = async (reference) => approved(reference);
	const write = (line: string) => {
		const { msg } = JSON.parse(line);
		if (msg.startsWith("ALARM")) alarms.push(msg);
	};
	const processor: Processor = {
		name: "far",
		submit(request) {
			submitted.push(request);
			return onSubmit(request);
		},
		inquire({ reference }) {
			inquired.push(reference);
			return onInquire(reference);
		},
	};
	payments = createPayments({
		database: database.withTables(),
		vault,
		clocks,
		choice: oneProcessor(processor),
		processorTimeoutMs: 200,
		log: createLog({ level: "error", destination: { write } }),
	});
});

const masterKey = generateMasterKey();

async function pendingCharge(changes: Partial<Transaction> = {}): Promise<Transaction> {
	const row = newTransaction({ transaction_id: newLookupId(), merchant_id: merchantId, ...account, ...changes });
	const [written] = await insertPending(payments.database, [{ transaction: row, inquiryFrom: clocks.real.now() }]);
	if (typeof written !== "object") throw new Error("The charge was not written.");
	return written;
}

/** Makes a charge that the rule declined. */
async function declinedCharge(changes: Partial<Transaction> = {}): Promise<Transaction> {
	const pending = await pendingCharge(changes);
	await recordLateOutcome(payments, pending, mismatch(pending.transaction_id));
	return getTransaction(payments.database, merchantId, pending.transaction_id);
}

/** Lets all pauses and claims pass, and runs the job. */
async function runLater(ms = hour + 60_000): Promise<void> {
	clocks.real.advance(ms);
	await reverseDue(payments);
}

async function statesOf({ transaction_id: id }: Transaction): Promise<string[]> {
	const query = tables.database.selectFrom("reversals").select(["operation", "number", "state"]);
	const rows = await query.where("transaction_id", "=", id).orderBy("operation", "desc").orderBy("number").execute();
	return rows.map(({ operation, number, state }) => `${operation} ${number} ${state}`);
}

const referenceOf = ({ transaction_id }: Transaction, operation: Reversal["operation"], number = 1) =>
	reversalReference({ transaction_id, operation, number });

const openProcessorEvents = () => listOpenProcessorEvents(payments.database, { merchantId, limit: 10 });

const feed = () => ({ merchantId, processor: "far", account: "acc", source: {} });

describe("an approval with NO_MATCH", () => {
	test("F-17 is declined when an inquiry finds it, and voided", async () => {
		const pending = await pendingCharge();
		onInquire = async (reference) => mismatch(reference);
		clocks.real.advance(10_000);
		expect(await recoverLeftPending(payments)).toBe(1);
		await reverseDue(payments);
		const charge = await getTransaction(payments.database, merchantId, pending.transaction_id);
		expect(charge).toMatchObject({
			status: "DECLINED",
			decline_class: "data",
			decline_code: "avs_mismatch",
			avs_result: "NO_MATCH",
			processor_transaction_id: `far_${pending.transaction_id}`,
		});
		expect(submitted).toEqual([
			{
				reference: referenceOf(charge, "void"),
				operation: "void",
				amountCents: 1_099,
				currency: "CAD",
				original: {
					reference: pending.transaction_id,
					operation: "sale",
					amountCents: 1_099,
					processorTransactionId: `far_${pending.transaction_id}`,
					authorizationCode: null,
				},
			},
		]);
		expect(await statesOf(charge)).toEqual(["void 1 done"]);
	});

	test("F-17 is declined when the processor reports it, and a repeated report is no conflict", async () => {
		const pending = await pendingCharge();
		const { transaction_id: reference } = pending;
		const told: ProcessorEvent = {
			id: "n1",
			kind: "outcome",
			reference,
			operation: "charge",
			outcome: mismatch(reference),
		};
		await receiveProcessorEvents(payments, feed(), [told]);
		await receiveProcessorEvents(payments, feed(), [{ ...told, id: "n2" }]);
		await keepConflictingOutcome(payments, pending, mismatch(reference), "DECLINED");
		const charge = await getTransaction(payments.database, merchantId, reference);
		expect(charge.decline_code).toBe("avs_mismatch");
		expect(await openProcessorEvents()).toEqual([]);
		expect(await auditEvents(tables.database, { object: reference })).toEqual([]);
		expect(alarms).toEqual([]);
		await reverseDue(payments);
		expect(await statesOf(charge)).toEqual(["void 1 done"]);
	});

	test("F-17 stays approved for another initiator, and for a merchant without the rule", async () => {
		const renewal = await declinedCharge({ initiated_by: "merchant", purpose: "recurring" });
		const unknown = await declinedCharge({ initiated_by: null });
		merchantId = await insertMerchant(tables.database, { rejects_cvv_no_match: true });
		const other = await declinedCharge();
		for (const charge of [renewal, unknown, other]) {
			expect([charge.status, charge.avs_result, await statesOf(charge)]).toEqual(["APPROVED", "NO_MATCH", []]);
		}
	});

	test("F-17 stays approved if it was recorded before the merchant had the rule, and gets the details", async () => {
		const pending = await pendingCharge();
		await recordLateOutcome(payments, pending, { ...approved(pending.transaction_id), authorizationCode: "" });
		const { isFirst, response } = await recordLateOutcome(payments, pending, mismatch(pending.transaction_id));
		expect([isFirst, response.status]).toEqual([false, 200]);
		expect(response.body).toMatchObject({ avs_result: "NO_MATCH", processor_auth_code: "123456" });
		expect(await statesOf(pending)).toEqual([]);
	});

	test("F-17 of another amount is left to the operator", async () => {
		const pending = await pendingCharge();
		await applyReport(payments, pending, { ...mismatch(pending.transaction_id), amountCents: 1 });
		expect((await getTransaction(payments.database, merchantId, pending.transaction_id)).status).toBe("PENDING");
		expect(await statesOf(pending)).toEqual([]);
	});
});

describe("a void", () => {
	test("F-17 is sent once by gateways that run together", async () => {
		const charge = await declinedCharge();
		await Promise.all([reverseDue(payments), reverseDue(payments), reverseDue(payments, charge.transaction_id)]);
		expect(submitted).toHaveLength(1);
		await runLater();
		expect([submitted.length, inquired]).toEqual([1, []]);
	});

	test("F-17 without an answer is asked about, and not sent again", async () => {
		const charge = await declinedCharge();
		onSubmit = () => never;
		await reverseDue(payments);
		expect(await statesOf(charge)).toEqual(["void 1 waiting"]);
		onInquire = async () => ({ result: "accepted", processorTransactionId: "far_9" });
		await runLater();
		onInquire = async (reference) => approved(reference);
		await runLater();
		expect(await statesOf(charge)).toEqual(["void 1 done"]);
		const reference = referenceOf(charge, "void");
		expect([submitted.length, inquired]).toEqual([1, [reference, reference]]);
	});

	test("F-17 that the processor never received is sent under another reference", async () => {
		const charge = await declinedCharge();
		onSubmit = () => Promise.reject(new Error("no route to host"));
		await reverseDue(payments);
		onInquire = async () => ({ result: "not_received" });
		await runLater();
		onSubmit = async ({ reference }) => approved(reference);
		await runLater();
		expect(await statesOf(charge)).toEqual(["void 1 not_received", "void 2 done"]);
		const references = [referenceOf(charge, "void"), referenceOf(charge, "void", 2)];
		expect(submitted.map(({ reference }) => reference)).toEqual(references);
	});

	test("F-17 that is accepted gets its outcome by a processor event, once", async () => {
		const charge = await declinedCharge();
		onSubmit = async () => ({ result: "accepted", processorTransactionId: "far_9" });
		await reverseDue(payments);
		const reference = referenceOf(charge, "void");
		const told = { kind: "outcome", reference, operation: "void", outcome: approved(reference) } as const;
		await receiveProcessorEvents(payments, feed(), [{ id: "v1", ...told }]);
		await receiveProcessorEvents(payments, feed(), [{ id: "v2", ...told }]);
		expect(await statesOf(charge)).toEqual(["void 1 done"]);
		expect(await openProcessorEvents()).toEqual([]);
		const failed = { ...told, outcome: declined(reference) };
		await receiveProcessorEvents(payments, feed(), [{ id: "v3", ...failed }]);
		const problem = "The reversal of a charge that a rule declined is done, and the processor says declined.";
		expect(await openProcessorEvents()).toMatchObject([{ eventId: "v3", state: "differing", problem }]);
	});

	test("of another account's charge is not matched by a processor event", async () => {
		const charge = await declinedCharge();
		const reference = referenceOf(charge, "void");
		const told = { kind: "outcome", reference, operation: "void", outcome: approved(reference) } as const;
		await receiveProcessorEvents(payments, { ...feed(), account: "other" }, [{ id: "v1", ...told }]);
		expect(await openProcessorEvents()).toMatchObject([{ state: "unmatched" }]);
		expect(await statesOf(charge)).toEqual(["void 1 waiting"]);
	});
});

const refuse = (...operations: string[]) => {
	onSubmit = async ({ operation, reference }) =>
		operations.includes(operation) ? declined(reference) : approved(reference);
};

describe("a void that the processor declines", () => {
	test("F-17 becomes a refund of the whole amount", async () => {
		const charge = await declinedCharge();
		refuse("void");
		await reverseDue(payments);
		await reverseDue(payments);
		expect(await statesOf(charge)).toEqual(["void 1 declined", "refund 1 done"]);
		expect(submitted[1]).toMatchObject({
			reference: referenceOf(charge, "refund"),
			operation: "refund",
			amountCents: 1_099,
			original: { reference: charge.transaction_id },
		});
		expect(alarms).toEqual([]);
	});

	const problem = "A rule of the merchant declined this approved charge, and the processor refuses to reverse it.";
	const alarm = "ALARM: a declined charge could not be reversed at its processor";

	test.each([
		["the refund of a sale", "sale", ["void 1 declined", "refund 1 declined"]],
		["that of an authorization, which moved no funds,", "authorization", ["void 1 declined"]],
	] as const)("F-17 needs the operator, when %s is declined too", async (_which, type, states) => {
		const charge = await declinedCharge({ type });
		refuse("void", "refund");
		await reverseDue(payments);
		await reverseDue(payments);
		await runLater();
		expect(await statesOf(charge)).toEqual(states);
		expect(submitted).toHaveLength(states.length);
		const processorEvent = { state: "differing", problem, reference: charge.transaction_id, kind: "outcome" };
		expect(await openProcessorEvents()).toMatchObject([processorEvent]);
		expect(alarms).toEqual([alarm]);
	});

	test("F-17 that cannot be found out for a day needs the operator once, and its later end closes the processor event", async () => {
		const charge = await declinedCharge();
		onSubmit = () => never;
		onInquire = () => Promise.reject(new Error("unreachable"));
		await reverseDue(payments);
		await runLater();
		expect([await openProcessorEvents(), alarms]).toEqual([[], []]);
		for (let hours = 0; hours < 26; hours++) await runLater();
		expect(await statesOf(charge)).toEqual(["void 1 attention"]);
		expect([(await openProcessorEvents()).length, alarms]).toEqual([1, [alarm]]);
		onInquire = async (reference) => approved(reference);
		await runLater();
		expect([await statesOf(charge), await openProcessorEvents()]).toEqual([["void 1 done"], []]);
	});
});

describe("a reversed charge", () => {
	const item = (changes: object) => ({
		fee_cents: 0,
		happened_at: clocks.business.now(),
		merchant_id: merchantId,
		...changes,
	});

	/** Settles amounts under references. */
	async function settle(amounts: Record<string, number>): Promise<void> {
		const cents = Object.values(amounts).reduce((sum, one) => sum + one, 0);
		const { id } = await tables.database
			.insertInto("settlements")
			.values({
				settlement_id: newLookupId(),
				merchant_id: merchantId,
				processor: "far",
				account: "acc",
				processor_settlement_id: newLookupId(),
				currency: "CAD",
				amount_cents: cents,
				fee_cents: 0,
				net_cents: cents,
				items: Object.keys(amounts).length,
				content_hash: Buffer.alloc(32),
				created_at: clocks.business.now(),
				recorded_at: clocks.business.now(),
			})
			.returning("id")
			.executeTakeFirstOrThrow();
		const items = Object.entries(amounts).map(([reference, amount]) => ({
			...item({ settlement: id, item_id: reference, reference, amount_cents: amount }),
			kind: amount < 0 ? ("refund" as const) : ("payment" as const),
		}));
		await tables.database
			.insertInto("settlement_items")
			.values(items as never)
			.execute();
	}

	const compared = () => {
		const day = new Date(clocks.business.now()).toISOString().slice(0, 10);
		return compareWithSettlements(payments.database, { merchantId, timeZone: "UTC", from: day, to: day });
	};

	test("F-17 that was settled and refunded is no difference; one that was only settled is", async () => {
		const created_at = clocks.business.now();
		const [refunded, kept] = [await declinedCharge({ created_at }), await declinedCharge({ created_at })];
		refuse("void");
		await reverseDue(payments, refunded.transaction_id);
		await reverseDue(payments, refunded.transaction_id);
		await settle({
			[refunded.transaction_id]: 1_099,
			[referenceOf(refunded, "refund")]: -1_099,
			[kept.transaction_id]: 1_099,
		});
		const { matched, open } = await compared();
		expect(matched).toBe(2);
		expect(open).toMatchObject([{ reference: kept.transaction_id, verdict: "different" }]);
	});

	test("F-17 that was voided and not settled is no difference", async () => {
		await declinedCharge({ created_at: clocks.business.now() });
		await reverseDue(payments);
		expect(await compared()).toEqual({ matched: 0, open: [] });
	});

	test("F-17 is no conflict with the refund that the processor reports, but with its failure", async () => {
		const charge = await declinedCharge();
		const told = {
			kind: "refund",
			processorTransactionId: "re_1",
			originalReference: charge.transaction_id,
			amountCents: 1_099,
			currency: "CAD",
			happenedAt: 0,
		} as const;
		await receiveProcessorEvents(payments, feed(), [{ ...told, id: "r1", state: "succeeded" }]);
		expect(await openProcessorEvents()).toEqual([]);
		await receiveProcessorEvents(payments, feed(), [{ ...told, id: "r2", state: "failed" }]);
		const problem = "The reversal of a charge that a rule declined failed.";
		expect(await openProcessorEvents()).toMatchObject([{ eventId: "r2", problem }]);
	});

	const entries = async (charge: Transaction) => {
		const { rows } = await sql<{ reference: string }>`
			select reference from ${sql.raw(requestJournalTable)} where reference = ${referenceOf(charge, "void")}`.execute(
			tables.database,
		);
		return rows.length;
	};

	test("F-17 leaves no open reversal that a restore could send twice", async () => {
		const [open, done] = [await declinedCharge(), await declinedCharge()];
		await reverseDue(payments, done.transaction_id);
		await recordPendingAsSent(payments.database, clocks.real.now());
		expect([await entries(open), await entries(done)]).toEqual([1, 0]);
	});

	test("F-17 loses its reversal after 180 days, and its journal entry stays until the reversal has ended", async () => {
		const [open, done] = [await declinedCharge(), await declinedCharge()];
		await recordPendingAsSent(payments.database, clocks.real.now());
		await reverseDue(payments, done.transaction_id);
		const deleteAt = (now: number) =>
			deleteOldRows(payments.database, { expired: now, before: (ageMs) => now - ageMs, mailAheadMs: 0 });
		await deleteAt(clocks.real.now() + 179 * 24 * hour);
		expect([(await statesOf(open)).length, (await statesOf(done)).length]).toEqual([1, 1]);
		await deleteAt(clocks.real.now() + 181 * 24 * hour);
		expect([(await statesOf(open)).length, (await statesOf(done)).length]).toEqual([1, 0]);
		expect([await entries(open), await entries(done)]).toEqual([1, 0]);
	});
});
