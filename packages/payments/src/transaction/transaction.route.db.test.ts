import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	authorizePath,
	type Client,
	cardWith,
	expectProblem,
	goodCard,
	salePath,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { readEvents } from "../../../../test/fixtures/events.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";

let gateway: TestGateway;
/** A gateway on the same database that does not wait for late answers. On a busy machine, any answer may be late for it. */
let hasty: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	const { database, clocks } = gateway;
	hasty = await startTestGateway({ database, clocks, processorTimeoutMs: 300 });
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(async () => {
	await hasty.stop();
	await gateway.stop();
});

const pathOf = (id: unknown) => `/transaction-service/transaction/${id}`;

describe("reading a transaction", () => {
	test.each([
		["an approved sale", salePath, 31],
		["a declined sale", salePath, 30],
		["an approved authorization", authorizePath, 31],
		["a declined authorization", authorizePath, 30],
	])("a transaction reads as the response had it, by either of its ids: %s", async (_case, path, amount) => {
		const charge = await client.post(path, { amount, ...goodCard, first_name: "Dana", invoice_id: "INV-1" });
		const { status, code, error, reason, message, errors, request_id, doc_url, ...record } = charge.body;
		for (const id of [record.id, record.transaction_id]) {
			const answer = await client.get(pathOf(id));
			expect(answer.status).toBe(200);
			expect(answer.body).toEqual(record);
		}
	});

	test("a charge without an outcome reads as PENDING", async () => {
		const there = await signIn(hasty.url, gateway.merchant);
		// No inquiry finds the outcome meanwhile.
		gateway.clocks.real.stop();
		const charge = await there.post(salePath, { amount: 31, ...cardWith("4000000000000259") });
		const { body } = await client.get(pathOf(charge.body.id));
		gateway.clocks.real.go();
		expect(body).toMatchObject({
			transaction_result: "PENDING",
			transaction_success: false,
			transaction_message: null,
			processor_auth_code: null,
			processor_transaction_id: null,
		});
	});
});

describe("what was not charged", () => {
	async function storedCardSalePath(): Promise<string> {
		const { body: customer } = await client.post("/customer-service/customer", { email: "ada@example.com" });
		const path = `/customer-service/customer/${customer.lookup_id}`;
		await client.post(`${path}/card`, cardWith("4000000000000341"));
		return `${salePath}/customer/${customer.lookup_id}`;
	}

	test.each([
		["a declined sale", async () => client.post(salePath, { amount: 30, ...goodCard })],
		["a declined sale of a stored card", async () => client.post(await storedCardSalePath(), { amount: 31 })],
		[
			"a pending sale",
			async () => {
				const there = await signIn(hasty.url, gateway.merchant);
				return there.post(salePath, { amount: 31, ...cardWith("4000000000000267") });
			},
		],
	])("%s is captured in no answer, list, export or event", async (_case, charge) => {
		// No inquiry finds the outcome meanwhile.
		gateway.clocks.real.stop();
		const before = (await readEvents(gateway, client)).at(-1)?.sequence ?? 0;
		const { status, body } = await charge();
		expect({ status, captured: body.captured }).toEqual({ status: 402, captured: false });
		expect((await client.get(pathOf(body.id))).body.captured).toBe(false);
		const list = await client.get(`/transaction-service/transaction?transaction_id=${body.id}`);
		expect(list.body.entities).toMatchObject([{ id: body.id, captured: false }]);
		const { text } = await client.get(`/transaction-service/transaction.csv?transaction_id=${body.id}`);
		const [names, cells] = text.split("\r\n").map((line) => [...line.matchAll(/(?<=^|,)(?:"(?:[^"]|"")*"|[^,]*)/g)]);
		const place = names?.findIndex(([name]) => name === '"captured"') ?? -1;
		expect(cells?.[place]?.[0]).toMatch(/^"?false"?$/);
		const events = await readEvents(gateway, client, before);
		const charged = events.filter(({ data }) => data.transaction_id === body.transaction_id);
		expect(charged).toMatchObject([{ data: { captured: false } }]);
		gateway.clocks.real.go();
	});
});

test("X-30 transaction ids have 20 characters that do not repeat or count", async () => {
	const answers = await Promise.all(
		Array.from({ length: 20 }, () => client.post(salePath, { amount: 1, ...goodCard })),
	);
	const ids = answers.map(({ body }) => String(body.transaction_id));
	expect(new Set(ids).size).toBe(ids.length);
	// Random letters: no position has the same letter in all ids, as a counter or a clock would.
	for (let position = 0; position < 20; position++) {
		expect(new Set(ids.map((id) => id[position])).size).toBeGreaterThan(5);
	}
});

test("X-01 another merchant's transaction cannot be read by any id", async () => {
	const foreigner = await signIn(gateway.url, gateway.secondMerchant);
	const { body } = await foreigner.post(salePath, { amount: 31, ...goodCard });
	expectProblem(await client.get(pathOf(body.id)), 404, "NOT_FOUND");
	expectProblem(await client.get(pathOf(body.transaction_id)), 404, "NOT_FOUND");
	expect((await foreigner.get(pathOf(body.id))).status).toBe(200);
});
