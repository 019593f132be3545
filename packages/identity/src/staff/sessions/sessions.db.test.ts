import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectProblem, send } from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { type StaffBrowser, signInStaff, staffBrowser } from "../../../../../test/fixtures/staff/staff-browser.ts";

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

const sessionCookie = "__Host-cardseal";
const minute = 60_000;

const account = () => ({ email: gateway.demo.email, password: gateway.demo.password });

function signIn(): Promise<StaffBrowser> {
	return signInStaff(gateway.url, gateway.demo);
}

async function isSignedIn(browser: StaffBrowser): Promise<boolean> {
	const { status } = await browser.get("/app/api/session");
	expect([200, 401]).toContain(status);
	return status === 200;
}

describe("signing in", () => {
	test("the demo account gives its merchant's owner a session", async () => {
		const browser = await signIn();
		const { status, body } = await browser.get("/app/api/session");
		expect(status).toBe(200);
		expect(body).toMatchObject({
			user: { email: gateway.demo.email, role: "owner", is_primary_owner: true, has_second_factor: false },
			merchant: {
				merchant_id: gateway.demo.merchant_id,
				mode: "demo",
				currencies: ["CAD", "USD"],
				public_key: gateway.demo.public_key,
			},
			permissions: expect.arrayContaining(["charge", "refund", "account.live"]),
			csrf_token: expect.stringMatching(/^[\w-]{43}$/),
		});
	});

	test("shows the business time, and how far the sandbox's clock was moved", async () => {
		const { business, real } = gateway.clocks;
		const browser = await signIn();
		real.stop();
		business.stop();
		expect((await browser.get("/app/api/session")).body).toHaveProperty("clock.ahead_ms", 0);
		business.advance(minute);
		const { body } = await browser.get("/app/api/session");
		expect(body.clock).toEqual({ business_time: business.now(), ahead_ms: business.now() - real.now() });
		real.go();
		business.go();
	});

	test("opens the requested page, and a signed-in user skips the sign-in page", async () => {
		const browser = staffBrowser(gateway.url);
		await browser.get("/app/sign-in?next=%2Fapp%2Ftransactions%3Fstatus%3DAPPROVED");
		const { email, password } = gateway.demo;
		const answer = await browser.submit({ email: ` ${email.toUpperCase()} `, password });
		expect(answer.status).toBe(303);
		expect(answer.headers.get("Location")).toBe("/app/transactions?status=APPROVED");
		const again = await browser.get("/app/sign-in");
		expect({ status: again.status, to: again.headers.get("Location") }).toEqual({ status: 303, to: "/app" });
	});

	test("X-30 refuses a wrong password and an unknown address alike, and keeps the input except the password", async () => {
		const texts: string[] = [];
		for (const email of [gateway.demo.email, "nobody@maple-and-main.example"]) {
			const browser = staffBrowser(gateway.url);
			await browser.get("/app/sign-in");
			const answer = await browser.submit({ email, password: "not the password 1" });
			expect(answer.status).toBe(401);
			expect(answer.text).toContain(`value="${email}"`);
			expect(answer.text).not.toContain("not the password 1");
			expect(browser.cookies.has(sessionCookie)).toBe(false);
			texts.push(answer.text.replaceAll(email, "").replace(/name="csrf_token" value="[^"]+"/g, ""));
		}
		expect(texts[0]).toBe(texts[1]);
	});
});

describe("the session's cookie", () => {
	test("X-29 is limited to this host, TLS and HTTP, and is new after each sign-in", async () => {
		const browser = staffBrowser(gateway.url);
		await browser.get("/app/sign-in");
		const answer = await browser.submit(account());
		const line = answer.headers.getSetCookie().find((one) => one.startsWith(`${sessionCookie}=`));
		expect(line).toMatch(/^__Host-cardseal=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
		const other = await signIn();
		expect(other.cookies.get(sessionCookie)).not.toBe(browser.cookies.get(sessionCookie));
	});

	test("X-29 planted by an attacker never becomes a session", async () => {
		const planted = "A".repeat(43);
		const browser = staffBrowser(gateway.url);
		browser.cookies.set(sessionCookie, planted);
		await browser.get("/app/sign-in");
		await browser.submit(account());
		expect(browser.cookies.get(sessionCookie)).not.toBe(planted);
		const { status } = await send(`${gateway.url}/app/api/session`, {
			headers: { Cookie: `${sessionCookie}=${planted}` },
		});
		expect(status).toBe(401);
	});

	test("P-30 is stored as a hash and appears in no log line", async () => {
		const browser = await signIn();
		const token = browser.cookies.get(sessionCookie) ?? "";
		const rows = await gateway.database.tables.selectFrom("staff_sessions").selectAll().execute();
		expect(JSON.stringify(rows)).not.toContain(token);
		expect(rows.every(({ token_hash }) => token_hash.length === 32)).toBe(true);
		expect(gateway.logLines.join()).not.toContain(token);
		expect(gateway.logLines.join()).not.toContain(gateway.demo.password);
	});
});

describe("a session", () => {
	test("P-29 expires after 15 minutes without a request, and not before", async () => {
		const [idle, busy] = [await signIn(), await signIn()];
		gateway.clocks.real.advance(10 * minute);
		expect(await isSignedIn(busy)).toBe(true);
		gateway.clocks.real.advance(4 * minute + 50_000);
		expect(await isSignedIn(busy)).toBe(true);
		gateway.clocks.real.advance(15_000);
		expect(await isSignedIn(idle)).toBe(false);
		expect(await isSignedIn(busy)).toBe(true);
	});

	test("expires after 12 hours, even in constant use", async () => {
		const browser = await signIn();
		for (let at = 0; at < 12 * 60; at += 14) {
			expect(await isSignedIn(browser)).toBe(true);
			gateway.clocks.real.advance(14 * minute);
		}
		expect(await isSignedIn(browser)).toBe(false);
	});

	test("P-29 expires by real time: the sandbox's clock does not end it", async () => {
		const browser = await signIn();
		gateway.clocks.business.advance(30 * 24 * 60 * minute);
		expect(await isSignedIn(browser)).toBe(true);
	});

	test("ends with the sign-out: a stolen copy of its cookie is invalid", async () => {
		const browser = await signIn();
		const token = browser.cookies.get(sessionCookie) ?? "";
		const session = await browser.get("/app/api/session");
		const answer = await send(`${gateway.url}/app/sign-out`, {
			method: "POST",
			headers: { Cookie: `${sessionCookie}=${token}` },
			body: new URLSearchParams({ csrf_token: String(session.body.csrf_token) }),
		});
		expect({ status: answer.status, to: answer.headers.get("Location") }).toEqual({ status: 303, to: "/app/sign-in" });
		expect(answer.headers.getSetCookie().join()).toContain(`${sessionCookie}=; Max-Age=0`);
		expect(await isSignedIn(browser)).toBe(false);
	});

	test("X-29 that ends on one gateway is invalid on every other from its next request on", async () => {
		const second = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		const browser = await signIn();
		const there = () =>
			send(`${second.url}/app/api/session`, {
				headers: { Cookie: `${sessionCookie}=${browser.cookies.get(sessionCookie)}` },
			});
		const before = await there();
		expect(before.status).toBe(200);
		const body = new URLSearchParams({ csrf_token: String(before.body.csrf_token) });
		const headers = { Cookie: `${sessionCookie}=${browser.cookies.get(sessionCookie)}` };
		expect((await send(`${gateway.url}/app/sign-out`, { method: "POST", headers, body })).status).toBe(303);
		expect((await there()).status).toBe(401);
		await second.stop();
	});

	test("is required by the web application's API", async () => {
		expectProblem(await send(`${gateway.url}/app/api/session`), 401, "UNAUTHORIZED");
	});
});
