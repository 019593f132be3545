import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newLookupId } from "../../../../packages/platform/src/ids.ts";
import { describedRoutes, fillPath, type Route, webApiDocument } from "../../../../test/fixtures/api/routes.ts";
import {
	type Answer,
	cardToken,
	expectProblem,
	goodCard,
	type JsonObject,
	send,
} from "../../../../test/fixtures/client.ts";
import { authorizePath } from "../../../../test/fixtures/consent.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { createTwins, type Twins } from "../../../../test/fixtures/staff/live-account.ts";
import { type StaffBrowser, signInStaff } from "../../../../test/fixtures/staff/staff-browser.ts";
import { passSecondFactor, type StaffMember, signInMember } from "../../../../test/fixtures/staff/staff-member.ts";

// A live merchant and its demo twin: one staff, and nothing else in common.

let gateway: TestGateway;
let twins: Twins;
let inLive: StaffMember;
let inDemo: StaffMember;
let neighbour: StaffBrowser;

beforeAll(async () => {
	gateway = await startTestGateway();
	twins = await createTwins(gateway, gateway.merchant.merchant_id);
	inLive = await signInMember(gateway, { mode: "live" });
	inDemo = await signInMember(gateway, { mode: "demo" });
	neighbour = await signInStaff(gateway.url, gateway.demo.second_merchant);
});

afterAll(() => gateway.stop());

async function ownersBrowser(): Promise<StaffBrowser> {
	const browser = await signInStaff(gateway.url, gateway.demo);
	await passSecondFactor(gateway, inLive.userId);
	return browser;
}

const reasonOf = ({ body }: Answer) => body.reason;

describe("the address names the merchant that staff act for", () => {
	test("in the session, with the key of its mode; without a mode, the demo twin", async () => {
		const [live, demo] = [(await inLive.get("/session")).body, (await inDemo.get("/session")).body];
		expect(live).toMatchObject({
			merchant: { merchant_id: twins.live.publicId, mode: "live" },
			modes: ["demo", "live"],
		});
		expect(live.merchant).toMatchObject({ public_key: expect.stringMatching(/^pklive1/), name: "Maple & Main" });
		expect(demo.merchant).toMatchObject({ merchant_id: twins.demo.publicId, public_key: gateway.merchant.public_key });
		const browser = await ownersBrowser();
		expect((await browser.api("GET", "session")).body.merchant).toEqual(demo.merchant);
	});

	test("X-56 and staff of another merchant reach neither by any route", async () => {
		const routes = (await describedRoutes(gateway.url, webApiDocument)).filter((route) => route.needsSession);
		expect(routes.length).toBeGreaterThan(50);
		const somePath = (route: Route) => fillPath(route, () => newLookupId()).replace("/app/api/", "");
		neighbour.mode = "live";
		for (const route of routes) {
			const answer = await neighbour.api(route.method, somePath(route), route.method === "GET" ? undefined : {});
			expect({ route, reason: reasonOf(answer), status: answer.status }).toEqual({
				route,
				reason: "mode_not_found",
				status: 404,
			});
		}
		neighbour.mode = "demo";
		const { merchant } = (await neighbour.api("GET", "session")).body as { merchant: JsonObject };
		expect(merchant.merchant_id).toBe(gateway.secondMerchant.merchant_id);
	});

	test("X-48 X-56 and a stolen cookie without step-up changes access and money in neither mode", async () => {
		const { body } = await send(`${gateway.url}${webApiDocument}`);
		const operations = Object.entries(body.paths as Record<string, Record<string, JsonObject>>).flatMap(
			([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
		);
		const always = operations.filter(({ operation }) => operation["x-step-up"] === "always");
		expect(always.length).toBeGreaterThan(15);
		const stolen = await ownersBrowser();
		for (const mode of ["live", "demo"] as const) {
			stolen.mode = mode;
			for (const { path, method } of always) {
				const filled = path.replace("/app/api/", "").replace(/\{\w+\}/g, "100001");
				const body = method === "get" ? undefined : {};
				expect({ path, reason: reasonOf(await stolen.api(method.toUpperCase(), filled, body)) }).toEqual({
					path,
					reason: "step_up_required",
				});
			}
		}
	});

	test("in the path of what was made", async () => {
		const { body } = await inDemo.post("/customer-service/customer", { email: "made@example.com" });
		const card = await inDemo.post(`/customer-service/customer/${body.lookup_id}/card`, { ...goodCard });
		expect(card.headers.get("Location")).toMatch(/^\/app\/demo\/api\/customer-service\/customer\//);
	});
});

describe("X-56 the books of twins are separate", () => {
	test("for customers, plans and transactions", async () => {
		const customer = await inDemo.post("/customer-service/customer", { email: "demo@example.com" });
		const terms = { name: "Coffee", amount: 31, currency: "CAD", frequency: "DAILY" };
		const plan = await inLive.post("/plan-service/plan", terms);
		const sale = await inDemo.post("/transaction-service/sale", { amount: 31, ...goodCard });
		expect([customer.status, plan.status, sale.status]).toEqual([200, 200, 200]);
		const ofDemo = [
			`/customer-service/customer/${customer.body.lookup_id}`,
			`/transaction-service/transaction/${sale.body.transaction_id}`,
		];
		const ofLive = `/plan-service/plan/${plan.body.lookup_id}`;
		for (const path of ofDemo) {
			expect((await inDemo.get(path)).status).toBe(200);
			expect((await inLive.get(path)).status).toBe(404);
		}
		expect((await inLive.get(ofLive)).status).toBe(200);
		expect((await inDemo.get(ofLive)).status).toBe(404);
		expect((await inLive.post(`/transaction-service/refund/${sale.body.transaction_id}`, { amount: 1 })).status).toBe(
			404,
		);
		expect((await inLive.get("/transaction-service/transaction")).body.entities).toEqual([]);
	});

	test("P-47 for the erasure of customers", async () => {
		for (const [own, other] of [
			[inDemo, inLive],
			[inLive, inDemo],
		] as const) {
			const { body } = await own.post("/customer-service/customer", { email: "erased@example.com" });
			const path = `/customers/${body.lookup_id}`;
			expect([(await other.get(`${path}/export`)).status, (await other.delete(path)).status]).toEqual([404, 404]);
			expect([(await own.get(`${path}/export`)).status, (await own.delete(path)).status]).toEqual([200, 204]);
		}
	});

	test("for credentials, whose secrets name the mode, keys, origins and settings", async () => {
		const made = await inLive.post("/credentials", { name: "Live server" });
		expect(made.body.client_secret).toMatch(/^sklive/);
		const listed = JSON.stringify((await inDemo.get("/credentials")).body);
		expect(listed).not.toContain(made.body.client_id);
		expectProblem(await inDemo.delete(`/credentials/${made.body.client_id}`), 404, "NOT_FOUND");
		expect((await inLive.get("/origins")).body.origins).toEqual([]);
		expect((await inDemo.get("/origins")).body.origins).not.toEqual([]);
		expectProblem(await inLive.post("/origins", { origin: "http://localhost:3000" }), 400, "BAD_REQUEST");
		const [key] = (await inDemo.get("/keys")).body.keys as [{ key_id: string }];
		expectProblem(await inLive.post(`/keys/${key.key_id}/retire`, { compromised: true }), 404, "NOT_FOUND");
		await inLive.patch("/settings", { name: "Maple & Main Live" });
		expect((await inDemo.get("/settings")).body.name).toBe("Maple & Main");
	});

	test("for cards: the live one refuses test cards, as numbers and as tokens of its own key", async () => {
		const refused = await inLive.post("/transaction-service/sale", { amount: 31, ...goodCard });
		expect([refused.status, reasonOf(refused)]).toEqual([400, "test_card_at_live_merchant"]);
		const { merchant } = (await inLive.get("/session")).body as { merchant: { public_key: string } };
		const token = await cardToken(merchant.public_key, goodCard);
		const byToken = await inLive.post("/transaction-service/sale", { amount: 31, token });
		expect([byToken.status, reasonOf(byToken)]).toEqual([400, "test_card_at_live_merchant"]);
		const ofDemo = await cardToken(gateway.merchant.public_key, goodCard);
		expect(reasonOf(await inLive.post("/transaction-service/sale", { amount: 31, token: ofDemo }))).toBe(
			"token_unreadable",
		);
	});

	test("for the virtual terminal's card form, which only their own staff open", async () => {
		const own = new URL(gateway.demo.auth_url).origin;
		const open = async (browser: StaffBrowser, publicKey: string) => {
			const { ticket } = (await browser.api("GET", "session")).body.card_form as { ticket: string };
			return send(`${gateway.url}/v1/widget/session`, {
				method: "POST",
				headers: { "Content-Type": "application/json", Origin: gateway.url },
				body: JSON.stringify({ public_key: publicKey, origin: own, ticket }),
			});
		};
		const { merchant } = (await inLive.get("/session")).body as { merchant: { public_key: string } };
		const browser = await ownersBrowser();
		expect((await open(browser, merchant.public_key)).body.environment).toBe("live");
		expect((await open(browser, gateway.merchant.public_key)).body.environment).toBe("test");
		neighbour.mode = "demo";
		expectProblem(await open(neighbour, merchant.public_key), 403, "FORBIDDEN");
	});
});

describe("the staff of twins", () => {
	test("is the same in both modes", async () => {
		const invited = { email: "grace@example.com", name: "Grace", role: "clerk" };
		// Each request may change the time at which its member was seen last.
		gateway.clocks.real.stop();
		expect((await inLive.post("/staff/invitations", invited)).status).toBe(200);
		expect((await inDemo.get("/staff")).body).toEqual((await inLive.get("/staff")).body);
		gateway.clocks.real.go();
		const { invitations } = (await inDemo.get("/staff")).body as { invitations: JsonObject[] };
		expect(invitations).toMatchObject([invited]);
		expect((await inDemo.delete(`/staff/invitations/${invitations[0]?.invitation_id}`)).status).toBe(204);
	});

	test("P-33 needs a second factor in both modes: demo pages change the staff of the live merchant, too", async () => {
		const browser = await signInStaff(gateway.url, gateway.demo);
		for (const mode of ["demo", "live"] as const) {
			browser.mode = mode;
			expect(reasonOf(await browser.api("GET", "staff"))).toBe("sign_in_incomplete");
			expect((await browser.get(`/app/${mode}/staff`)).headers.get("Location")).toMatch(/^\/app\/enrol\?next=/);
		}
		expect(reasonOf(await inDemo.delete("/account/second-factor"))).toBe("second_factor_required");
	});

	test("P-43 is in the audit log of the live merchant as well, whose own events stay out of the twin's", async () => {
		await inLive.post("/plan-service/plan", { name: "Tea", amount: 31, currency: "CAD", frequency: "DAILY" });
		const events = async (member: StaffMember) =>
			((await member.get("/audit?limit=100")).body.entities as JsonObject[]).map(({ event }) => event);
		await expect.poll(() => events(inLive), { timeout: 20_000 }).toContain("plan.created");
		expect(await events(inLive)).toContain("session.opened");
		const ofDemo = ((await inDemo.get("/audit?limit=100")).body.entities as JsonObject[]).filter(({ names }) =>
			JSON.stringify(names).includes("Tea"),
		);
		expect(ofDemo).toEqual([]);
		expect(await events(inDemo)).toContain("session.opened");
	});

	test("X-56 gets owners' mails with the mode that they are about", async () => {
		await inLive.post("/credentials", { name: "Mailed live" });
		await inDemo.post("/credentials", { name: "Mailed demo" });
		const mailAbout = async (name: string) => {
			const { text } = await send(`${gateway.mailboxUrl}&limit=1000`);
			const mails = JSON.parse(text) as { text: string }[];
			return mails.find((mail) => mail.text.includes(name))?.text ?? "";
		};
		const limit = { timeout: 20_000 };
		await expect.poll(() => mailAbout("Mailed live"), limit).toContain(`${gateway.demo.auth_url}/app/live/audit`);
		await expect.poll(() => mailAbout("Mailed demo"), limit).toContain(`${gateway.demo.auth_url}/app/demo/audit`);
		expect(await mailAbout("Mailed live")).toContain("Maple & Main Live");
	});
});

describe("pages", () => {
	const locationOf = async (browser: StaffBrowser, path: string) => {
		const answer = await browser.get(path);
		return [answer.status, answer.headers.get("Location")];
	};

	test("without a mode lead to the live merchant's, and keep their query", async () => {
		const browser = await ownersBrowser();
		expect(await locationOf(browser, "/app")).toEqual([303, "/app/live"]);
		expect(await locationOf(browser, "/app/audit?event=a.b")).toEqual([303, "/app/live/audit?event=a.b"]);
		expect(await locationOf(browser, "/app/demo/audit")).toEqual([200, null]);
		expect(await locationOf(browser, "/app/live/audit")).toEqual([200, null]);
	});

	test("of a mode that the account lacks lead to those without one", async () => {
		expect(await locationOf(neighbour, "/app/live/audit?a=b")).toEqual([303, "/app/audit?a=b"]);
		expect(await locationOf(neighbour, "/app/audit")).toEqual([200, null]);
	});

	test("are opened in their mode after signing in", async () => {
		const answer = await send(`${gateway.url}/app/live/plans`, {
			headers: { Accept: "text/html" },
			redirect: "manual",
		});
		expect(answer.headers.get("Location")).toBe("/app/sign-in?next=%2Fapp%2Flive%2Fplans");
	});

	test("of a partner's request connect the merchant that is chosen, by default the live one", async () => {
		for (const mode of ["live", "demo"] as const) {
			const browser = await ownersBrowser();
			const page = await browser.get(authorizePath(gateway));
			expect(page.text).toMatch(/value="live" checked/);
			const { password } = gateway.demo;
			const code = { password };
			const answer = await browser.submitTo("/oauth/authorize", { ...code, answer: "allow", mode });
			expect(answer.status, answer.text).toBe(303);
			const grants = gateway.database.tables.selectFrom("oauth_grants").select("merchant_id").orderBy("id", "desc");
			expect((await grants.executeTakeFirstOrThrow()).merchant_id).toBe(twins[mode].id);
		}
		const browser = await ownersBrowser();
		await browser.get(authorizePath(gateway));
		const { password } = gateway.demo;
		const wrong = await browser.submitTo("/oauth/authorize", { password, answer: "allow", mode: "other" });
		expect(wrong.status).toBe(400);
	});
});
