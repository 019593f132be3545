import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import type { GatewayEnv } from "../../../../packages/platform/src/http/gateway-env.ts";
import { separateFrames } from "../../../../packages/platform/src/http/separate-frames.ts";

const own = "https://pay.example";
const frames = "https://frames.example";

function statusOf(options: { frames?: string; isExclusive: boolean }) {
	const app = new Hono<GatewayEnv>();
	app.use(separateFrames({ own, frames, ...options }));
	app.all("*", (context) => context.text("found"));
	return async (host: string, path: string) =>
		(await app.request(path, { method: "POST", headers: { Host: host } })).status;
}

describe("with FRAME_URL", () => {
	const status = statusOf({ isExclusive: true });

	test.each([
		"/app",
		"/app/sign-in",
		"/app/api/session",
		"/oauth/authorize",
		"/transaction-service/sale",
		"/docs",
		"/v1",
		"/",
	])("%s is not served on the origin of card frames", async (path) => {
		expect(await status("frames.example", path)).toBe(404);
		expect(await status("FRAMES.example:443", path)).toBe(404);
		expect(await status("pay.example", path)).toBe(200);
	});

	test.each(["/v1/widget/frame", "/v1/widget/session"])("%s is served there only", async (path) => {
		expect(await status("frames.example", path)).toBe(200);
		expect(await status("pay.example", path)).toBe(404);
	});

	test("a link of the card form to the documentation leads to the other origin", async () => {
		const app = new Hono<GatewayEnv>();
		app.use(separateFrames({ own, frames, isExclusive: true }));
		const answer = await app.request("/docs", { headers: { Host: "frames.example" } });
		expect([answer.status, answer.headers.get("Location")]).toEqual([302, `${own}/docs`]);
	});

	test("scripts are served on both", async () => {
		expect(await status("frames.example", "/v1/cardseal.js")).toBe(200);
		expect(await status("pay.example", "/v1/encrypt.js")).toBe(200);
	});
});

test("in the sandbox only the web application is missing on the other loopback name", async () => {
	const status = statusOf({ isExclusive: false });
	expect(await status("frames.example", "/app")).toBe(404);
	expect(await status("frames.example", "/APP/sign-in")).toBe(404);
	expect(await status("frames.example", "/transaction-service/sale")).toBe(200);
	expect(await status("pay.example", "/v1/widget/frame")).toBe(200);
});

test("without another origin everything is served on every host", async () => {
	const status = statusOf({ frames: own, isExclusive: false });
	expect(await status("pay.example", "/app")).toBe(200);
	expect(await status("pay.example", "/v1/widget/frame")).toBe(200);
});
