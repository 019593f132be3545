import {
	createVault,
	type DisputeEvent,
	type DisputeEvidence,
	DisputeRefused,
	generateMasterKey,
	type ProcessorEventSource,
} from "@cardseal/vault";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { insertMerchant, insertStaff } from "../../../../test/fixtures/builders.ts";
import { type TestClocks, testClocks } from "../../../../test/fixtures/clock.ts";
import { approvedTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { insertAccountRows } from "../../../../test/fixtures/processors/account-rows.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { findMerchant } from "../../../merchants/src/merchants.store.ts";
import { operator } from "../../../platform/src/audit/event.ts";
import type { Database } from "../../../platform/src/db/database.ts";
import { newLookupId } from "../../../platform/src/ids.ts";
import { createLog } from "../../../platform/src/log/log.ts";
import type { ProcessorEventFeeds } from "../processor-events/feed.ts";
import { type Answering, answerDispute } from "./answer-dispute.ts";
import { applyDispute } from "./apply-dispute.ts";
import { getDispute, readOpenDisputes } from "./disputes.store.ts";
import { sendAnswersJob } from "./send-answers.job.ts";

const day = 86_400_000;
const masterKey = generateMasterKey();
const evidence: DisputeEvidence = {
	explanation: "Delivered.",
	productDescription: null,
	shippingCarrier: null,
	shippingTrackingNumber: null,
};

let tables: TestTables;
let database: Database;
let clocks: TestClocks;
let merchantId: number;
let answering: Answering;
let source: ProcessorEventSource | undefined;
let received: string[];
let failure: Error | undefined;
let logged: Record<string, unknown>[];

beforeAll(async () => {
	tables = await openTestTables();
	database = tables.database.withTables();
});

afterAll(() => tables.drop());

beforeEach(async () => {
	clocks = testClocks();
	clocks.business.stop();
	clocks.real.stop();
	received = [];
	failure = undefined;
	logged = [];
	merchantId = await insertMerchant(tables.database);
	const take = async (answer: string) => {
		if (failure !== undefined) throw failure;
		received.push(answer);
	};
	source = {
		acceptDispute: (id) => take(`accept ${id}`),
		sendEvidence: (id, { explanation }) => take(`evidence ${id} ${explanation}`),
	};
	const vault = await createVault({
		database: tables.database.withTables(),
		masterKey,
		businessNow: () => clocks.business.now(),
		realNow: () => clocks.real.now(),
	});
	const feeds: ProcessorEventFeeds = {
		listDue: async () => [],
		find: async (key) => (source === undefined ? undefined : { ...key, source }),
		findByAccount: async () => undefined,
	};
	answering = { database, vault, clocks, feeds };
});

const feed = () => ({ merchantId, processor: "far", account: "acc" });

async function insertCharge(changes: { processor?: string; processor_account?: string } = {}): Promise<string> {
	const { id: _id, ...row } = approvedTransaction({
		transaction_id: newLookupId(),
		merchant_id: merchantId,
		processor: "far",
		processor_account: "acc",
		...changes,
	});
	await tables.database.insertInto("transactions").values(row).execute();
	return row.transaction_id;
}

function processorEventOf(reference: string, changes: Partial<DisputeEvent> = {}): DisputeEvent {
	const now = clocks.business.now();
	const times = { evidenceDueAt: now + 10 * day, happenedAt: now };
	const about = { disputeId: `d_${reference}`, reference, amountCents: 1_099, currency: "CAD", reasonCode: "10.4" };
	return { kind: "dispute", state: "open", ...about, ...times, ...changes };
}

function apply(processorEvent: DisputeEvent) {
	return database
		.transaction()
		.execute((transaction: Database) => applyDispute(transaction, feed(), processorEvent, clocks.business.now()));
}

/** Opens a dispute at the processor. Returns its public id. */
async function open(changes: Partial<DisputeEvent> = {}): Promise<string> {
	const reference = await insertCharge();
	expect(await apply(processorEventOf(reference, changes))).toEqual({ state: "applied" });
	const { dispute_id: id } = await tables.database
		.selectFrom("disputes")
		.select("dispute_id")
		.where("transaction_id", "=", reference)
		.executeTakeFirstOrThrow();
	return id;
}

const disputesOf = (reference: string) =>
	tables.database
		.selectFrom("disputes")
		.select(["amount_cents", "currency"])
		.where("transaction_id", "=", reference)
		.execute();

test("a dispute in another currency than its charge is recorded, and needs the operator", async () => {
	const reference = await insertCharge();
	const applied = await apply(processorEventOf(reference, { currency: "USD" }));
	expect(applied).toEqual({ state: "differing", problem: "The dispute is in USD, and its charge in CAD." });
	expect(await disputesOf(reference)).toEqual([{ amount_cents: 1_099, currency: "USD" }]);
});

test("disputes that are together above their charge are recorded, and need the operator", async () => {
	const reference = await insertCharge();
	const { amount_cents: whole } = await tables.database
		.selectFrom("transactions")
		.select("amount_cents")
		.where("transaction_id", "=", reference)
		.executeTakeFirstOrThrow();
	const part = (disputeId: string, amountCents: number) =>
		apply(processorEventOf(reference, { disputeId, amountCents }));
	expect(await part("one", whole - 1)).toEqual({ state: "applied" });
	expect(await part("two", 1)).toEqual({ state: "applied" });
	expect(await part("three", 1)).toEqual({
		state: "differing",
		problem: "The disputes of the charge are above its amount.",
	});
	expect(await disputesOf(reference)).toHaveLength(3);
});

async function answer(disputeId: string, given: DisputeEvidence | undefined) {
	const merchant = await findMerchant(database, { id: merchantId });
	if (merchant === undefined) throw new Error("The merchant is gone.");
	const found = await getDispute(database, merchant.id, disputeId);
	return answerDispute(answering, { merchant, found, evidence: given, keyed: undefined, caller: operator("ada") });
}

const accept = (id: string) => answer(id, undefined);
const contest = (id: string) => answer(id, evidence);
const read = (id: string) => getDispute(database, merchantId, id);

function countAnswers(): Promise<{ kind: string }[]> {
	return tables.database.selectFrom("dispute_answers").select("kind").where("merchant_id", "=", merchantId).execute();
}

/** The sums of the merchant's ledger. */
async function balances(): Promise<Record<string, number>> {
	const rows = await tables.database
		.selectFrom("card_entries")
		.select(({ fn }) => ["account", fn.sum<string>("cents").as("cents")])
		.where("merchant_id", "=", merchantId)
		.groupBy("account")
		.execute();
	return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]));
}

const nothingLost = { disputed: 0, dispute_losses: 0 };
const lost = { disputed: -1_099, dispute_losses: 1_099 };

describe("a processor event about a dispute", () => {
	test("records it once, and the owners get one mail with the reason and the time for an answer", async () => {
		await insertStaff(tables.database, { merchant_id: merchantId, email: `${newLookupId()}@example.com` });
		const reference = await insertCharge();
		const processorEvent = processorEventOf(reference);
		await apply(processorEvent);
		await apply(processorEvent);
		const mails = await tables.database
			.selectFrom("staff_notices")
			.innerJoin("staff", "staff.id", "staff_notices.staff_id")
			.select(["event", "details"])
			.where("staff.merchant_id", "=", merchantId)
			.execute();
		const { amountCents: amount_cents, currency, evidenceDueAt: due_at } = processorEvent;
		expect(mails).toEqual([
			{ event: "dispute.opened", details: { about: reference, amount_cents, currency, reason_code: "10.4", due_at } },
		]);
	});

	test.each([{ processor: "near" }, { processor_account: "another account" }])(
		"X-01 about a charge at %j is left for the operator",
		async (elsewhere) => {
			const reference = await insertCharge(elsewhere);
			expect((await apply(processorEventOf(reference))).state).toBe("unmatched");
		},
	);

	test("that the addresses of several currencies get is one, at the account of its charge", async () => {
		await insertAccountRows(tables.database, merchantId, { acc: "CAD", "of another currency": "USD" });
		const reference = await insertCharge({ processor_account: "of another currency" });
		for (const account of ["acc", "of another currency"]) {
			const applied = await database
				.transaction()
				.execute((transaction: Database) =>
					applyDispute(transaction, { ...feed(), account }, processorEventOf(reference), clocks.business.now()),
				);
			expect(applied.state).toBe("applied");
		}
		const rows = await tables.database
			.selectFrom("disputes")
			.select("account")
			.where("transaction_id", "=", reference)
			.execute();
		expect(rows).toEqual([{ account: "of another currency" }]);
		const removed = { removed_at: 1, remove_reason: "its secret leaked" };
		await tables.database.updateTable("processor_accounts").set(removed).where("account_id", "=", "acc").execute();
		const other = await insertCharge({ processor_account: "of another currency" });
		expect((await apply(processorEventOf(other))).state).toBe("unmatched");
	});

	test("N-05 leads to the newest state in every order, and posts to zero", async () => {
		const life = (["open", "under_review", "lost", "won"] as const).map((state, step) => ({ state, step }));
		for (const order of permutations(life)) {
			const reference = await insertCharge();
			const start = clocks.business.now();
			for (const { state, step } of order)
				await apply(processorEventOf(reference, { state, happenedAt: start + step }));
			const row = await tables.database
				.selectFrom("disputes")
				.select("state")
				.where("transaction_id", "=", reference)
				.executeTakeFirstOrThrow();
			expect(row.state, order.map(({ state }) => state).join()).toBe("won");
		}
		expect(await balances()).toEqual(nothingLost);
	});

	test("of its end wins over an answer that was given later, which came too late", async () => {
		const id = await open();
		const end = clocks.business.now() + 1;
		clocks.business.advance(day);
		await contest(id);
		const { transaction_id } = await read(id);
		await apply(processorEventOf(transaction_id, { state: "lost", happenedAt: end }));
		expect((await read(id)).state).toBe("lost");
		expect(await balances()).toEqual(lost);
	});
});

describe("an answer to a dispute", () => {
	test("with evidence puts it under review, and is audited", async () => {
		const id = await open();
		await contest(id);
		expect(await read(id)).toMatchObject({ state: "under_review", answer: { kind: "evidence", sent_at: null } });
		expect(await auditEvents(tables.database, { object: id })).toMatchObject([{ type: "dispute.evidence_sent" }]);
	});

	test("that accepts it posts the loss, once, although it is given twice", async () => {
		const id = await open();
		await accept(id);
		expect(await accept(id)).toMatchObject({ body: { status: "accepted" } });
		expect(await balances()).toEqual(lost);
		expect(await countAnswers()).toEqual([{ kind: "accept" }]);
		expect(await auditEvents(tables.database, { object: id })).toMatchObject([{ type: "dispute.accepted" }]);
	});

	test("with evidence is refused from the end of its time on, and accepting is not", async () => {
		const id = await open({ evidenceDueAt: clocks.business.now() + day });
		clocks.business.advance(day);
		await expect(contest(id)).rejects.toMatchObject({ reason: "dispute_not_open" });
		expect(await countAnswers()).toEqual([]);
		await accept(id);
		expect((await read(id)).state).toBe("accepted");
	});

	test("with evidence is taken until the last millisecond", async () => {
		const id = await open({ evidenceDueAt: clocks.business.now() + day });
		clocks.business.advance(day - 1);
		await contest(id);
		expect((await read(id)).state).toBe("under_review");
	});

	test("with evidence is refused where none is taken", async () => {
		const id = await open({ evidenceDueAt: null });
		await expect(contest(id)).rejects.toThrow("takes no evidence");
	});

	test.each(["won", "lost", "under_review"] as const)("to one that is %s is refused", async (state) => {
		const id = await open({ state });
		await expect(contest(id)).rejects.toMatchObject({ reason: "dispute_not_open" });
		await expect(accept(id)).rejects.toMatchObject({ reason: "dispute_not_open" });
		expect(await countAnswers()).toEqual([]);
	});

	test("is one, of two given at once", async () => {
		const id = await open();
		const given = await Promise.allSettled([accept(id), contest(id)]);
		expect(given.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
		const refused = given.find(({ status }) => status === "rejected");
		expect(refused).toMatchObject({ reason: { reason: "dispute_not_open" } });
		expect(await countAnswers()).toHaveLength(1);
	});

	test("is refused where the processor takes none, or is not connected any more", async () => {
		const id = await open();
		source = {};
		await expect(contest(id)).rejects.toMatchObject({ reason: "dispute_answered_elsewhere" });
		source = undefined;
		await expect(accept(id)).rejects.toMatchObject({ reason: "dispute_answered_elsewhere" });
		expect(await countAnswers()).toEqual([]);
	});

	test("X-01 to another merchant's dispute is not found", async () => {
		const id = await open();
		merchantId = await insertMerchant(tables.database);
		await expect(accept(id)).rejects.toMatchObject({ reason: "dispute_not_found" });
	});
});

describe("the job that sends answers", () => {
	const job = () => {
		const log = createLog({ level: "error", destination: { write: (line) => void logged.push(JSON.parse(line)) } });
		return sendAnswersJob({ ...answering, log });
	};
	const run = () => job().run();

	// The database has the answers of earlier tests, too.
	beforeEach(() => tables.database.deleteFrom("dispute_answers").execute());

	test("sends each once", async () => {
		const [first, second] = [await open(), await open()];
		await contest(first);
		await accept(second);
		await run();
		await run();
		const idOf = async (id: string) => (await read(id)).processor_dispute_id;
		expect(received.sort()).toEqual([`accept ${await idOf(second)}`, `evidence ${await idOf(first)} Delivered.`]);
		expect((await read(first)).answer).toMatchObject({ sent_at: clocks.business.now(), refusal: null });
	});

	test("sends it once from two gateways", async () => {
		await accept(await open());
		await Promise.all([run(), run()]);
		expect(received).toHaveLength(1);
	});

	test("tries again after a pause while the processor is down, and says so once", async () => {
		const id = await open();
		await accept(id);
		failure = new Error("connect ECONNREFUSED");
		await run();
		await run();
		expect(logged).toMatchObject([{ msg: "could not send an answer to a dispute", dispute: expect.any(Number) }]);
		expect((await read(id)).state).toBe("accepted");
		clocks.real.advance(5_000);
		await run();
		failure = undefined;
		clocks.real.advance(9_999);
		await run();
		expect(received).toEqual([]);
		clocks.real.advance(1);
		await run();
		expect(received).toHaveLength(1);
		expect(logged).toHaveLength(1);
	});

	test("keeps an answer whose account is not connected at the moment", async () => {
		await accept(await open());
		const connected = source;
		source = undefined;
		await run();
		source = connected;
		clocks.real.advance(5_000);
		await run();
		expect(received).toHaveLength(1);
	});

	test("opens the dispute again when the processor refuses the answer, and raises an alarm", async () => {
		const id = await open();
		await accept(id);
		failure = new DisputeRefused("The time is over.");
		await run();
		expect(await read(id)).toMatchObject({ state: "open", answer: { refusal: "The time is over.", sent_at: null } });
		expect(await balances()).toEqual(nothingLost);
		expect(logged).toMatchObject([{ msg: expect.stringMatching(/^ALARM/), problem: "The time is over." }]);
		failure = undefined;
		clocks.real.advance(day);
		await run();
		expect(received).toEqual([]);
		await expect(accept(id)).rejects.toMatchObject({ reason: "dispute_not_open" });
	});

	test("sends the others when a refusal cannot be recorded, and that one again later", async () => {
		const ids = [await open(), await open()];
		for (const id of ids) await accept(id);
		failure = new DisputeRefused("The time is over.");
		const refusals = async () => (await Promise.all(ids.map(read))).map(({ answer }) => answer?.refusal);
		vi.spyOn(database, "transaction").mockImplementationOnce(() => {
			throw new Error("the database is away");
		});
		await run();
		expect((await refusals()).sort()).toEqual(["The time is over.", null]);
		expect(logged).toContainEqual(expect.objectContaining({ msg: "could not record a refused answer to a dispute" }));
		clocks.real.advance(240_000);
		await run();
		expect(await refusals()).toEqual(["The time is over.", "The time is over."]);
	});

	test("leaves an end that the processor told before it refused the answer", async () => {
		const id = await open();
		await contest(id);
		clocks.business.advance(1);
		const { transaction_id } = await read(id);
		await apply(processorEventOf(transaction_id, { state: "won" }));
		failure = new DisputeRefused("It is decided.");
		await run();
		expect(await read(id)).toMatchObject({ state: "won", answer: { refusal: "It is decided." } });
	});
});

test("the open disputes of a merchant come with those first that are due first", async () => {
	const now = clocks.business.now();
	const never = await open({ evidenceDueAt: null });
	const later = await open({ evidenceDueAt: now + 3 * day });
	const soon = await open({ evidenceDueAt: now + day });
	await open({ state: "won" });
	const idsOf = async (limit: number) => {
		const { count, dueFirst } = await readOpenDisputes(database, merchantId, limit);
		return [count, dueFirst.map(({ dispute_id: id }) => id)];
	};
	expect(await idsOf(5)).toEqual([3, [soon, later, never]]);
	expect(await idsOf(1)).toEqual([3, [soon]]);
	merchantId = await insertMerchant(tables.database);
	expect(await idsOf(5)).toEqual([0, []]);
});

function permutations<Item>(items: readonly Item[]): Item[][] {
	if (items.length === 0) return [[]];
	return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}
