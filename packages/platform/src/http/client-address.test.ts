import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { OpenAPIHono } from "@hono/zod-openapi";
import { describe, expect, test } from "vitest";
import { createLog } from "../log/log.ts";
import { clientAddress } from "./client-address.ts";
import type { GatewayEnv } from "./gateway-env.ts";
import { answerProblems } from "./problem-response.ts";
import { requestContext } from "./request-context.ts";

interface Sent {
	peer: string;
	headers?: Record<string, string>;
	trustedProxies?: string[];
}

/** Returns the client address that the middleware determines. */
async function addressOf({ peer, headers = {}, trustedProxies = [] }: Sent): Promise<string> {
	const app = new OpenAPIHono<GatewayEnv>();
	app.use(requestContext(createLog({ level: "silent" })));
	answerProblems(app);
	app.use(clientAddress({ trustedProxies, allowPlainHttp: true }));
	app.get("/", (context) => context.text(context.get("clientAddress")));
	const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
	const incoming = { socket: { remoteAddress: peer }, headers: lowered } as unknown as IncomingMessage;
	const response = await app.request("/", { headers }, { incoming } as HttpBindings);
	return response.text();
}

const payer = "203.0.113.7";
const proxy = "10.1.2.3";
const forged = "198.51.100.66";

describe("clientAddress", () => {
	test.each([
		"X-Forwarded-For",
		"Forwarded",
		"X-Real-IP",
		"X-Client-IP",
		"True-Client-IP",
		"CF-Connecting-IP",
		"X-Cluster-Client-IP",
	])("F-04 X-40 ignores %s from an untrusted peer", async (name) => {
		const value = name === "Forwarded" ? `for=${forged}` : forged;
		expect(await addressOf({ peer: payer, headers: { [name]: value } })).toBe(payer);
		expect(await addressOf({ peer: payer, headers: { [name]: value }, trustedProxies: [proxy] })).toBe(payer);
	});

	test.each([
		["the address that a trusted proxy names", payer, payer],
		[
			"the last untrusted address before the trusted proxies, whatever that peer sent itself",
			`${forged}, ${payer}`,
			payer,
		],
		["the untrusted address before a chain of trusted proxies", `${forged}, ${payer}, 10.9.9.9`, payer],
		["the proxy, when it names no client", "", proxy],
		["the address without its port", `${payer}:51234`, payer],
		["the untrusted address before proxies that write their ports", `${payer}:51234, 10.9.9.9:4711`, payer],
		["the address without brackets and port", "[2001:db8::1]:443", "2001:db8::1"],
		["the proxy, when the value is not an address", "call +1 555 0100", proxy],
	])("X-40 finds %s", async (_what, value, found) => {
		const headers: Record<string, string> = value === "" ? {} : { "X-Forwarded-For": value };
		expect(await addressOf({ peer: proxy, headers, trustedProxies: ["10.0.0.0/8"] })).toBe(found);
	});

	test("X-40 recognises a trusted proxy by IPv4 and by mapped IPv6 address", async () => {
		const headers = { "X-Forwarded-For": payer };
		expect(await addressOf({ peer: `::ffff:${proxy}`, headers, trustedProxies: [proxy] })).toBe(payer);
	});

	test("X-40 ignores X-Forwarded-Host, -Proto and -Port", async () => {
		const headers = { "X-Forwarded-Host": forged, "X-Forwarded-Proto": forged, "X-Forwarded-Port": "1" };
		expect(await addressOf({ peer: proxy, headers, trustedProxies: [proxy] })).toBe(proxy);
	});
});
