import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	type Client,
	expectProblem,
	goodCard,
	type JsonObject,
	salePath,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";

const listPath = "/transaction-service/transaction";
const userListPath = "/transaction-service/transaction/user";
const sales = 40;

let gateway: TestGateway;
let client: Client;
/** All records of the merchant, newest first: the expected content of the lists. */
let records: JsonObject[];

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	gateway.clocks.business.stop();
	for (let index = 0; index < sales; index++) {
		// Three of four have the same time, so that ids must decide the order.
		if (index % 4 === 0) gateway.clocks.business.advance(3_600_000);
		await client.post(salePath, {
			amount: index + 1,
			...goodCard,
			email: index % 3 === 0 ? "Ana@Example.com" : "ben@example.com",
			first_name: index % 5 === 0 ? "Ána" : "Ben",
			last_name: index % 2 === 0 ? "O'Neil%" : "_",
		});
	}
	records = await readPages(listPath, { limit: "100" }, "after");
});

afterAll(() => gateway.stop());

const queryOf = (query: Record<string, string>) => new URLSearchParams(query).toString();

async function readPages(
	path: string,
	query: Record<string, string>,
	direction: "after" | "before",
): Promise<JsonObject[]> {
	const entities: JsonObject[] = [];
	let cursor = query[direction] ?? "";
	do {
		const { body } = await client.get(`${path}?${queryOf({ ...query, [direction]: cursor })}`);
		const page = body as { entities: JsonObject[]; paging: { cursors: Record<string, string> } };
		if (direction === "after") entities.push(...page.entities);
		else entities.unshift(...page.entities);
		cursor = page.paging.cursors[direction] ?? "";
	} while (cursor !== "");
	return entities;
}

async function firstPage(query: Record<string, string>) {
	const { body, status, text } = await client.get(`${listPath}?${queryOf(query)}`);
	expect(status, text).toBe(200);
	return body as { entities: JsonObject[]; paging: { cursors: { before: string; after: string } } };
}

const ids = (entities: JsonObject[]) => entities.map(({ id }) => id);

describe("a list of transactions", () => {
	test("the list has all of the merchant's transactions, newest first, with the same records as single reads", async () => {
		expect(records).toHaveLength(sales);
		const times = records.map((record) => [record.transaction_time, record.id] as [number, number]);
		expect(times).toEqual([...times].sort(([a, i], [b, j]) => b - a || j - i));
		const { body } = await client.get(`${listPath}/${records[0]?.id}`);
		expect(records[0]).toEqual(body);
	});

	test("the list is the same in pages of any size, in both directions", async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: sales }), async (limit) => {
				expect(await readPages(listPath, { limit: String(limit) }, "after")).toEqual(records);
				const oldest = (await firstPage({ limit: String(sales - 1) })).paging.cursors.after;
				const { entities, paging } = await firstPage({ limit: String(limit), after: oldest });
				const newer = await readPages(listPath, { limit: String(limit), before: paging.cursors.before }, "before");
				expect([...newer, ...entities]).toEqual(records);
			}),
			{ numRuns: 10 },
		);
	});

	test("a page has 25 entries by default, and empty cursors at the ends", async () => {
		const page = await firstPage({});
		expect(page.entities).toHaveLength(25);
		expect(page.paging.cursors.before).toBe("");
		const last = await firstPage({ after: page.paging.cursors.after });
		expect(last.entities).toHaveLength(sales - 25);
		expect(last.paging.cursors.after).toBe("");
		expect(await firstPage({ email_address: "nobody@example.com" })).toEqual({
			entities: [],
			paging: { cursors: { before: "", after: "" } },
		});
	});

	test("no entry is repeated or skipped when rows arrive between pages", async () => {
		const page = await firstPage({ limit: "10" });
		const late = await client.post(salePath, { amount: 31, ...goodCard });
		const rest = await readPages(listPath, { limit: "10", after: page.paging.cursors.after }, "after");
		expect(ids([...page.entities, ...rest])).toEqual(ids(records));
		records.unshift((await client.get(`${listPath}/${late.body.id}`)).body);
	});

	test("each row is listed exactly once, however many arrive while pages are read", async () => {
		const query = { limit: "3", min_amount: "0.01" };
		const arriving = Array.from({ length: 20 }, () => client.post(salePath, { amount: 31, ...goodCard }));
		const seen = ids(await readPages(listPath, query, "after"));
		const arrived = (await Promise.all(arriving)).map(({ body }) => body.id);
		expect(new Set(seen).size).toBe(seen.length);
		expect(seen.filter((id) => !arrived.includes(id))).toEqual(ids(records));
		records = await readPages(listPath, { limit: "100" }, "after");
		expect(records).toHaveLength(sales + 1 + arriving.length);
	});
});

describe("filters", () => {
	const lower = (value: unknown) => String(value).toLowerCase();
	test.each<[string, Record<string, string>, (record: JsonObject) => boolean]>([
		["status", { transaction_status: "DECLINED" }, ({ transaction_result }) => transaction_result === "DECLINED"],
		["several statuses", { transaction_status: "APPROVED, DECLINED" }, () => true],
		["a status that nothing has", { transaction_status: "PENDING" }, () => false],
		["channel", { channel: "E_COMMERCE" }, () => true],
		["other channels", { channel: "VT,RECURRING" }, () => false],
		["least amount, included", { min_amount: "20" }, ({ amount }) => Number(amount) >= 20],
		["greatest amount, included", { max_amount: "20.00" }, ({ amount }) => Number(amount) <= 20],
		[
			"email, whatever its case",
			{ email_address: "ANA@example.COM" },
			({ email }) => lower(email) === "ana@example.com",
		],
		["first name beyond ASCII", { first_name: "ÁNA" }, ({ first_name }) => first_name === "Ána"],
		["X-09 last name with a wildcard", { last_name: "O'Neil%" }, ({ last_name }) => last_name === "O'Neil%"],
		["X-09 a wildcard alone", { last_name: "%" }, () => false],
		["X-09 another wildcard", { last_name: "_" }, ({ last_name }) => last_name === "_"],
		["X-09 an injection", { first_name: "' or '1'='1" }, () => false],
		[
			"several at once",
			{ min_amount: "10", max_amount: "30", first_name: "ben" },
			({ amount, first_name }) => Number(amount) >= 10 && Number(amount) <= 30 && first_name === "Ben",
		],
	])("%s", async (_name, query, keeps) => {
		expect(ids(await readPages(listPath, { ...query, limit: "7" }, "after"))).toEqual(ids(records.filter(keeps)));
	});

	test("dates are whole days in the merchant's zone, both included", async () => {
		const zone = "America/Toronto";
		await gateway.database.tables.updateTable("merchants").set({ time_zone: zone }).execute();
		const dayOf = (record: JsonObject) =>
			new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(new Date(Number(record.transaction_time)));
		const day = dayOf(records[5] ?? {});
		const found = await readPages(listPath, { from_date: day, to_date: day }, "after");
		expect(found.length).toBeGreaterThan(0);
		expect(ids(found)).toEqual(ids(records.filter((record) => dayOf(record) === day)));
	});
});

describe("a list rejects", () => {
	test.each<[string, Record<string, string>]>([
		["limit", { limit: "0" }],
		["limit", { limit: "101" }],
		["limit", { limit: "-1" }],
		["limit", { limit: "1e2" }],
		["limit", { limit: "1.5" }],
		["limit", { limit: "abc" }],
		["from_date", { from_date: "2026-02-30" }],
		["from_date", { from_date: "21.11.2026" }],
		["to_date", { to_date: "2026-11-21T00:00:00Z" }],
		["transaction_status", { transaction_status: "granted" }],
		["channel", { channel: "E_COMMERCE,WEB" }],
		["from_date", { from_date: "0000-01-01" }],
		["to_date", { to_date: "0000-12-31" }],
		["first_name", { first_name: "\u0000" }],
		["email_address", { email_address: "a\u0000b" }],
		["min_amount", { min_amount: "ten" }],
		["max_amount", { max_amount: "1.999" }],
	])("%s in %j", async (field, query) => {
		const answer = await client.get(`${listPath}?${queryOf(query)}`);
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toEqual([{ field, code: expect.any(String), message: expect.any(String) }]);
	});

	test("X-43 a parameter sent twice", async () => {
		expectProblem(await client.get(`${listPath}?limit=1&limit=9`), 400, "BAD_REQUEST");
		expectProblem(await client.get(`${listPath}?first_name=a&first_name=b`), 400, "BAD_REQUEST");
	});

	test("before and after at once", async () => {
		const { after } = (await firstPage({ limit: "5" })).paging.cursors;
		expectProblem(await client.get(`${listPath}?${queryOf({ before: after, after })}`), 400, "BAD_REQUEST");
	});

	test("X-35 a changed cursor, or one of other filters, another list or another merchant", async () => {
		const { after } = (await firstPage({ limit: "5" })).paging.cursors;
		const foreigner = await signIn(gateway.url, gateway.secondMerchant);
		for (let position = 0; position < after.length; position++) {
			const changed = after.slice(0, position) + (after[position] === "A" ? "B" : "A") + after.slice(position + 1);
			expectProblem(await client.get(`${listPath}?after=${changed}`), 400, "BAD_REQUEST");
		}
		expectProblem(await client.get(`${listPath}?after=${after}&first_name=Ben`), 400, "BAD_REQUEST");
		expectProblem(await client.get(`${userListPath}?after=${after}`), 400, "BAD_REQUEST");
		expectProblem(await foreigner.get(`${listPath}?after=${after}`), 400, "BAD_REQUEST");
		expect((await client.get(`${listPath}?after=${after}&limit=9`)).status).toBe(200);
	});
});

test("X-01 a list has no other merchant's transactions", async () => {
	const foreigner = await signIn(gateway.url, gateway.secondMerchant);
	const { body } = await foreigner.get(listPath);
	expect(body).toEqual({ entities: [], paging: { cursors: { before: "", after: "" } } });
});

test("X-03 the user's list has the transactions of the token's user, whatever the query says", async () => {
	const [first] = records;
	expectProblem(await client.get(`${userListPath}?user_id=999999`), 400, "BAD_REQUEST");
	const own = await readPages(userListPath, { limit: "100" }, "after");
	expect(ids(own)).toEqual(ids(records));
	await gateway.database.tables
		.updateTable("transactions")
		.set({ user_id: null })
		.where("id", "=", Number(first?.id))
		.execute();
	expect(ids(await readPages(userListPath, { limit: "100" }, "after"))).toEqual(ids(records.slice(1)));
});
