import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, expectProblem, send, signIn } from "../fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { type StaffBrowser, signInStaff, staffBrowser } from "../fixtures/staff/staff-browser.ts";

// The requests that another site can and cannot make a browser send.

let gateway: TestGateway;
let browser: StaffBrowser;
let csrfToken: string;

beforeAll(async () => {
	gateway = await startTestGateway();
	browser = await signInStaff(gateway.url, gateway.demo);
	csrfToken = String((await browser.get("/app/api/session")).body.csrf_token);
});

afterAll(() => gateway.stop());

const elsewhere: [string, Record<string, string>][] = [
	["another site's page", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }],
	["a page of a neighbouring host", { "Sec-Fetch-Site": "same-site", Origin: "https://www.localhost" }],
	["another site's page without its origin", { "Sec-Fetch-Site": "cross-site", Origin: "null" }],
	["an old browser on another site", { Origin: "https://evil.example" }],
	["an old browser without an origin", { Origin: "null" }],
	["a page on another port", { Origin: "http://localhost:1" }],
	["a page whose name starts like the gateway's", { Origin: "http://localhost.evil.example" }],
];

const own: [string, Record<string, string>][] = [
	["the gateway's own form, whose policy hides the referrer", { "Sec-Fetch-Site": "same-origin", Origin: "null" }],
	["the gateway's own script", { "Sec-Fetch-Site": "same-origin" }],
	["a client that is not a browser", {}],
];

function post(path: string, headers: Record<string, string>, body: BodyInit): Promise<Answer> {
	const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
	return send(`${gateway.url}${path}`, { method: "POST", headers: { Cookie, ...headers }, body });
}

const isSignedIn = async () => (await browser.get("/app/api/session")).status === 200;

describe("a form", () => {
	test.each(elsewhere)("X-24 from %s is refused and neither signs in nor out", async (_case, headers) => {
		const signIn = staffBrowser(gateway.url);
		await signIn.get("/app/sign-in");
		const answer = await signIn.submit({ email: gateway.demo.email, password: gateway.demo.password }, headers);
		expect(answer.status).toBe(403);
		expect(signIn.cookies.has("__Host-cardseal")).toBe(false);
		const signOut = await post("/app/sign-out", headers, new URLSearchParams({ csrf_token: csrfToken }));
		expect(signOut.status).toBe(403);
		expect(await isSignedIn()).toBe(true);
	});

	test.each([
		["without a token", {}],
		["with an unknown token", { csrf_token: "A".repeat(43) }],
		["with a token twice as long", { csrf_token: "A".repeat(86) }],
	])("X-24 %s is refused", async (_case, fields) => {
		expect((await post("/app/sign-out", {}, new URLSearchParams(fields))).status).toBe(403);
		expect(await isSignedIn()).toBe(true);
	});

	test("X-24 with a token of another session is refused", async () => {
		const other = await signInStaff(gateway.url, gateway.demo.second_merchant);
		const token = String((await other.get("/app/api/session")).body.csrf_token);
		expect((await post("/app/sign-out", {}, new URLSearchParams({ csrf_token: token }))).status).toBe(403);
		expect(await isSignedIn()).toBe(true);
	});

	test("X-24 from a browser without the form's cookie gets advice", async () => {
		const { email, password } = gateway.demo;
		const body = new URLSearchParams({ email, password, csrf_token: "A".repeat(43) });
		const answer = await send(`${gateway.url}/app/sign-in`, { method: "POST", body, headers: { Accept: "text/html" } });
		expect(answer.status).toBe(403);
		expect(answer.headers.get("Content-Type")).toMatch(/^text\/html/);
		expect(answer.text).toContain("Allow cookies");
	});

	test.each(["text/plain", "multipart/form-data; boundary=x", "application/json"])(
		"X-24 is not read as %s",
		async (type) => {
			const headers = { "Content-Type": type };
			expect((await post("/app/sign-out", headers, `csrf_token=${csrfToken}`)).status).toBe(415);
			expect(await isSignedIn()).toBe(true);
		},
	);
});

describe("a request of the web application", () => {
	const body = JSON.stringify({ email: "ada@example.com" });
	const json = { "Content-Type": "application/json" };
	const path = "/app/api/customer-service/customer";

	test.each(elsewhere)("X-24 from %s is refused, even with a valid token", async (_case, headers) => {
		expectProblem(await post(path, { ...json, ...headers, "X-CSRF-Token": csrfToken }, body), 403, "FORBIDDEN");
	});

	test.each([
		["without the session's token", {}],
		["with a wrong one", { "X-CSRF-Token": "A".repeat(43) }],
		["with an empty one", { "X-CSRF-Token": "" }],
	])("X-24 %s is refused", async (_case, headers) => {
		expectProblem(await post(path, { ...json, ...headers }, body), 403, "FORBIDDEN");
	});

	test.each([["text/plain"], ["application/x-www-form-urlencoded"], [""]])(
		"X-24 is not read as %j, which other sites can send",
		async (type) => {
			const headers = { "Content-Type": type, "X-CSRF-Token": csrfToken };
			expectProblem(await post(path, headers, body), 415, "UNSUPPORTED_MEDIA_TYPE");
		},
	);

	test.each(own)("is accepted from %s", async (_case, headers) => {
		const answer = await post(path, { ...json, ...headers, "X-CSRF-Token": csrfToken }, body);
		expect(answer.status, answer.text).toBe(200);
	});

	test("X-24 with a bearer token instead of a session is refused, and the services accept no session", async () => {
		const Cookie = `__Host-cardseal=${browser.cookies.get("__Host-cardseal")}`;
		expectProblem(
			await send(`${gateway.url}/transaction-service/transaction`, { headers: { Cookie } }),
			401,
			"UNAUTHORIZED",
		);
		const client = await signIn(gateway.url, gateway.merchant);
		expect((await client.get("/transaction-service/transaction")).status).toBe(200);
		expectProblem(await client.get("/app/api/transaction-service/transaction"), 401, "UNAUTHORIZED");
		expectProblem(await client.get("/app/api/session"), 401, "UNAUTHORIZED");
	});
});

describe("a page", () => {
	const pages = [
		"/app/sign-in",
		"/app/forgot-password",
		"/app/forgot-password/sent",
		"/app/invitation/lk1x",
		"/app/reset-password/x",
	];

	test.each(pages)(
		"X-25, O-07 %s cannot be framed, runs no script but that of passkeys, and sends no referrer",
		async (path) => {
			const { headers, text } = await staffBrowser(gateway.url).get(path);
			const policy = headers.get("Content-Security-Policy") ?? "";
			expect(policy).toContain("default-src 'none'");
			expect(policy).toContain("frame-ancestors 'none'");
			expect(policy).not.toMatch(/unsafe|\*/);
			const withoutOwn = policy.replace(
				"script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'",
				"",
			);
			expect(withoutOwn).not.toMatch(/script|connect/);
			expect(withoutOwn !== policy).toBe(path === "/app/sign-in");
			expect(headers.get("X-Frame-Options")).toBe("DENY");
			expect(headers.get("Referrer-Policy")).toBe("no-referrer");
			expect(headers.get("Cache-Control")).toBe("no-store");
			expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
			expect(headers.get("Content-Type")).toMatch(/^text\/html; charset=utf-8$/i);
			const own = /<script type="module" src="\/app\/assets\/passkey-[\w-]+\.js"><\/script>/;
			expect(text.replace(own, "")).not.toMatch(/<script|<style|\son\w+=|style=/i);
		},
	);

	test("X-31 shows input as text", async () => {
		const attacker = staffBrowser(gateway.url);
		await attacker.get("/app/sign-in");
		const email = `"><img src=x onerror=alert(1)>@example.com`;
		const { text } = await attacker.submit({ email, password: "wrong password 1" });
		expect(text).toContain("&quot;&gt;&lt;img src=x onerror=alert(1)&gt;@example.com");
		expect(text).not.toContain("<img src=x");
	});

	test("X-28 puts no external address into the form", async () => {
		const clientInformation = staffBrowser(gateway.url);
		await clientInformation.get("/app/sign-in?next=https%3A%2F%2Fevil.example");
		const { email, password } = gateway.demo;
		const answer = await clientInformation.submit({ email, password });
		expect({ status: answer.status, to: answer.headers.get("Location") }).toEqual({ status: 303, to: "/app" });
	});
});
