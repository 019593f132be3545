import { OpenAPIHono } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import type { GatewayEnv } from "../../../../packages/platform/src/http/gateway-env.ts";
import { readConfig } from "../config.ts";
import { securityTxtRoute } from "./security-txt.route.ts";

function get(environment: Record<string, string>): Response | Promise<Response> {
	const app = new OpenAPIHono<GatewayEnv>();
	const clock = { now: () => Date.UTC(2026, 0, 31) };
	securityTxtRoute(app, { ...readConfig(environment), publicUrl: "https://pay.example", clock });
	return app.request("/.well-known/security.txt");
}

test("security.txt has the fields of RFC 9116 that are set, and expires in 30 days", async () => {
	const answer = await get({
		SECURITY_CONTACT: "mailto:security@pay.example, https://pay.example/report",
		SECURITY_LANGUAGES: "en, fr-CA",
		SECURITY_POLICY: "https://pay.example/security",
	});
	expect(answer.headers.get("Content-Type")).toBe("text/plain;charset=UTF-8");
	expect(await answer.text()).toBe(`Contact: mailto:security@pay.example
Contact: https://pay.example/report
Expires: 2026-03-02T00:00:00.000Z
Preferred-Languages: en, fr-CA
Canonical: https://pay.example/.well-known/security.txt
Policy: https://pay.example/security
`);
});

test("a contact alone is enough", async () => {
	const text = await (await get({ SECURITY_CONTACT: "tel:+1-416-555-0100" })).text();
	expect(text.split("\n").map((line) => line.split(":")[0])).toEqual(["Contact", "Expires", "Canonical", ""]);
});

test("without a contact there is no security.txt", async () => {
	expect((await get({})).status).toBe(404);
});
