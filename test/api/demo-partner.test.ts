import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { partnerRoutes } from "../../apps/demo/src/partner/partner.route.ts";
import { createPartner } from "../../apps/demo/src/partner/partner.ts";
import { partnerWords } from "../../apps/demo/src/partner/partner-words.ts";
import { goodCard, salePath, signIn } from "../fixtures/client.ts";
import { ownersBrowser } from "../fixtures/consent.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import type { StaffBrowser } from "../fixtures/staff/staff-browser.ts";

// The demo partner is an independent OAuth client: it uses oauth4webapi.

let gateway: TestGateway;
let owner: StaffBrowser;
let app: Hono;
let logged: string[];

beforeAll(async () => {
	gateway = await startTestGateway();
	owner = await ownersBrowser(gateway);
	const client = await signIn(gateway.url, gateway.merchant);
	expect((await client.post(salePath, { amount: 31, ...goodCard })).status).toBe(200);
});

afterAll(() => gateway.stop());

beforeEach(() => {
	const { auth_url: authUrl, base_url: baseUrl, partner, shop_url: publicUrl } = gateway.demo;
	const { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri } = partner;
	logged = [];
	app = new Hono();
	app.use(async (c, next) => {
		c.setRenderer(({ main }) => c.html(main));
		await next();
	});
	const partnerClient = createPartner({ authUrl, baseUrl, clientId, clientSecret, redirectUri });
	partnerRoutes(app, partnerClient, publicUrl, (_level, message) => void logged.push(message));
});

function partnerBrowser() {
	let cookie = "";
	return {
		async go(path: string, method = "GET") {
			const answer = await app.request(path, { method, headers: { Cookie: cookie } });
			const [set] = answer.headers.getSetCookie();
			if (set !== undefined) cookie = set.split(";")[0] ?? "";
			return { location: answer.headers.get("Location") ?? "", text: await answer.text(), set };
		},
	};
}

type PartnerBrowser = ReturnType<typeof partnerBrowser>;

/** Answers the consent page; returns the path that the gateway redirects to. */
async function consent(at: PartnerBrowser, answer: "allow" | "refuse"): Promise<string> {
	const { location } = await at.go("/partner/connect");
	const { pathname, search, origin } = new URL(location);
	expect(origin).toBe(gateway.demo.auth_url);
	await owner.get(pathname + search);
	const back = new URL((await owner.submit({ answer })).headers.get("Location") ?? "");
	return back.pathname + back.search;
}

async function connected(): Promise<PartnerBrowser> {
	const browser = partnerBrowser();
	const { location } = await browser.go(await consent(browser, "allow"));
	expect(location).toBe("/partner?connected");
	return browser;
}

describe("the demo partner", () => {
	test("O-06 O-15 X-38 connects with PKCE, our issuer and a state, and shows merchant and scopes", async () => {
		const browser = await connected();
		const { text } = await browser.go("/partner?connected");
		expect(text).toContain(partnerWords.news.connected.text);
		expect(text).toContain(gateway.merchant.merchant_id);
		expect(text).toContain("plan, transaction");
		expect(text).not.toMatch(/eyJ[\w-]{20}/);
	});

	test("reads the merchant's payments with its token", async () => {
		const browser = await connected();
		expect((await browser.go("/partner/payments")).text).toMatch(/\$31\.00 CAD, approved/);
	});

	test("O-29 refreshes on request, and when its access token has expired", async () => {
		const browser = await connected();
		expect((await browser.go("/partner/refresh", "POST")).location).toBe("/partner?refreshed");
		gateway.clocks.real.advance(1_300_000);
		owner = await ownersBrowser(gateway);
		expect((await browser.go("/partner/payments")).text).toMatch(/\$31\.00 CAD, approved/);
	});

	test("O-32 refreshes one request after the other when its button is pressed twice, and stays connected", async () => {
		const browser = await connected();
		const pressed = await Promise.all(Array.from({ length: 3 }, () => browser.go("/partner/refresh", "POST")));
		expect(pressed.map(({ location }) => location)).toEqual(Array(3).fill("/partner?refreshed"));
		expect((await browser.go("/partner/payments")).text).toContain("approved");
	});

	test("O-36 disconnects at the gateway as well", async () => {
		const browser = await connected();
		expect((await browser.go("/partner/disconnect", "POST")).location).toBe("/partner?disconnected");
		expect((await browser.go("/partner")).text).toContain(partnerWords.connect);
		const living = gateway.database.tables.selectFrom("oauth_grants").selectAll().where("revoked_at", "is", null);
		const { grant_id } = await gateway.database.tables
			.selectFrom("oauth_grants")
			.select("grant_id")
			.orderBy("id", "desc")
			.executeTakeFirstOrThrow();
		expect((await living.execute()).map((grant) => grant.grant_id)).not.toContain(grant_id);
	});

	test("notices that the merchant revoked its access", async () => {
		const browser = await connected();
		await gateway.database.tables.updateTable("oauth_grants").set({ revoked_at: 1 }).execute();
		expect((await browser.go("/partner/payments")).location).toBe("/partner?ended");
		expect((await browser.go("/partner?ended")).text).toContain(partnerWords.connect);
	});

	test("handles a refused consent, and is not connected", async () => {
		const browser = partnerBrowser();
		expect((await browser.go(await consent(browser, "refuse"))).location).toBe("/partner?refused");
		expect((await browser.go("/partner?refused")).text).toContain(partnerWords.news.refused.text);
	});

	test("X-38 accepts only a response that this browser requested, once", async () => {
		const [browser, other] = [partnerBrowser(), partnerBrowser()];
		const back = await consent(browser, "allow");
		await other.go("/partner/connect");
		expect((await other.go(back)).location).toBe("/partner?mismatch");
		expect((await browser.go(back.replace(/iss=[^&]*/, "iss=https%3A%2F%2Fevil.example"))).location).toBe(
			"/partner?failed",
		);
		expect((await browser.go(back)).location).toBe("/partner?mismatch");
		expect((await partnerBrowser().go("/partner/callback?code=x&state=y")).location).toBe("/partner?mismatch");
	});

	test("O-46 shows no token to the browser or the log", async () => {
		const browser = await connected();
		const pages = [await browser.go("/partner"), await browser.go("/partner/payments")];
		expect(pages.map(({ text, set = "" }) => text + set).join()).not.toMatch(/eyJ[\w-]{20}/);
		expect(logged).toEqual([]);
	});

	test("says that it is not connected when it is not", async () => {
		for (const [path, method] of [
			["/partner/payments", "GET"],
			["/partner/refresh", "POST"],
			["/partner/disconnect", "POST"],
		] as const) {
			expect((await partnerBrowser().go(path, method)).location).toBe("/partner?ended");
		}
	});
});
