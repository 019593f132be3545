import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, goodCard, type JsonObject, salePath, send, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { type StaffMember, signInMember } from "../../../../test/fixtures/staff/staff-member.ts";

let gateway: TestGateway;
let client: Client;
let owner: StaffMember;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	owner = await signInMember(gateway);
});

afterAll(() => gateway.stop());

/** Reads the entry of an answered request, once it is written. */
async function entryOf({ headers }: { headers: Headers }, reader = owner): Promise<JsonObject> {
	const id = headers.get("X-Request-Id");
	return vi.waitFor(
		async () => {
			const { body, text } = await reader.get(`/request-log?request_id=${id}`);
			const [entry] = body.entities as JsonObject[];
			if (entry === undefined) throw new Error(`no entry of ${id}: ${text}`);
			return entry.request as JsonObject;
		},
		{ timeout: 10_000 },
	);
}

describe("the request log of a merchant", () => {
	test("P-44 has the route without values, for answers and refusals", async () => {
		const sale = await client.post(`${salePath}?email=ada@example.com`, { amount: 31, ...goodCard });
		const declined = await client.post(salePath, { amount: 30, ...goodCard });
		const { transaction_id } = sale.body;
		const refused = await client.post(`/transaction-service/refund/${sale.body.id}`, { amount: 900 });
		const missing = await client.get("/customer-service/customer/4012888888881881");
		const common = { client_id: gateway.merchant.client_id, duration_ms: expect.any(Number) };
		expect(await entryOf(sale)).toEqual({
			...common,
			request_id: sale.headers.get("X-Request-Id"),
			client_name: expect.any(String),
			method: "POST",
			route: salePath,
			status: 200,
			reason: null,
			transaction_id,
		});
		expect(await entryOf(declined)).toMatchObject({
			...common,
			status: 402,
			reason: "declined",
			transaction_id: declined.body.transaction_id,
		});
		expect(await entryOf(refused)).toMatchObject({
			route: "/transaction-service/refund/{transaction_id}",
			status: refused.status,
			reason: refused.body.reason,
			transaction_id,
		});
		expect(await entryOf(missing)).toMatchObject({
			route: "/customer-service/customer/{customer_lookup_id}",
			status: 404,
			transaction_id: null,
		});
		const rows = await gateway.database.tables.selectFrom("request_log").selectAll().execute();
		expect(JSON.stringify(rows)).not.toMatch(/4012888888881881|ada@/);
	});

	test("has requests for tokens, and those refused because the token has been revoked", async () => {
		const other = await signIn(gateway.url, gateway.merchant);
		const revoked = await other.send("/oauth/revoke_token", { method: "DELETE" });
		const late = await other.get("/plan-service/plan");
		expect(await entryOf(revoked)).toMatchObject({ route: "/oauth/revoke_token", status: 204 });
		expect(await entryOf(late)).toMatchObject({ status: 401, reason: "access_token_invalid" });
		const { body } = await owner.get("/request-log?route=/oauth/token&status=2xx");
		expect((body.entities as JsonObject[]).length).toBeGreaterThan(0);
	});

	test("leaves out programs that wait for events, unless they are refused", async () => {
		const first = await client.get("/event-service/event?limit=1");
		const polled = await client.get("/event-service/event?after=0&limit=1");
		const refused = await client.get("/event-service/event?after=never");
		const last = await client.get("/plan-service/plan?limit=1");
		expect(polled.status).toBe(200);
		await entryOf(last);
		const { body } = await owner.get("/request-log");
		const ids = (body.entities as JsonObject[]).map(({ request }) => (request as JsonObject | null)?.request_id);
		const idOf = ({ headers }: { headers: Headers }) => headers.get("X-Request-Id");
		expect(ids).toEqual(expect.arrayContaining([idOf(first), idOf(refused), idOf(last)]));
		expect(ids).not.toContain(idOf(polled));
	});

	test("leaves out requests without a known credential, and those of the web application", async () => {
		await owner.get("/customer-service/customer");
		await send(`${gateway.url}/plan-service/plan`, { headers: { Authorization: "Bearer a.b.c" } });
		await entryOf(await client.get("/plan-service/plan"));
		const { body } = await owner.get("/request-log?limit=100");
		const routes = (body.entities as { request: JsonObject }[]).map(({ request }) => request.route);
		expect(routes).not.toContain("/customer-service/customer");
		expect(routes.join()).not.toContain("/app");
		expect((body.entities as { request: JsonObject }[]).every(({ request }) => request.client_id !== "")).toBe(true);
	});

	test("shows nothing to another merchant", async () => {
		await entryOf(await client.get("/plan-service/plan"));
		const neighbour = await signInMember(gateway, { account: gateway.demo.second_merchant });
		expect((await neighbour.get("/request-log")).body.entities).toEqual([]);
	});
});
