import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
	authorizePath,
	type Client,
	expectProblem,
	goodCard,
	salePath,
	signIn,
} from "../../../test/fixtures/client.ts";
import { readEvents } from "../../../test/fixtures/events.ts";
import { startTestGateway, type TestGateway } from "../../../test/fixtures/gateway.ts";

const path = "/event-service/event";
const transactionPath = "/transaction-service/transaction";

let gateway: TestGateway;
let client: Client;
let foreigner: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	gateway.clocks.business.stop();
	client = await signIn(gateway.url, gateway.merchant);
	foreigner = await signIn(gateway.url, gateway.secondMerchant);
});
afterAll(() => gateway.stop());

/** Returns the events that an action writes. */
async function eventsOf(action: () => Promise<unknown>) {
	const before = (await readEvents(gateway, client)).at(-1)?.sequence ?? 0;
	await action();
	return readEvents(gateway, client, before);
}

describe("events of transactions", () => {
	test("a sale writes one event, with the transaction as its GET shows it", async () => {
		const [event, ...others] = await eventsOf(() => client.post(salePath, { amount: 31, ...goodCard }));
		expect(others).toEqual([]);
		const { body } = await client.get(`${transactionPath}/${event?.data.id}`);
		expect(event).toEqual({
			id: expect.stringMatching(/^evt_[0-9a-f]{28}$/),
			sequence: expect.any(Number),
			type: "transaction.approved",
			created: body.transaction_time,
			test_mode: true,
			data: body,
		});
		expect((await client.get(`${path}/${event?.id}`)).body).toEqual(event);
	});

	test("a decline, an authorization, a capture, a refund and a void each have their events", async () => {
		const events = await eventsOf(async () => {
			await client.post(salePath, { amount: 30, ...goodCard });
			const { body: hold } = await client.post(authorizePath, { amount: 31, ...goodCard });
			const { body: captured } = await client.post(`/transaction-service/capture/${hold.id}`, { amount: 31 });
			await client.post(`/transaction-service/refund/${captured.id}`, { amount: 11 });
			const { body: released } = await client.post(authorizePath, { amount: 33, ...goodCard });
			await client.post(`/transaction-service/void/${released.id}`, {});
		});
		expect(events.map(({ type, data }) => [type, data.transaction_type])).toEqual([
			["transaction.declined", "sale"],
			["transaction.approved", "authorization"],
			["transaction.approved", "capture"],
			["transaction.approved", "refund"],
			["transaction.approved", "authorization"],
			["transaction.approved", "void"],
			["transaction.voided", "authorization"],
		]);
	});

	test("an event shows its transaction as it was then, whatever happened to it since", async () => {
		const events = await eventsOf(async () => {
			const { body: hold } = await client.post(authorizePath, { amount: 31, ...goodCard });
			const { body: captured } = await client.post(`/transaction-service/capture/${hold.id}`, { amount: 31 });
			await client.post(`/transaction-service/refund/${captured.id}`, { amount: 11 });
			const { body: sold } = await client.post(salePath, { amount: 31, ...goodCard });
			await client.post(`/transaction-service/void/${sold.id}`, {});
		});
		expect(
			events.map(({ type, data }) => [type, data.transaction_type, data.captured, data.amount_refunded, data.voided]),
		).toEqual([
			["transaction.approved", "authorization", false, 0, false],
			["transaction.approved", "capture", true, 0, false],
			["transaction.approved", "refund", false, 0, false],
			["transaction.approved", "sale", true, 0, false],
			["transaction.approved", "void", false, 0, false],
			["transaction.voided", "sale", true, 0, true],
		]);
	});
});

describe("the list of events", () => {
	async function page(query: string, by = client) {
		const { body, status, text } = await by.get(`${path}?${query}`);
		expect(status, text).toBe(200);
		return body as unknown as {
			events: { sequence: number; type: string }[];
			paging: { cursors: { before: string; after: string } };
		};
	}
	const sequences = ({ events }: Awaited<ReturnType<typeof page>>) => events.map(({ sequence }) => sequence);

	test("the list is newest first, and oldest first after a position, with positions of the neighbouring pages", async () => {
		const all = await readEvents(gateway, client);
		const last = all.length;
		expect(all.map(({ sequence }) => sequence)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
		const newest = await page("limit=3");
		expect(sequences(newest)).toEqual([last, last - 1, last - 2]);
		expect(newest.paging.cursors).toEqual({ before: String(last - 2), after: "" });
		const older = await page(`limit=2&before=${newest.paging.cursors.before}`);
		expect(sequences(older)).toEqual([last - 3, last - 4]);
		expect(older.paging.cursors).toEqual({ before: String(last - 4), after: String(last - 3) });
		const oldest = await page("limit=2&after=0");
		expect(sequences(oldest)).toEqual([1, 2]);
		expect(oldest.paging.cursors).toEqual({ before: "", after: "2" });
		const end = await page(`after=${last - 1}`);
		expect(sequences(end)).toEqual([last]);
		expect(end.paging.cursors).toEqual({ before: String(last), after: "" });
		expect((await page(`after=${last}`)).paging.cursors).toEqual({ before: String(last + 1), after: "" });
		expect((await page("before=1")).paging.cursors).toEqual({ before: "", after: "0" });
		expect((await page(`before=1&type=transaction.pending`)).paging.cursors).toEqual({ before: "", after: "" });
	});

	test("the list of some types has all of their events", async () => {
		const wanted = ["transaction.approved", "transaction.voided"];
		const all = await readEvents(gateway, client);
		const { events } = await page(`limit=100&after=0&type=${wanted.join(",")}`);
		expect(events).toEqual(all.filter(({ type }) => wanted.includes(type)));
		expect(sequences(await page("limit=1&type=transaction.declined"))).toEqual([
			all.findLast(({ type }) => type === "transaction.declined")?.sequence,
		]);
	});

	test.each([
		["before=1&after=1"],
		["after=x"],
		["after=-1"],
		["before=1.5"],
		["type=sale"],
		["limit=0"],
		["offset=1"],
	])("a query with %s is refused", async (query) => {
		expectProblem(await client.get(`${path}?${query}`), 400, "BAD_REQUEST");
	});

	test("X-01 each merchant has its own events and positions", async () => {
		await foreigner.post(salePath, { amount: 31, ...goodCard });
		const [event, ...others] = await readEvents(gateway, foreigner);
		expect([event?.sequence, others]).toEqual([1, []]);
		expectProblem(await client.get(`${path}/${event?.id}`), 404, "NOT_FOUND");
		expect((await readEvents(gateway, client)).map(({ id }) => id)).not.toContain(event?.id);
	});

	test("a token without the scope event reads none", async () => {
		const limited = await signIn(gateway.url, gateway.merchant, "customer plan transaction eft");
		expectProblem(await limited.get(path), 403, "FORBIDDEN");
	});
});

test("an event is visible soon after its answer", async () => {
	const { body } = await client.post(salePath, { amount: 31, ...goodCard });
	await vi.waitFor(
		async () => {
			const { body: newest } = await client.get(`${path}?limit=1`);
			expect(newest.events).toMatchObject([{ data: { id: body.id } }]);
		},
		{ timeout: 10_000, interval: 20 },
	);
});
