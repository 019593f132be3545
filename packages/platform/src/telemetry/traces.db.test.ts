import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Answer, cardToken, goodCard, salePath, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway } from "../../../../test/fixtures/gateway.ts";
import { day, subscribing } from "../../../../test/fixtures/subscriptions/subscribing.ts";
import { startTraceCollector, type TraceCollector } from "../../../../test/fixtures/trace-collector.ts";

let collector: TraceCollector;
let answers: Answer[];
let scrape: string;
let merchantId: string;

beforeAll(async () => {
	collector = await startTraceCollector();
	const environment = { METRICS_PORT: "0", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACES_PER_SECOND: "1000" };
	const gateway = await startTestGateway({ environment });
	merchantId = gateway.merchant.merchant_id;
	const client = await signIn(gateway.url, gateway.merchant);
	const token = await cardToken(gateway.merchant.public_key);
	answers = [
		await client.post(salePath, { amount: 31, token, email: "ada@example.com" }),
		await client.post(salePath, { amount: 30, ...goodCard }),
	];
	answers.push(await client.post(`/transaction-service/refund/${answers[0]?.body.transaction_id}`, { amount: 1 }));
	const { subscribe, customer, plan } = subscribing(client, () => gateway.clocks.business.now());
	await subscribe(await customer(1), await plan());
	gateway.clocks.business.advance(day + 1_000);
	await vi.waitFor(async () => {
		const rows = await gateway.database.tables
			.selectFrom("transactions")
			.select("id")
			.where("subscription_lookup_id", "is not", null)
			.where("status", "=", "APPROVED")
			.execute();
		expect(rows).toHaveLength(1);
	}, 20_000);
	const accept = { headers: { Accept: "application/openmetrics-text" } };
	scrape = await (await fetch(`${gateway.metricsUrl}/metrics`, accept)).text();
	// The end sends the last spans.
	await gateway.stop();
});

afterAll(() => collector.close());

const requestIds = () => answers.map(({ headers }) => headers.get("X-Request-Id"));
const spansOf = (requestId: unknown) =>
	collector.spans().filter(({ attributes }) => attributes.request_id === requestId);

test("a charge has five spans with the request's id, whatever form its card has", () => {
	const [byToken, byFields, refund] = requestIds().map((id) => spansOf(id).map(({ name }) => name));
	const charge = ["read card", "write pending", "processor", "write outcome", `POST ${salePath}`];
	expect(byToken).toEqual(charge);
	expect(byFields).toEqual(charge);
	expect(refund).toEqual(["processor", "write outcome", "POST /transaction-service/refund/{transaction_id}"]);
});

test("a renewal is a trace without a request", () => {
	const spans = collector.spans();
	// A renewal that has to wait ends early, and is begun again.
	const traces = spans.filter(({ name }) => name === "renewal").map(({ traceId }) => traceId);
	const charged = spans.find(({ name, traceId }) => name === "processor" && traces.includes(traceId));
	expect(
		spans.filter(({ traceId }) => traceId === charged?.traceId).map(({ name, attributes }) => [name, attributes]),
	).toEqual([
		["read card", {}],
		["processor", { processor: "demo", operation: "sale", result: "approved" }],
		["write outcome", {}],
		["renewal", {}],
	]);
});

test("an exemplar of the duration names the trace", () => {
	const [sale] = spansOf(requestIds()[0]);
	const exemplars = [...scrape.matchAll(/route="\/transaction-service\/sale".* # \{trace_id="([0-9a-f]{32})"\}/g)];
	const traces = requestIds().map((id) => spansOf(id)[0]?.traceId);
	expect(sale?.traceId).toMatch(/^[0-9a-f]{32}$/);
	expect(exemplars.length).toBeGreaterThan(0);
	expect(exemplars.filter(([, id]) => !traces.includes(id))).toEqual([]);
});

test("spans name no merchant, person or card, and no id of a path", () => {
	const sent = collector.wire.join("\n");
	const id = String(answers[0]?.body.transaction_id);
	for (const value of [goodCard.card_number, "ada@example.com", merchantId, id]) expect(sent).not.toContain(value);
	const keys = new Set(collector.spans().flatMap(({ attributes }) => Object.keys(attributes)));
	expect([...keys].sort()).toEqual([
		"http.request.method",
		"http.response.status_code",
		"http.route",
		"operation",
		"processor",
		"request_id",
		"result",
	]);
});
