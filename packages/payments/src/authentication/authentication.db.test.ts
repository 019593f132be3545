import { createDemoBank, createVault, DemoProcessor, type Processor } from "@cardseal/vault";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readBacklogs } from "../../../../apps/gateway/src/backlogs/backlogs.store.ts";
import { transactionsOf } from "../../../../test/fixtures/api/records.ts";
import {
	type Answer,
	type Client,
	cardWith,
	expectProblem,
	goodCard,
	type JsonObject,
	salePath,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { readEvents } from "../../../../test/fixtures/events.ts";
import { spawnGateway, startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { masterKeyOf } from "../../../../test/fixtures/keys.ts";
import { authenticateAtBank } from "../../../../test/fixtures/payments/bank.ts";
import { oneProcessor } from "../../../../test/fixtures/processors/one-processor.ts";
import { listMerchants } from "../../../merchants/src/merchants.store.ts";
import { charge } from "../charge/charge.ts";
import { chargeRequestSchema } from "../charge/charge-request.ts";
import { createPayments } from "../create-payments.ts";
import type { Payments } from "../payments.ts";
import { inquiryOf } from "../transaction/inquiry.ts";
import { findNeedingAttention } from "../unresolved/attention.store.ts";
import { findPayersCharge, giveUp, type PayersCharge, takeReturn } from "../unresolved/payers-charge.ts";
import { recoverLeftPending } from "../unresolved/recover.ts";
import { payerTimeMs } from "./await-payer.ts";
import { claimReturn, endPayerAction } from "./payer-actions.store.ts";

const cards = {
	ordinary: goodCard,
	frictionless: cardWith("4000000000001000"),
	challenge: cardWith("4000000000001091"),
	attempted: cardWith("4000000000001026"),
	unavailable: cardWith("4000000000001034"),
	alwaysAsks: cardWith("4000000000001059"),
};

const waiting = { timeout: 20_000, interval: 25 };

let gateway: TestGateway;
let client: Client;
/** Another process of the service, which a test stops between two steps. */
let payments: Payments;
let demo: Processor;

beforeAll(async () => {
	gateway = await startTestGateway();
	const database = gateway.database.tables;
	const { business, real } = gateway.clocks;
	const now = () => business.now();
	const vault = await createVault({
		database: database.withTables(),
		masterKey: await masterKeyOf(gateway.database),
		businessNow: now,
		realNow: () => real.now(),
	});
	const bank = createDemoBank({
		url: `http://bank.localhost:${gateway.port}`,
		mac: (message) => vault.mac("sandbox", message),
		now: () => real.now(),
	});
	demo = new DemoProcessor({ database: database.withTables(), now, bank });
	payments = createPayments({
		database: database.withTables(),
		vault,
		clocks: gateway.clocks,
		log: pino({ level: "silent" }),
		processorTimeoutMs: 20_000,
		publicUrl: `http://localhost:${gateway.port}`,
		choice: oneProcessor(demo),
	});
});

afterAll(() => gateway.stop());

beforeEach(async () => {
	// New for each test, because tests move the clock.
	client = await signIn(gateway.url, gateway.merchant);
});

const sell = (card: JsonObject, fields: JsonObject = {}, headers = {}): Promise<Answer> =>
	client.post(salePath, { amount: 31, three_d_secure: "auto", ...card, ...fields }, headers);

interface Asked {
	id: string;
	url: string;
	creq: string;
	answer: Answer;
}

async function askedBy(answer: Answer): Promise<Asked> {
	expect(answer.body, answer.text).toMatchObject({ transaction_result: "PENDING", reason: "action_required" });
	const id = String(answer.body.transaction_id);
	const { url } = answer.body.next_action as { url: string };
	return { id, url, creq: await creqOf(id), answer };
}

async function creqOf(id: string): Promise<string> {
	const { fields } = await payerAction(id);
	return String(fields.creq);
}

function payerAction(id: string) {
	const actions = gateway.database.tables.selectFrom("payer_actions").selectAll();
	return actions.where("transaction_id", "=", id).executeTakeFirstOrThrow();
}

const asked = async (card: JsonObject = cards.challenge, fields: JsonObject = {}) => askedBy(await sell(card, fields));

async function payersCharge({ id, url }: Pick<Asked, "id" | "url">): Promise<PayersCharge> {
	const charge = await findPayersCharge(
		payments,
		{ transactionId: id, proof: url.split("/").at(-1) ?? "" },
		() => undefined,
	);
	if (charge === undefined) throw new Error("The payer has no page.");
	return charge;
}

/** The payer returns from the bank to the gateway. */
async function returned(charge: Asked, fields: Record<string, string>): Promise<JsonObject> {
	await takeReturn(payments, charge.id, fields);
	return read(charge.id);
}

const right = ({ creq }: Asked) => authenticateAtBank(gateway, creq);

async function read(id: string): Promise<JsonObject> {
	return (await client.get(`/transaction-service/transaction/${id}`)).body;
}

/** The gateway's recovery runs by itself. */
function outcomeOf(id: string): Promise<JsonObject> {
	return vi.waitFor(async () => {
		const record = await read(id);
		expect(record.transaction_result).not.toBe("PENDING");
		return record;
	}, waiting);
}

async function processed(reference: string) {
	const journal = gateway.database.tables.selectFrom("demo_processor.journal").selectAll();
	const rows = await journal.where("reference", "=", reference).execute();
	return rows.map(({ result }) => result);
}

async function expectCharged(id: string): Promise<void> {
	expect(await outcomeOf(id)).toMatchObject({ transaction_result: "APPROVED" });
	expect(await processed(id)).toEqual(["approved"]);
}

const failed = { transaction_result: "DECLINED", decline_code: "authentication_failed" };

async function expectFailed(id: string): Promise<void> {
	expect(await outcomeOf(id)).toMatchObject(failed);
	expect(await processed(id)).toEqual(["declined"]);
}

const setRules = (rules: { three_d_secure?: "auto" | "never"; three_d_secure_above?: number | null }) =>
	gateway.database.tables.updateTable("merchants").set(rules).where("name", "=", "Maple & Main").execute();

describe("a charge", () => {
	test.each([
		["never", "frictionless", null],
		["auto", "ordinary", null],
		["always", "ordinary", { status: "Y", version: "2.2.0", eci: "05", liability_shift: true }],
		["auto", "frictionless", { status: "Y", version: "2.2.0", eci: "05", liability_shift: true }],
		["auto", "attempted", { status: "A", version: "2.2.0", eci: "06", liability_shift: true }],
		["auto", "unavailable", { status: "U", version: "2.2.0", eci: "07", liability_shift: false }],
	] as const)("under %s, of a card that is %s, is approved at once", async (mode, card, threeDSecure) => {
		const answer = await sell(cards[card], { three_d_secure: mode });
		expect(answer.status, answer.text).toBe(200);
		expect(answer.body.three_d_secure).toEqual(threeDSecure);
	});

	test("under never, of a bank that wants its payer, is declined softly", async () => {
		const answer = await sell(cards.challenge, { three_d_secure: "never" });
		expect(answer.body).toMatchObject({ transaction_result: "DECLINED", decline_code: "authentication_required" });
		expect(answer.body.message).toContain("three_d_secure: auto");
	});

	test("with the merchant's own result is approved without its payer", async () => {
		const own = { version: "2.1.0", eci: "05", status: "Y", cavv: "AAABBEg0VhI0VniQEjRWAAAAAAA=" };
		const answer = await sell(cards.challenge, { three_d_secure: own });
		expect(answer.body.three_d_secure).toEqual({ status: "Y", version: "2.1.0", eci: "05", liability_shift: true });
		const [row] = (await transactionsOf(gateway)).slice(-1);
		expect(JSON.stringify(row)).not.toContain(own.cavv);
	});

	test.each(["Y", "A"])("with an own result of status %s is refused without cavv", async (status) => {
		const before = (await transactionsOf(gateway)).length;
		const answer = await sell(cards.challenge, { three_d_secure: { version: "2.1.0", eci: "05", status } });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.message).toContain("cavv is required");
		expect(await transactionsOf(gateway)).toHaveLength(before);
	});

	test.each([
		"https://evil.example/done",
		"javascript:alert(1)",
		"data:text/html,x",
		"https://user:password@localhost/done",
		"no address",
	])("is refused when the payer would return to %s", async (url) => {
		const answer = await sell(cards.challenge, { return_url: url });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.reason).toBe("return_url_not_registered");
	});

	test("follows the merchant's rule, and its amount, unless the request says otherwise", async () => {
		const plain = { amount: 31, ...cards.ordinary };
		const statusOf = async (fields: JsonObject) =>
			((await client.post(salePath, { ...plain, ...fields })).body.three_d_secure as JsonObject | null)?.status;
		await setRules({ three_d_secure_above: 31_00 });
		try {
			expect(await statusOf({})).toBeUndefined();
			expect(await statusOf({ amount: 33 })).toBe("Y");
			expect(await statusOf({ amount: 33, three_d_secure: "never" })).toBeUndefined();
			await setRules({ three_d_secure: "auto", three_d_secure_above: null });
			await askedBy(await client.post(salePath, { amount: 31, ...cards.challenge }));
		} finally {
			await setRules({ three_d_secure: "never", three_d_secure_above: null });
		}
	});
});

describe("a charge whose bank asks for its payer", () => {
	test("answers 402 with the payer's page, which a repeated Idempotency-Key repeats", async () => {
		const key = { "Idempotency-Key": `key ${Date.now()}` };
		const first = await sell(cards.challenge, {}, key);
		expect(first.status).toBe(402);
		const { id, url } = await askedBy(first);
		expect(url).toMatch(new RegExp(`^http://localhost:${gateway.port}/pay/authenticate/${id}/[\\w-]{66}$`));
		expect(first.body.next_action).toEqual({ type: "challenge", url, expires_at: (await payerAction(id)).expires_at });
		const again = await sell(cards.challenge, {}, key);
		expect([again.status, again.body.next_action]).toEqual([402, first.body.next_action]);
		expect(await processed(id)).toEqual(["action"]);

		await returned(await askedBy(again), await right(await askedBy(again)));
		const ended = await sell(cards.challenge, {}, key);
		expect([ended.status, ended.body.transaction_result]).toEqual([200, "APPROVED"]);
		await expectCharged(id);
	});

	test("is approved after the right code, with the authentication's result", async () => {
		const charge = await asked();
		expect(await read(charge.id)).toMatchObject({ transaction_result: "PENDING", three_d_secure: null });
		const authenticated = { status: "Y", version: "2.2.0", eci: "05", liability_shift: true };
		expect(await returned(charge, await right(charge))).toMatchObject({
			transaction_result: "APPROVED",
			three_d_secure: authenticated,
		});
		await expectCharged(charge.id);
	});

	test.each([
		["a wrong code", { code: "4321" }],
		["Cancel at the bank", { cancel: "1" }],
	] as const)("is declined after %s", async (_, typed) => {
		const charge = await asked();
		await returned(charge, await authenticateAtBank(gateway, charge.creq, typed));
		await expectFailed(charge.id);
	});

	test("is declined when its payer gives up, and a later return changes nothing", async () => {
		const charge = await asked();
		await giveUp(payments, charge.id);
		await expectFailed(charge.id);
		await returned(charge, await right(charge));
		await expectFailed(charge.id);
	});

	test("can be held and captured", async () => {
		const held = await client.post("/transaction-service/authorize", {
			amount: 31,
			...cards.challenge,
			three_d_secure: "auto",
		});
		const charge = await askedBy(held);
		await returned(charge, await right(charge));
		const captured = await client.post(`/transaction-service/capture/${charge.id}`, { amount: 31 });
		expect(captured.body, captured.text).toMatchObject({ transaction_result: "APPROVED" });
	});

	test("cannot be voided or refunded while it waits", async () => {
		const { id } = await asked();
		for (const path of [`void/${id}`, `refund/${id}`]) {
			const answer = await client.post(`/transaction-service/${path}`, { amount: 31 });
			expectProblem(answer, 400, "BAD_REQUEST");
		}
	});

	test("tells its event once, whatever comes twice", async () => {
		const { id } = await asked();
		gateway.clocks.real.advance(60_000);
		await recoverLeftPending(payments);
		const charge = await asked();
		await returned(charge, {});
		await returned(charge, await right(charge));
		const told = (await readEvents(gateway, client)).filter(({ data }) =>
			[id, charge.id].includes(String(data.transaction_id)),
		);
		const typesOf = (of: string) => told.filter(({ data }) => data.transaction_id === of).map(({ type }) => type);
		expect(typesOf(id)).toEqual(["transaction.action_required"]);
		expect(typesOf(charge.id)).toEqual(["transaction.action_required", "transaction.approved"]);
	});

	test("is no alarm while its payer has time: no attention, no old outcome in the metrics", async () => {
		const { id } = await asked();
		const { tables } = gateway.database;
		const times = () => ({ realNow: gateway.clocks.real.now(), businessNow: gateway.clocks.business.now() });
		const waitingFor = async () => (await readBacklogs(tables.withTables(), times())).oldestPending;
		expect((await readBacklogs(tables.withTables(), times())).pending.payer).toBeGreaterThan(0);
		expect(await waitingFor()).toBeNull();
		expect(await findNeedingAttention(tables.withTables(), id)).toBeUndefined();
		const { expires_at: expiresAt } = await payerAction(id);
		const late = await readBacklogs(tables.withTables(), { ...times(), realNow: expiresAt });
		expect(late.oldestPending).toBeLessThanOrEqual(expiresAt);
	});

	test("counts as an attempt of card-testing protection, with the result of its end", async () => {
		const { tables } = gateway.database;
		const protect = (isOn: boolean | null) => tables.updateTable("merchants").set({ card_testing_on: isOn }).execute();
		await protect(true);
		try {
			const attempt = async ({ id }: Asked) => {
				const attempts = tables.selectFrom("card_testing_attempts").select("result");
				return (await attempts.where("reference", "=", id).executeTakeFirstOrThrow()).result;
			};
			const [good, bad] = [await asked(), await asked()];
			expect(await attempt(good)).toBe("open");
			await returned(good, await right(good));
			await returned(bad, await authenticateAtBank(gateway, bad.creq, { code: "0" }));
			expect([await attempt(good), await attempt(bad)]).toEqual(["approved", "failed"]);
		} finally {
			await protect(null);
		}
	});

	test("sends its receipt after the approval, and none before", async () => {
		const receiptOf = async ({ id }: Asked) => {
			const outbox = gateway.database.tables.selectFrom("mailbox").select("message_id");
			const mails = await outbox.where("message_id", "like", `receipt.${id}@%`).execute();
			return mails.length;
		};
		const [charge, other] = [await asked(cards.challenge, { email: "ada@example.com" }), await asked()];
		expect(await receiptOf(charge)).toBe(0);
		await returned(charge, await right(charge));
		await vi.waitFor(async () => expect(await receiptOf(charge)).toBe(1), waiting);
		expect(await receiptOf(other)).toBe(0);
	});

	test("stores a new card only after the approval", async () => {
		const customer = await client.post("/customer-service/customer", { email: "ada@example.com" });
		const id = String(customer.body.lookup_id);
		const sellTo = async () =>
			askedBy(
				await client.post(`${salePath}/customer/${id}`, {
					amount: 31,
					currency: "CAD",
					...cards.challenge,
					three_d_secure: "auto",
				}),
			);
		const stored = async () => (await client.get(`/customer-service/customer/${id}`)).body.cards as JsonObject[];
		const bad = await sellTo();
		expect(await stored()).toEqual([]);
		await returned(bad, await authenticateAtBank(gateway, bad.creq, { code: "0" }));
		expect(await stored()).toEqual([]);
		const good = await sellTo();
		await returned(good, await right(good));
		expect(await stored()).toMatchObject([{ card_suffix: "1091" }]);

		// The payer agreed, so the merchant charges the card later.
		const later = await client.post(`${salePath}/customer/${id}`, {
			amount: 31,
			initiated_by: "merchant",
			purpose: "unscheduled",
		});
		expect(later.body).toMatchObject({ transaction_result: "APPROVED" });
	});

	test("of a stored card, without its payer, is declined softly by the bank that always asks", async () => {
		const customer = await client.post("/customer-service/customer", { email: "ada@example.com" });
		const path = `/customer-service/customer/${customer.body.lookup_id}/card`;
		expect((await client.post(path, cards.alwaysAsks)).status).toBe(200);
		const answer = await client.post(`${salePath}/customer/${customer.body.lookup_id}`, {
			amount: 31,
			initiated_by: "merchant",
			purpose: "recurring",
		});
		expect(answer.body).toMatchObject({ transaction_result: "DECLINED", decline_code: "authentication_required" });
	});
});

describe("the payer's time", () => {
	test("is 15 minutes: then the charge is declined, and a return is too late", async () => {
		const { real } = gateway.clocks;
		const before = real.stop();
		try {
			const charge = await asked();
			const fields = await right(charge);
			expect((await payerAction(charge.id)).expires_at).toBe(before + payerTimeMs);
			real.advance(payerTimeMs - 1);
			expect((await payersCharge(charge)).state).toBe("open");
			real.advance(1);
			expect((await payersCharge(charge)).state).not.toBe("open");
			client = await signIn(gateway.url, gateway.merchant);
			await expectFailed(charge.id);
			await returned(charge, fields);
			await expectFailed(charge.id);
		} finally {
			real.go();
		}
	});

	test("that ends while the payer returns gives the charge one end", async () => {
		const charges = await Promise.all([asked(), asked(), asked(), asked()]);
		await Promise.all(
			charges.map(async (charge) => {
				const fields = await right(charge);
				await Promise.all([takeReturn(payments, charge.id, fields), giveUp(payments, charge.id)]);
			}),
		);
		for (const { id } of charges) {
			const { transaction_result: result } = await outcomeOf(id);
			expect(await processed(id)).toEqual([String(result).toLowerCase()]);
		}
	});
});

describe("a return", () => {
	test("that comes many times, at several gateways, charges once", async () => {
		const charge = await asked();
		const fields = await right(charge);
		await Promise.all(Array.from({ length: 8 }, () => takeReturn(payments, charge.id, fields)));
		await expectCharged(charge.id);
		await returned(charge, fields);
		await expectCharged(charge.id);
	});

	test.each<[string, (charge: Asked, other: Asked) => Promise<Record<string, string>>]>([
		["without fields", async () => ({})],
		["with a forged result", async () => ({ cres: "e30.AAAA" })],
		["with the result of another charge", async (_, other) => right(other)],
		["with the bank's request", async ({ creq }) => ({ cres: creq })],
	])("%s ends nothing, and the payer may still authenticate", async (_, fieldsOf) => {
		const [charge, other] = [await asked(), await asked()];
		expect(await returned(charge, await fieldsOf(charge, other))).toMatchObject({ transaction_result: "PENDING" });
		expect([await processed(charge.id), await processed(other.id)]).toEqual([["action"], ["action"]]);
		expect((await payersCharge(charge)).state).toBe("open");
		await returned(charge, await right(charge));
		await expectCharged(charge.id);
	});

	test("to an address that the gateway never gave finds nothing", async () => {
		const [charge, other] = [await asked(), await asked()];
		const proof = other.url.split("/").at(-1) ?? "";
		for (const given of [proof, "", `lk1${"x".repeat(63)}`]) {
			expect(
				await findPayersCharge(payments, { transactionId: charge.id, proof: given }, () => undefined),
			).toBeUndefined();
		}
	});
});

describe("a gateway that is killed", () => {
	/** Past the time in which a gateway that lives would have gone on. */
	const takenOver = () => gateway.clocks.real.advance(120_000);

	test("after the processor took the charge, before the payer's way was kept: recovery finds it", async () => {
		const doomed = await spawnGateway(gateway, { kind: "crash", when: "after_receipt" });
		const there = await signIn(doomed.url, gateway.merchant);
		const sale = there.post(salePath, { amount: 31, ...cards.challenge, three_d_secure: "auto" });
		await expect(sale).rejects.toThrow("fetch failed");
		await doomed.died;
		const [{ transaction_id: id } = { transaction_id: "" }] = (await transactionsOf(gateway)).slice(-1);
		expect(await processed(id)).toEqual(["action"]);
		gateway.clocks.real.advance(30_000);
		const { fields } = await vi.waitFor(() => payerAction(id), waiting);
		const told = (await readEvents(gateway, client)).filter(({ data }) => data.transaction_id === id);
		expect(told.map(({ type }) => type)).toEqual(["transaction.action_required"]);
		const { cres } = await authenticateAtBank(gateway, String(fields.creq));
		await takeReturn(payments, id, { cres });
		await expectCharged(id);
	});

	test("after it kept the return, before it told the processor", async () => {
		const charge = await asked();
		const takenOverAt = gateway.clocks.real.now() + 120_000;
		expect(await claimReturn(payments.database, charge.id, { returned: await right(charge), takenOverAt })).toBe(true);
		expect(await processed(charge.id)).toEqual(["action"]);
		takenOver();
		await expectCharged(charge.id);
	});

	test("after the processor charged, before the outcome was recorded", async () => {
		const charge = await asked();
		const fields = await right(charge);
		const takenOverAt = gateway.clocks.real.now() + 120_000;
		await claimReturn(payments.database, charge.id, { returned: fields, takenOverAt });
		const { transaction } = await payersCharge(charge);
		expect(await demo.authentication?.complete(inquiryOf(transaction), fields)).toMatchObject({ result: "approved" });
		takenOver();
		await expectCharged(charge.id);
	});

	test("after the payer gave up, before it told the processor", async () => {
		const charge = await asked();
		expect(await endPayerAction(payments.database, charge.id, gateway.clocks.real.now())).toBe(true);
		expect(await returned(charge, await right(charge))).toMatchObject({ transaction_result: "PENDING" });
		gateway.clocks.real.advance(payerTimeMs);
		client = await signIn(gateway.url, gateway.merchant);
		await expectFailed(charge.id);
	});

	test("after the processor declined, before the outcome was recorded", async () => {
		const charge = await asked();
		await endPayerAction(payments.database, charge.id, gateway.clocks.real.now());
		const { transaction } = await payersCharge(charge);
		await demo.authentication?.abandon(inquiryOf(transaction));
		gateway.clocks.real.advance(payerTimeMs);
		client = await signIn(gateway.url, gateway.merchant);
		await expectFailed(charge.id);
	});
});

describe("a processor", () => {
	test("that authenticates nobody refuses always with 409, and nothing is sent", async () => {
		// Outside this machine a sandbox has no bank without BANK_URL.
		const other = await startTestGateway({ environment: { PUBLIC_URL: "https://sandbox.example" } });
		try {
			const there = await signIn(other.url, other.merchant);
			const answer = await there.post(salePath, { amount: 31, ...cards.ordinary, three_d_secure: "always" });
			expect([answer.status, answer.body.reason]).toEqual([409, "authentication_unavailable"]);
			expect(await transactionsOf(other)).toEqual([]);
			expect(other.submitted).toEqual([]);
			const auto = await there.post(salePath, { amount: 31, ...cards.ordinary, three_d_secure: "auto" });
			expect([auto.status, auto.body.three_d_secure]).toEqual([200, null]);
		} finally {
			await other.stop();
		}
	});

	test.each(["http://acs.example", "https://user:password@acs.example", "javascript:alert(1)", "acs"])(
		"whose bank is at %s sends no payer there: the charge is declined",
		async (url) => {
			const misled: Processor = {
				name: demo.name,
				inquire: demo.inquire.bind(demo),
				...(demo.authentication && { authentication: demo.authentication }),
				async submit(request) {
					const answer = await demo.submit(request);
					return answer.result === "action" ? { ...answer, action: { ...answer.action, url } } : answer;
				},
			};
			const [row] = await listMerchants(payments.database);
			if (row === undefined) throw new Error("The sandbox has merchants.");
			const { status, body } = await charge(
				{ ...payments, ...oneProcessor(misled) },
				{
					operation: "sale",
					caller: { actor: { kind: "client", clientId: "c" }, clientAddress: null, requestId: null },
					initiator: { merchant: row, channel: "E_COMMERCE", userId: null },
					wanted: { kind: "given" },
					request: chargeRequestSchema.parse({ amount: 31, ...cards.challenge, three_d_secure: "auto" }),
					keyed: undefined,
				},
			);
			expect([status, body]).toEqual([402, expect.objectContaining(failed)]);
			expect(body).not.toHaveProperty("next_action");
			await expectFailed(body.transaction_id);
			expect((await payerAction(body.transaction_id)).url).toBe("");
		},
	);
});
