import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { createLog } from "../log/log.ts";
import { beginSpan, currentTraceId, withSpan } from "./spans.ts";
import { traceRequests } from "./trace-requests.ts";
import { createTracing, limitPerSecond } from "./tracing.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const recorded = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
const notRecorded = { traceparent: `00-${traceId}-b7ad6b7169203331-00` };

/** An application whose traces stay in memory. */
async function tracedApp({ isFromTrustedProxy = false, perSecond = 100 } = {}) {
	const exporter = new InMemorySpanExporter();
	const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
	const options = { endpoint: "http://127.0.0.1:9", serviceName: "cardseal", perSecond };
	const tracing = await createTracing({ ...options, elapsedMs: () => 0, log: createLog({ level: "silent" }) });
	const app = new Hono<GatewayEnv>();
	app.use(async (context, next) => {
		context.set("requestId", "request 1");
		context.set("isFromTrustedProxy", isFromTrustedProxy);
		await next();
	});
	app.use(traceRequests({ ...tracing, tracer: provider.getTracer("test") }));
	app.all("/sale/:id", async (context) => {
		await withSpan("write pending", async () => undefined);
		beginSpan("processor", { processor: "demo" })({ result: "approved" });
		return context.text(currentTraceId() ?? "not recorded", context.req.query("fails") === undefined ? 200 : 500);
	});
	const call = async (path: string, init?: RequestInit) => (await app.request(path, init)).text();
	return { call, spans: () => exporter.getFinishedSpans() };
}

const post = { method: "POST" };

test("a request and its parts are spans of one trace, each with the request's id", async () => {
	const { call, spans } = await tracedApp();
	const id = await call("/sale/4111111111111111?email=ada@example.com", post);
	const found = spans();
	expect(found.map(({ name }) => name)).toEqual(["write pending", "processor", "POST /sale/{id}"]);
	expect(found.map((span) => span.spanContext().traceId)).toEqual([id, id, id]);
	const root = found.at(-1)?.spanContext().spanId;
	expect(found.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([root, root, undefined]);
	expect(found.map(({ attributes }) => attributes)).toEqual([
		{ request_id: "request 1" },
		{ request_id: "request 1", processor: "demo", result: "approved" },
		{
			request_id: "request 1",
			"http.request.method": "POST",
			"http.route": "/sale/{id}",
			"http.response.status_code": 200,
		},
	]);
});

test("a failed request is marked, and an error's text is left out", async () => {
	const { call, spans } = await tracedApp();
	await call("/sale/1?fails", post);
	expect(spans().at(-1)).toMatchObject({ status: { code: 2 }, events: [] });
	await expect(withSpan("outside", () => Promise.reject(new Error("4111111111111111")))).rejects.toThrow();
	expect(spans()).toHaveLength(3);
});

test("a request that changes nothing is not recorded, unless a trusted proxy records it", async () => {
	const { call, spans } = await tracedApp();
	expect(await call("/sale/1", { headers: recorded })).toBe("not recorded");
	expect(spans()).toEqual([]);
	const trusted = await tracedApp({ isFromTrustedProxy: true });
	expect(await trusted.call("/sale/1", { headers: recorded })).toBe(traceId);
	expect(trusted.spans().at(-1)?.parentSpanContext).toMatchObject({ traceId, spanId: "b7ad6b7169203331" });
});

test("a traceparent counts from a trusted proxy alone", async () => {
	expect(await (await tracedApp()).call("/sale/1", { ...post, headers: recorded })).not.toBe(traceId);
	const trusted = await tracedApp({ isFromTrustedProxy: true });
	expect(await trusted.call("/sale/1", { ...post, headers: recorded })).toBe(traceId);
	expect(await trusted.call("/sale/1", { ...post, headers: notRecorded })).toBe("not recorded");
	expect(await trusted.call("/sale/1", { ...post, headers: { traceparent: "nonsense" } })).toMatch(/^[0-9a-f]{32}$/);
});

test("no more than the set number of requests in a second are recorded", async () => {
	const { call } = await tracedApp({ perSecond: 2 });
	const ids = [await call("/sale/1", post), await call("/sale/1", post), await call("/sale/1", post)];
	expect(ids.map((id) => id === "not recorded")).toEqual([false, false, true]);
});

test("a trusted proxy has ten times that number", async () => {
	const { call, spans } = await tracedApp({ perSecond: 1, isFromTrustedProxy: true });
	for (let request = 0; request < 12; request++) await call("/sale/1", { ...post, headers: recorded });
	expect(spans().filter(({ name }) => name === "POST /sale/{id}")).toHaveLength(10);
});

test("each second has its own number", () => {
	let now = 0;
	const take = limitPerSecond(1, () => now);
	const taken = [0, 999, 1_000, 1_500, 3_000].map((time) => {
		now = time;
		return take();
	});
	expect(taken).toEqual([true, false, true, false, true]);
});
