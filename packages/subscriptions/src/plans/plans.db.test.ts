import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, expectProblem, type JsonObject, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";

const planPath = "/plan-service/plan";

let gateway: TestGateway;
let client: Client;
let stranger: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	stranger = await signIn(gateway.url, gateway.secondMerchant);
});

afterAll(() => gateway.stop());

interface PlanBody extends JsonObject {
	id: number;
	lookup_id: string;
	name: string;
}

const terms = { name: "Coffee", amount: 18.5, currency: "CAD", frequency: "MOTHLY" };
const nobody = "00000000000000000000";

const pathOf = (plan: PlanBody) => `${planPath}/${plan.lookup_id}`;

function put(path: string, body: unknown, by = client) {
	return by.send(path, { method: "PUT", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
}

async function create(given: JsonObject = {}, by = client): Promise<PlanBody> {
	const answer = await by.post(planPath, { ...terms, ...given });
	expect(answer.status, answer.text).toBe(200);
	return answer.body as PlanBody;
}

/** Invalid plans, with the field that the response names. */
const refused: [field: string, change: JsonObject][] = [
	...["name", "amount", "currency", "frequency"].flatMap((field): [string, JsonObject][] => [
		[field, { [field]: undefined }],
		[field, { [field]: null }],
	]),
	...["", " ", "a\nb", "a".repeat(256), 7, "4111 1111 1111 1111"].map((name): [string, JsonObject] => [
		"name",
		{ name },
	]),
	...[0, -1, 1.005, 1_000_000, "1e3", "", " 1", "18,50", true].map((amount): [string, JsonObject] => [
		"amount",
		{ amount },
	]),
	...["EUR", "cad", "CA", 124].map((currency): [string, JsonObject] => ["currency", { currency }]),
	...["MONTHLY", "mothly", "YEARLY", "", 1].map((frequency): [string, JsonObject] => ["frequency", { frequency }]),
	...[0, -1, 1.5, "12", 1_000_000, true].map((count): [string, JsonObject] => [
		"number_of_payments",
		{ number_of_payments: count },
	]),
	...["true", 1].map((value): [string, JsonObject] => ["send_receipt", { send_receipt: value }]),
	...[-1, 366, 1.5, "14"].map((trial_days): [string, JsonObject] => ["trial_days", { trial_days }]),
	...[-1, 0.001, "free", 1_000_000].map((setup_fee): [string, JsonObject] => ["setup_fee", { setup_fee }]),
	...[0, 10_000, 1.5, "2"].map((quantity): [string, JsonObject] => ["quantity", { quantity }]),
	["quantity", { amount: 101, quantity: 9_999 }],
	["amount", { amount: 999_999.99, setup_fee: 0.01 }],
];

describe("POST /plan-service/plan", () => {
	test("every field is stored, and the response is the plan", async () => {
		const given = {
			...terms,
			quantity: 4,
			trial_days: 365,
			setup_fee: 25.5,
			number_of_payments: 12,
			send_receipt: true,
		};
		const { id, lookup_id, ...rest } = await create({
			...given,
			id: 1,
			lookup_id: "mine",
			total_subscriptions: 9,
			current_subscriptions: 9,
		});
		expect(id).toBeGreaterThan(100_000);
		expect(lookup_id).toMatch(/^[0-9A-Za-z]{20}$/);
		expect(rest).toEqual({ ...given, total_subscriptions: 0, current_subscriptions: 0, metadata: {} });
	});

	test("a plan has no end and no receipts by default", async () => {
		const unsaid = { number_of_payments: null, send_receipt: false, quantity: 1, trial_days: 0, setup_fee: 0 };
		expect(await create()).toMatchObject(unsaid);
		expect(await create({ number_of_payments: null })).toMatchObject(unsaid);
	});

	test.each(["DAILY", "WEEKLY", "MOTHLY", "QUARTERLY", "ANNUALLY"])(
		"S-02 the frequency %s is accepted",
		async (frequency) => {
			expect(await create({ frequency })).toMatchObject({ frequency });
		},
	);

	test("amounts to the cent are accepted, as numbers and strings, in every enabled currency", async () => {
		expect(await create({ amount: 4.35, currency: "USD" })).toMatchObject({ amount: 4.35, currency: "USD" });
		expect(await create({ amount: "0.01" })).toMatchObject({ amount: 0.01 });
		expect(await create({ amount: 999_999.99 })).toMatchObject({ amount: 999_999.99 });
	});

	test("two plans may have the same name", async () => {
		const [one, other] = [await create({ name: "Twice" }), await create({ name: "Twice" })];
		expect(one.lookup_id).not.toBe(other.lookup_id);
	});

	test.each(refused)("the %s %j is rejected", async (field, change) => {
		const answer = await client.post(planPath, { ...terms, ...change });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toMatchObject([{ field }]);
	});

	test("S-02 the message for MONTHLY says that it is spelled MOTHLY", async () => {
		const answer = await client.post(planPath, { ...terms, frequency: "MONTHLY" });
		expect(answer.body.message).toContain("MOTHLY instead of MONTHLY");
	});

	test("the message names the enabled currencies", async () => {
		const { body } = await client.post(planPath, { ...terms, currency: "EUR" });
		expect(body.message).toContain("CAD, USD");
	});
});

describe("GET /plan-service/plan/{plan_lookup_id}", () => {
	test("the response is the plan", async () => {
		const plan = await create({ number_of_payments: 3 });
		expect((await client.get(pathOf(plan))).body).toEqual(plan);
	});

	test("X-01 another merchant's plan gets the same response as an unknown one", async () => {
		const plan = await create();
		const answers = await Promise.all([
			stranger.get(`${planPath}/${nobody}`),
			stranger.get(pathOf(plan)),
			put(pathOf(plan), terms, stranger),
			stranger.send(pathOf(plan), { method: "DELETE" }),
		]);
		for (const answer of answers) {
			expectProblem(answer, 404, "NOT_FOUND");
			expect(answer.body.message).toBe(answers[0]?.body.message);
		}
		expect((await client.get(pathOf(plan))).body).toEqual(plan);
	});
});

describe("PUT /plan-service/plan/{plan_lookup_id}", () => {
	test("the terms are replaced, and omitted fields return to their defaults", async () => {
		const plan = await create({ number_of_payments: 12, send_receipt: true });
		const changed = { name: "Tea", amount: 7, currency: "USD", frequency: "WEEKLY" };
		const answer = await put(pathOf(plan), changed);
		expect(answer.status, answer.text).toBe(200);
		expect(answer.body).toEqual({ ...plan, ...changed, number_of_payments: null, send_receipt: false });
		expect((await client.get(pathOf(plan))).body).toEqual(answer.body);
	});

	test.each(refused)("the %s %j is rejected, and nothing changes", async (field, change) => {
		const plan = await create();
		const answer = await put(pathOf(plan), { ...terms, name: "Other", ...change });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toMatchObject([{ field }]);
		expect((await client.get(pathOf(plan))).body).toEqual(plan);
	});
});

describe("DELETE /plan-service/plan/{plan_lookup_id}", () => {
	test("S-15 a deleted plan is in no response, and its subscriptions keep it", async () => {
		const plan = await create({ name: "To be deleted" });
		const answer = await client.send(pathOf(plan), { method: "DELETE" });
		expect([answer.status, answer.text]).toEqual([204, ""]);
		for (const again of [
			await client.get(pathOf(plan)),
			await put(pathOf(plan), terms),
			await client.send(pathOf(plan), { method: "DELETE" }),
		]) {
			expectProblem(again, 404, "NOT_FOUND");
		}
		expect((await client.get(`${planPath}?plan_name=To+be+deleted`)).body.plans).toEqual([]);
		const kept = gateway.database.tables.selectFrom("plans").selectAll().where("id", "=", plan.id);
		expect(await kept.executeTakeFirst()).toMatchObject({ name: "To be deleted", amount_cents: 1850 });
	});

	test("of simultaneous deletions one succeeds", async () => {
		const plan = await create();
		const answers = await Promise.all(Array.from({ length: 8 }, () => client.send(pathOf(plan), { method: "DELETE" })));
		expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(7).fill(404)]);
	});
});

describe("GET /plan-service/plan", () => {
	const total = 30;

	interface List {
		plans: PlanBody[];
		paging: { cursors: { before: string; after: string } };
	}

	async function list(query: Record<string, string>, by = client): Promise<List> {
		const answer = await by.get(`${planPath}?${new URLSearchParams(query)}`);
		expect(answer.status, answer.text).toBe(200);
		return answer.body as never;
	}

	beforeAll(async () => {
		for (let index = 1; index <= total; index++) {
			await create({ name: index % 2 === 0 ? "Listed" : "lisTED", amount: index, frequency: "QUARTERLY" });
		}
		// Set counts directly: as many subscriptions as dollars, half of them current.
		const { tables } = gateway.database;
		const counts = tables.updateTable("plans").set((plan) => ({
			total_subscriptions: plan(plan.ref("amount_cents"), "/", plan.lit(100)),
			current_subscriptions: plan(plan.ref("amount_cents"), "/", plan.lit(200)),
		}));
		await counts.where("frequency", "=", "QUARTERLY").execute();
	});

	test("the list carries the same array as plans and as entities", async () => {
		const { body } = await client.get(`${planPath}?plan_name=listed&limit=3`);
		expect(body.plans).toHaveLength(3);
		expect(body.entities).toEqual(body.plans);
	});

	test("the list is newest first, page by page in both directions", async () => {
		const seen: PlanBody[] = [];
		const query = { plan_name: "listed", limit: "7" };
		let page = await list(query);
		for (;;) {
			seen.push(...page.plans);
			const { after } = page.paging.cursors;
			if (after === "") break;
			page = await list({ ...query, after });
		}
		expect(seen.map(({ amount }) => amount)).toEqual(Array.from({ length: total }, (_, index) => total - index));
		const back = await list({ ...query, before: page.paging.cursors.before });
		expect(back.plans).toEqual(seen.slice(21, 28));
	});

	test.each([
		[{ plan_name: "LISTED" }, 30],
		[{ plan_name: "List" }, 0],
		[{ frequency: "QUARTERLY" }, 30],
		[{ frequency: "ANNUALLY" }, 0],
		[{ min_amount: "20" }, 11],
		[{ min_amount: "20.01" }, 10],
		[{ max_amount: "20" }, 20],
		[{ max_amount: "19.99" }, 19],
		[{ max_amount: "0" }, 0],
		[{ min_amount: "5", max_amount: "7", plan_name: "listed" }, 3],
	])("the list is filtered by %j, bounds included", async (query, count) => {
		const { plans } = await list({ plan_name: "listed", frequency: "QUARTERLY", limit: "100", ...query });
		expect(plans).toHaveLength(count);
	});

	test.each([
		["min_number_of_total_subscriptions", "10", (plan: PlanBody) => Number(plan.total_subscriptions) <= 10, 10],
		["max_number_of_total_subscriptions", "10", (plan: PlanBody) => Number(plan.total_subscriptions) >= 10, 21],
		["min_number_of_current_subscriptions", "10", (plan: PlanBody) => Number(plan.current_subscriptions) <= 10, 21],
		["max_number_of_current_subscriptions", "10", (plan: PlanBody) => Number(plan.current_subscriptions) >= 10, 11],
	])(
		"S-19 the filter %s follows the specification: min keeps what is at most, max what is at least",
		async (name, value, isKept, count) => {
			const { plans } = await list({ plan_name: "listed", limit: "100", [name]: value });
			expect(plans).toHaveLength(count);
			expect(plans.every(isKept)).toBe(true);
		},
	);

	test("S-19 two bounds of a count keep the range between them, with the larger one as the minimum", async () => {
		const { plans } = await list({
			plan_name: "listed",
			limit: "100",
			min_number_of_total_subscriptions: "12",
			max_number_of_total_subscriptions: "10",
		});
		expect(plans.map((plan) => plan.total_subscriptions)).toEqual([12, 11, 10]);
	});

	test("X-01 the list has own plans only, and another merchant's cursor is rejected", async () => {
		expect((await list({ plan_name: "listed" }, stranger)).plans).toEqual([]);
		const { paging } = await list({ plan_name: "listed", limit: "2" });
		for (const [by, query] of [
			[stranger, "plan_name=listed&limit=2"],
			[client, "plan_name=other&limit=2"],
		] as const) {
			expectProblem(await by.get(`${planPath}?${query}&after=${paging.cursors.after}`), 400, "BAD_REQUEST");
		}
	});

	test.each([
		"limit=0",
		"min_amount=-1",
		"max_amount=1.005",
		"frequency=monthly",
		"min_number_of_total_subscriptions=-1",
		"max_number_of_total_subscriptions=1.5",
		"max_number_of_current_subscriptions=1e3",
		"after=x",
	])("the invalid filter %s is rejected", async (query) => {
		expectProblem(await client.get(`${planPath}?${query}`), 400, "BAD_REQUEST");
	});

	test("S-02 the message for the filter MONTHLY says that it is spelled MOTHLY", async () => {
		const answer = await client.get(`${planPath}?frequency=MONTHLY`);
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.message).toContain("MOTHLY instead of MONTHLY");
	});
});
