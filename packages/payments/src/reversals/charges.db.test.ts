import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { journalOf } from "../../../../test/fixtures/api/records.ts";
import {
	authorizePath,
	type Client,
	cardWith,
	type JsonObject,
	salePath,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { holdAnswer, spawnGateway, startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";

// Charges under rules on AVS and CVV, with the demo processor. F-17.

let gateway: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(() => gateway.stop());

beforeEach(() => rules({ rejects_avs_no_match: true, rejects_cvv_no_match: true }));

interface Rules {
	rejects_avs_no_match?: boolean;
	rejects_cvv_no_match?: boolean;
	card_testing_on?: boolean;
}

async function rules(change: Rules): Promise<void> {
	const { tables } = gateway.database;
	const own = tables.updateTable("merchants").where("merchant_id", "=", gateway.merchant.merchant_id);
	await own.set(change).execute();
}

const card = cardWith("4111111111111111");
const wrongCode = cardWith("4111111111111111", "200");
const wrongAddress = { ...card, country: "CA", postal_code: "N0N 0N0" };
const waiting = { timeout: 30_000, interval: 50 };

const sale = (fields: JsonObject, by = client) => by.post(salePath, { amount: 31, ...fields });

async function reversalsOf(id: unknown) {
	return (await journalOf(gateway)).filter(({ original }) => original === id);
}

/** Waits until the job or the charge's own gateway has voided it. */
async function expectVoided(id: unknown): Promise<void> {
	await vi.waitFor(async () => expect(await stateOf(id)).toContain("void done"), waiting);
	expect(await reversalsOf(id)).toMatchObject([{ operation: "void", result: "approved", amount_cents: 3100 }]);
}

async function stateOf(id: unknown): Promise<string[]> {
	const query = gateway.database.tables.selectFrom("reversals").select(["operation", "state"]);
	const rows = await query.where("transaction_id", "=", String(id)).orderBy("number").execute();
	return rows.map(({ operation, state }) => `${operation} ${state}`);
}

describe("a charge that the bank approved", () => {
	test.each([
		["sale", salePath, wrongAddress, { decline_code: "avs_mismatch", avs_result: "NO_MATCH", cvv_result: "MATCH" }],
		["sale", salePath, wrongCode, { decline_code: "cvv_mismatch", cvv_result: "NO_MATCH" }],
		["authorization", authorizePath, wrongAddress, { decline_code: "avs_mismatch" }],
		["authorization", authorizePath, wrongCode, { decline_code: "cvv_mismatch" }],
	] as const)("F-17 is declined by a rule and voided: %s %#", async (type, path, fields, found) => {
		const { status, body } = await client.post(path, { amount: 31, ...fields });
		expect(status).toBe(402);
		const record = { ...found, transaction_type: type, transaction_result: "DECLINED", transaction_success: false };
		expect(body).toMatchObject({
			...record,
			captured: false,
			processor_auth_code: null,
			processor_transaction_id: expect.stringMatching(/./),
			message: expect.stringContaining("Your settings decline such cards. Nothing was charged."),
		});
		await expectVoided(body.transaction_id);
		const { body: read } = await client.get(`/transaction-service/transaction/${body.transaction_id}`);
		expect(read).toMatchObject({ ...record, voided: false });
		const capture = await client.post(`/transaction-service/capture/${body.transaction_id}`, {});
		expect(capture.status).toBe(400);
	});

	test("F-17 stays approved without the rule", async () => {
		await rules({ rejects_avs_no_match: false, rejects_cvv_no_match: false });
		for (const fields of [wrongAddress, wrongCode]) {
			const { status, body } = await sale(fields);
			expect(status).toBe(200);
			expect(await stateOf(body.transaction_id)).toEqual([]);
		}
	});

	test("F-17 is declined and voided once for a repeated Idempotency-Key", async () => {
		const key = { "Idempotency-Key": "wrong address" };
		const answers = [];
		for (let time = 0; time < 3; time++)
			answers.push(await client.post(salePath, { amount: 31, ...wrongAddress }, key));
		expect(new Set(answers.map(({ body }) => body.transaction_id)).size).toBe(1);
		expect(answers.map(({ status }) => status)).toEqual([402, 402, 402]);
		await expectVoided(answers[0]?.body.transaction_id);
	});

	test("F-17 has one event, and its void none", async () => {
		const { body } = await sale(wrongAddress);
		await expectVoided(body.transaction_id);
		const { tables } = gateway.database;
		const about = await tables
			.selectFrom("events")
			.select("type")
			.where("of_transaction", "=", Number(body.id))
			.unionAll(tables.selectFrom("event_inbox").select("type").where("of_transaction", "=", Number(body.id)))
			.execute();
		expect(about).toEqual([{ type: "transaction.declined" }]);
	});

	test("F-17 is declined when its answer comes late", async () => {
		const release = holdAnswer(gateway);
		const impatient = await startTestGateway({
			database: gateway.database,
			clocks: gateway.clocks,
			processorTimeoutMs: 300,
		});
		try {
			impatient.faults.push(...gateway.faults.splice(0));
			const there = await signIn(impatient.url, gateway.merchant);
			const { body } = await sale(wrongCode, there);
			expect(body.transaction_result).toBe("PENDING");
			release();
			await expectVoided(body.transaction_id);
			const read = await client.get(`/transaction-service/transaction/${body.transaction_id}`);
			expect(read.body).toMatchObject({ transaction_result: "DECLINED", decline_code: "cvv_mismatch" });
		} finally {
			await impatient.stop();
		}
	});
});

describe("a stored card", () => {
	async function customer(fields: JsonObject = {}): Promise<string> {
		const details = { email: "ada@example.com", first_name: "Ada", last_name: "Lovelace", ...fields };
		const { body } = await client.post("/customer-service/customer", details);
		return `/customer-service/customer/${body.lookup_id}`;
	}

	test("F-17 is refused when its verification does not match, and nothing is voided", async () => {
		const path = await customer();
		const refused = await client.post(`${path}/card`, wrongCode);
		expect(refused.body, refused.text).toMatchObject({ decline_code: "cvv_mismatch" });
		expect((await client.get(path)).body.cards).toEqual([]);
		const accepted = await client.post(`${path}/card`, card);
		expect(accepted.body.cards).toHaveLength(1);
		const elsewhere = await customer({ country: "CA", postal_code: "N0N 0N0" });
		expect((await client.post(`${elsewhere}/card`, card)).body).toMatchObject({ decline_code: "avs_mismatch" });
	});

	test("F-17 is charged without the cardholder, although the address does not match", async () => {
		await rules({ rejects_avs_no_match: false });
		const path = await customer({ country: "CA", postal_code: "N0N 0N0" });
		const stored = await client.post(`${path}/card`, card);
		expect(stored.status, stored.text).toBe(200);
		await rules({ rejects_avs_no_match: true });
		const id = path.split("/").at(-1);
		const wanted = { amount: 31, initiated_by: "merchant", purpose: "unscheduled" };
		const charged = await client.post(`${salePath}/customer/${id}`, wanted);
		expect(charged.body, charged.text).toMatchObject({ transaction_result: "APPROVED", avs_result: "NO_MATCH" });
		const present = await client.post(`${salePath}/customer/${id}`, { amount: 31 });
		expect(present.body).toMatchObject({ transaction_result: "DECLINED", decline_code: "avs_mismatch" });
	});
});

test("F-17 card-testing protection counts a decline by a rule", async () => {
	await rules({ card_testing_on: true });
	try {
		const { body } = await sale({ ...wrongCode, ip_address: "203.0.113.7" });
		const query = gateway.database.tables.selectFrom("card_testing_attempts").select("result");
		const attempt = await query.where("reference", "=", String(body.transaction_id)).executeTakeFirst();
		expect(attempt).toEqual({ result: "failed" });
	} finally {
		await rules({ card_testing_on: false });
	}
});

describe("F-17 X-21 a gateway that is killed", () => {
	test.each([
		["before the processor received the charge", "sale", "before_receipt", []],
		["after the processor approved it", "sale", "after_receipt", ["void done"]],
		["before the processor received the void", "void", "before_receipt", ["void not_received", "void done"]],
		["after the processor voided it", "void", "after_receipt", ["void done"]],
	] as const)("%s, leaves no approved charge that is not voided", async (_case, operation, when, states) => {
		const doomed = await spawnGateway(gateway, { kind: "crash", when }, operation);
		// To the other gateway, the void is not due yet: it would send it first, and none would die.
		gateway.clocks.real.stop();
		try {
			const there = await signIn(doomed.url, gateway.merchant);
			// It may die before or after it answers.
			await sale(wrongCode, there).catch(() => undefined);
			expect(await doomed.died).toBe("SIGKILL");
		} finally {
			await doomed.kill();
			gateway.clocks.real.go();
		}
		const { transaction_id: id } = await gateway.database.tables
			.selectFrom("transactions")
			.select("transaction_id")
			.orderBy("id", "desc")
			.limit(1)
			.executeTakeFirstOrThrow();
		await vi.waitFor(async () => {
			gateway.clocks.real.advance(60_000);
			const query = gateway.database.tables.selectFrom("transactions").select("status");
			const charge = await query.where("transaction_id", "=", id).executeTakeFirst();
			expect([charge?.status, await stateOf(id)]).toEqual(["DECLINED", states]);
		}, waiting);
		const voids = (await reversalsOf(id)).filter(({ result }) => result === "approved");
		expect(voids).toHaveLength(states.length === 0 ? 0 : 1);
	});
});
