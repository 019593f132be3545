import { OpenAPIHono } from "@hono/zod-openapi";
import pino from "pino";
import { expect, test } from "vitest";
import type { Access } from "../../../../merchants/src/access.ts";
import type { GatewayEnv } from "../gateway-env.ts";
import { answerProblems } from "../problem-response.ts";
import { limitInFlight, maximumInFlight } from "./limit-in-flight.ts";

/** An app whose route waits for a signal, and fails on request. */
function openApp() {
	const app = new OpenAPIHono<GatewayEnv>();
	const waiting: (() => void)[] = [];
	answerProblems(app);
	app.use(async (context, next) => {
		context.set("requestId", "test");
		context.set("log", pino({ level: "silent" }));
		context.set("access", { merchant: { id: Number(context.req.query("merchant")) } } as Access);
		await next();
	});
	app.use(limitInFlight());
	app.get("/", async (context) => {
		await new Promise<void>((answer) => waiting.push(answer));
		if (context.req.query("fails")) throw new Error("A bug.");
		return context.text("done");
	});
	return { app, answerAll: () => waiting.splice(0).forEach((answer) => void answer()) };
}

test("X-12 requests of a merchant above the limit are refused; other merchants are not affected, and all finish", async () => {
	const { app, answerAll } = openApp();
	const held = Array.from({ length: maximumInFlight }, () => app.request("/?merchant=1"));
	const refused = await app.request("/?merchant=1");
	expect(refused.status).toBe(429);
	expect(refused.headers.get("Retry-After")).toBe("1");
	const others = app.request("/?merchant=2");
	answerAll();
	expect((await others).status).toBe(200);
	expect((await Promise.all(held)).every(({ status }) => status === 200)).toBe(true);
	const again = app.request("/?merchant=1");
	answerAll();
	expect((await again).status).toBe(200);
});

test("X-12 a request that fails frees its slot", async () => {
	const { app, answerAll } = openApp();
	for (let round = 0; round < 3; round++) {
		const failing = Array.from({ length: maximumInFlight }, () => app.request("/?merchant=1&fails=1"));
		answerAll();
		expect((await Promise.all(failing)).every(({ status }) => status === 500)).toBe(true);
	}
});
