import { afterAll, beforeAll, expect, test } from "vitest";
import { newLookupId } from "../../packages/platform/src/ids.ts";
import { describedRoutes, fillPath, type Route, webApiDocument } from "../fixtures/api/routes.ts";
import { type Client, expectProblem, type JsonObject, signIn } from "../fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { signInMember } from "../fixtures/staff/staff-member.ts";
import { subscribing } from "../fixtures/subscriptions/subscribing.ts";

let gateway: TestGateway;
let client: Client;
let lists: Route[];
let ids: Record<string, string>;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	lists = (await describedRoutes(gateway.url)).filter((route) => route.needsToken && isList(route));
	const { customer, plan, subscription } = await subscribing(client, () => gateway.clocks.business.now()).subscribed();
	const endpoint = await client.post("/event-service/endpoint", { url: "https://hooks.example.com/" });
	ids = {
		endpoint_id: String(endpoint.body.lookup_id),
		plan_lookup_id: plan,
		customer_lookup_id: customer.lookup_id,
		subscription_lookup_id: subscription.lookup_id,
	};
});

afterAll(() => gateway.stop());

const isList = ({ method, queryParameters }: Route) => method === "GET" && queryParameters.includes("limit");
const pathOf = (route: Route) => fillPath(route, (name) => ids[name] ?? newLookupId());
const fieldsOf = (body: JsonObject) => (body.errors as JsonObject[]).map(({ field, code }) => `${field} ${code}`);

test("an unknown query parameter of a list is refused by name", async () => {
	expect(lists.length).toBeGreaterThanOrEqual(7);
	for (const list of lists) {
		const answer = await client.get(`${pathOf(list)}?limit=1&state=x&colour=`);
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(fieldsOf(answer.body), list.path).toEqual(["state parameter_unknown"]);
		expect(answer.body.message).toMatch(/^This list has no parameter state\. It has limit, before, after\b/);
	}
});

test("an unknown query parameter of the web application's lists and exports is refused too", async () => {
	const member = await signInMember(gateway, { role: "owner" });
	const routes = (await describedRoutes(gateway.url, webApiDocument)).filter(
		(route) => isList(route) || /export\.csv$|transaction\.csv$/.test(route.path),
	);
	expect(routes.length).toBeGreaterThan(lists.length);
	for (const route of routes) {
		const answer = await member.send("GET", `${pathOf(route).replace("/app/api", "")}?state=x`);
		expect(fieldsOf(answer.body), route.path).toEqual(["state parameter_unknown"]);
	}
});

test.each([
	["/transaction-service/transaction?status=PENDING", "Use transaction_status or three_d_secure_status."],
	["/transaction-service/transaction?email=a@example.com", "Use email_address."],
	["/transaction-service/transaction?from=2026-11-21", "Use from_date."],
	["/plan-service/plan?name=Coffee", "Use plan_name."],
	["/customer-service/customer?name=Ada", "Use first_name or last_name."],
])("the refusal of %s says which parameter is meant", async (path, advice) => {
	const { body } = await client.get(path);
	expect(body.message).toContain(advice);
});

test("filters by known words take them in any case", async () => {
	for (const path of [
		"/plan-service/plan?frequency=mothly",
		"/customer-service/customer?with_subscription=True",
		"/transaction-service/dispute?dispute_status=Open,WON",
		"/transaction-service-vt/eft/transaction?transaction_status=pending&transaction_type=eft_credit",
		"/event-service/event?type=Transaction.Approved",
	]) {
		expect({ path, status: (await client.get(path)).status }).toEqual({ path, status: 200 });
	}
	expect((await client.get("/plan-service/plan?frequency=monthly")).body.message).toContain("MOTHLY");
});

test("a value in the place of a name is not repeated", async () => {
	const answer = await client.get("/plan-service/plan?4111111111111111=1");
	expectProblem(answer, 400, "BAD_REQUEST");
	// Shorter digits occur in request ids.
	expect(answer.text).not.toContain("41111111");
});

test("empty query values mean that the parameter is not given", async () => {
	for (const list of lists) {
		const query = list.queryParameters.map((name, index) => (index % 2 === 0 ? name : `${name}=`)).join("&");
		const [empty, none] = [await client.get(`${pathOf(list)}?${query}`), await client.get(pathOf(list))];
		expect(empty.status, `${list.path} ${empty.text}`).toBe(200);
		expect(empty.body).toEqual(none.body);
	}
});

test.each(["99999999.99", "1000000", "0", "0.00", "1234567.5"])("a bound of an amount may be %s", async (amount) => {
	for (const list of lists.filter(({ queryParameters }) => queryParameters.includes("min_amount"))) {
		expect((await client.get(`${pathOf(list)}?min_amount=${amount}`)).status).toBe(200);
		expect((await client.get(`${pathOf(list)}?max_amount=${amount}`)).status).toBe(200);
	}
});

test.each(["100000000", "1.005", "-1", "1e3", "01"])("a bound of an amount may not be %s", async (amount) => {
	const answer = await client.get(`/transaction-service/transaction?max_amount=${amount}`);
	expect(fieldsOf(answer.body)).toEqual(["max_amount field_invalid"]);
});
