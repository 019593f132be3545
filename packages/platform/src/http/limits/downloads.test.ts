import { OpenAPIHono } from "@hono/zod-openapi";
import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Access } from "../../../../merchants/src/access.ts";
import type { GatewayEnv } from "../gateway-env.ts";
import { answerProblems } from "../problem-response.ts";
import { csvAnswer, limitDownloads } from "./downloads.ts";

const limits = { perMerchant: 2, inAll: 3, patienceMs: 30_000 };
const pieceBytes = 65_536;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An app with a file of 100 pieces, which counts the files that were not left. */
function openApp() {
	const app = new OpenAPIHono<GatewayEnv>();
	let reading = 0;
	const query = Promise.withResolvers<void>();
	async function* parts(isHanging: boolean) {
		reading += 1;
		try {
			yield "first";
			if (isHanging) await query.promise;
			for (let part = 0; part < 50; part++) yield "x".repeat(2 * pieceBytes);
		} finally {
			reading -= 1;
		}
	}
	answerProblems(app);
	app.use(async (context, next) => {
		context.set("requestId", "test");
		context.set("log", pino({ level: "silent" }));
		context.set("access", { merchant: { id: Number(context.req.query("merchant")) } } as Access);
		await next();
	});
	app.use(limitDownloads(limits));
	app.get("/", (context) => {
		if (context.req.query("fails")) throw new Error("A bug.");
		return csvAnswer(context, "a.csv", parts(context.req.query("hangs") !== undefined));
	});
	const get = async (merchant: number, further = "") => {
		const response = await app.request(`/?merchant=${merchant}${further}`);
		return { status: response.status, response, reader: response.body?.getReader() };
	};
	return { app, get, query, reading: () => reading };
}

test("X-12 downloads above a merchant's limit and above that of all are refused until another ends", async () => {
	const { get, reading } = openApp();
	const first = await get(1);
	const second = await get(1);
	const { response: refused } = await get(1);
	expect(refused.status).toBe(429);
	expect(refused.headers.get("Retry-After")).toBe("10");
	const third = await get(2);
	expect(third.response.headers.get("Content-Disposition")).toBe('attachment; filename="a.csv"');
	const { response: busy } = await get(3);
	expect(busy.status).toBe(503);
	expect(busy.headers.get("Retry-After")).toBe("10");
	await first.reader?.cancel();
	expect((await get(3)).status).toBe(200);
	expect((await get(2)).status).toBe(503);
	let bytes = 0;
	for (let part = await second.reader?.read(); part?.done === false; part = await second.reader?.read()) {
		expect(part.value.length).toBeLessThanOrEqual(pieceBytes);
		bytes += part.value.length;
	}
	expect(bytes).toBe(100 * pieceBytes + "first".length);
	expect((await get(2)).status).toBe(200);
	expect(reading()).toBe(0);
});

test("X-12 a client that takes nothing for half a minute is cut, also before the first piece", async () => {
	const { get, reading } = openApp();
	await get(1);
	const second = await get(1);
	await second.reader?.read();
	await vi.advanceTimersByTimeAsync(20_000);
	await second.reader?.read();
	await vi.advanceTimersByTimeAsync(20_000);
	expect((await get(1)).status).toBe(200);
	expect((await get(1)).status).toBe(429);
	await second.reader?.read();
	await vi.advanceTimersByTimeAsync(30_000);
	await expect(second.reader?.read()).rejects.toThrow("took nothing");
	expect(reading()).toBe(0);
	expect((await get(1)).status).toBe(200);
});

test("X-12 a client that leaves during a query has its slot until the query ends; the time of a query does not count", async () => {
	const { get, query } = openApp();
	const { reader } = await get(1, "&hangs=1");
	await reader?.read();
	void reader?.read();
	await vi.advanceTimersByTimeAsync(60_000);
	const left = reader?.cancel();
	expect((await get(1)).status).toBe(200);
	expect((await get(1)).status).toBe(429);
	query.resolve();
	await left;
	expect((await get(1)).status).toBe(200);
});

test("X-12 an answer without a file frees its slot", async () => {
	const { get } = openApp();
	for (let round = 0; round < 5; round++) expect((await get(1, "&fails=1")).status).toBe(500);
	expect((await get(1)).status).toBe(200);
});
