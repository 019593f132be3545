import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { askForSession, openSession } from "../../../../test/fixtures/api/card-form.ts";
import {
	type Client,
	cardToken,
	expectProblem,
	goodCard,
	type JsonObject,
	salePath,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { operatorOf } from "../../../../test/fixtures/operator.ts";
import { findSessions } from "./sessions.store.ts";

const hour = 3_600_000;
const unreadable =
	"The card token is invalid. Ask the payer to enter the card again. If that fails too, compare the public key of your page.";
const used = "This card token has already been used.";

let gateway: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway({ environment: { TRUST_PROXY: "loopback" } });
});

afterAll(() => gateway.stop());

beforeEach(async () => {
	client = await signIn(gateway.url, gateway.merchant);
});

const now = () => gateway.clocks.real.now();

/** A token of a session, by default for the first merchant. */
function tokenOf(sessionId: string, { issuedAt = now(), publicKey = gateway.merchant.public_key } = {}) {
	return cardToken(publicKey, goodCard, issuedAt, sessionId);
}

function sale(token: string, fields: JsonObject = {}, as = client) {
	return as.post(salePath, { amount: 31, token, ...fields });
}

describe("a session of the card form", () => {
	test("gives the form an id and the server's time, and nothing of the merchant's other pages", async () => {
		gateway.clocks.real.stop();
		const { status, body } = await askForSession(gateway);
		const time = now();
		gateway.clocks.real.go();
		expect(status).toBe(201);
		expect(body).toEqual({
			session_id: expect.stringMatching(/^[0-9a-f]{32}$/),
			server_time: time,
			expires_at: time + hour,
			environment: "test",
		});
	});

	test("has a unique id", async () => {
		const ids = await Promise.all([openSession(gateway), openSession(gateway), openSession(gateway)]);
		expect(new Set(ids).size).toBe(3);
	});

	test("is opened for a key in capitals, which is the same key", async () => {
		const body = { public_key: gateway.merchant.public_key.toUpperCase() };
		expect((await askForSession(gateway, { body })).status).toBe(201);
	});

	test("F-04 stores only the network of an IPv6 payer", async () => {
		const id = await openSession(gateway, { address: "2001:db8:5:6:7:8:9:a" });
		const row = await gateway.database.tables
			.selectFrom("widget_sessions")
			.selectAll()
			.where("id", "=", Buffer.from(id, "hex"))
			.executeTakeFirst();
		expect(row).toMatchObject({ client_network: "2001:db8:5:6::/64", origin: gateway.demo.shop_url });
	});

	const sent = {
		language: "fr-CA",
		color_depth: 24,
		screen_width: 1_280,
		screen_height: 900,
		time_zone_offset: 240,
		java_enabled: false,
	};

	async function browserOf(session: string) {
		const { browser } = await gateway.database.tables
			.selectFrom("widget_sessions")
			.select("browser")
			.where("id", "=", Buffer.from(session, "hex"))
			.executeTakeFirstOrThrow();
		return browser;
	}

	test("stores the payer's browser for 3-D Secure, with the headers of the request", async () => {
		expect(await browserOf(await openSession(gateway, { body: { browser: sent } }))).toEqual({
			acceptHeader: "*/*",
			userAgent: expect.stringMatching(/./),
			language: "fr-CA",
			colorDepth: 24,
			screenWidth: 1_280,
			screenHeight: 900,
			timeZoneOffset: 240,
			javaEnabled: false,
		});
	});

	test.each([
		["is missing", undefined],
		["is no object", "Firefox"],
		["is a list", [1]],
		["has a wrong value", { ...sent, color_depth: 23 }],
		["lacks a value", { ...sent, screen_width: undefined }],
		["is far too long", { ...sent, language: "x".repeat(36) }],
	])("is opened without a browser whose data %s", async (_what, browser) => {
		expect(await browserOf(await openSession(gateway, { body: { browser } }))).toBeNull();
	});

	test("gives its browser to the charge of its token", async () => {
		const session = await openSession(gateway, { body: { browser: sent } });
		const [found] = await findSessions(gateway.database.tables.withTables(), [session]);
		expect(found?.browser).toMatchObject({ language: "fr-CA", screenWidth: 1_280 });
	});
});

describe("no session is opened", () => {
	test.each([
		["that is malformed", "pktest1nobody"],
		["that is unknown", `pktest1${"q".repeat(61)}`],
		["that is a card number", "4111111111111111"],
	])("for a key %s", async (_which, public_key) => {
		expectProblem(await askForSession(gateway, { body: { public_key } }), 404, "NOT_FOUND");
	});

	test.each(["", null])("without a key: %j", async (public_key) => {
		expectProblem(await askForSession(gateway, { body: { public_key } }), 400, "BAD_REQUEST");
	});

	test("F-15 for an origin that the merchant does not allow", async () => {
		expectProblem(await askForSession(gateway, { body: { origin: "https://evil.example" } }), 403, "FORBIDDEN");
		const other = { public_key: gateway.secondMerchant.public_key };
		expectProblem(await askForSession(gateway, { body: other }), 403, "FORBIDDEN");
	});

	test.each([
		["a path", "https://shop.example/pay"],
		["a wildcard", "https://*.example"],
		["null", "null"],
		["an empty value", ""],
		["a list", ["https://shop.example"]],
		["no value", undefined],
	])("for an invalid origin with %s", async (_which, origin) => {
		const answer = await askForSession(gateway, { body: { origin } });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toEqual([{ field: "origin", code: expect.any(String), message: expect.any(String) }]);
	});

	test.each([
		["another site's page", () => "https://evil.example"],
		["the shop's own page", () => gateway.demo.shop_url],
		["a page without an origin", () => "null"],
		["the gateway's address in another spelling", () => gateway.url.replace("127.0.0.1", "127.0.0.2")],
		["a client that is not a browser", () => undefined],
	])("for %s: only the frame may request one", async (_who, origin) => {
		const answer = await askForSession(gateway, { from: origin() });
		expectProblem(answer, 403, "FORBIDDEN");
		expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
	});

	test("for more than 20 a minute from one address, independent of other addresses", async () => {
		const address = "198.51.100.7";
		const answers = await Promise.all(Array.from({ length: 25 }, () => askForSession(gateway, { address })));
		const refused = answers.filter(({ status }) => status !== 201);
		expect(refused).toHaveLength(5);
		for (const answer of refused) {
			expectProblem(answer, 429, "TOO_MANY_REQUESTS");
			expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
			expect(Number(answer.headers.get("Retry-After"))).toBeLessThanOrEqual(60);
		}
		expect((await askForSession(gateway, { address: "198.51.100.8" })).status).toBe(201);
	});

	test("for longer than a minute, even with further attempts", async () => {
		const address = "198.51.100.10";
		const waits: number[] = [];
		for (let tries = 0; tries < 60; tries++) {
			const { status, headers } = await askForSession(gateway, { address });
			if (status === 429) waits.push(Number(headers.get("Retry-After")));
		}
		expect(waits).toHaveLength(40);
		expect(waits).toEqual(waits.toSorted((one, other) => other - one));
	});

	test("during an internal error; those attempts do not count toward the limit", async () => {
		const address = "198.51.100.11";
		const { tables } = gateway.database;
		await sql`alter table widget_sessions rename to widget_sessions_away`.execute(tables);
		const failed = await Promise.all(Array.from({ length: 20 }, () => askForSession(gateway, { address })));
		await sql`alter table widget_sessions_away rename to widget_sessions`.execute(tables);
		expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([500]));
		const answers = await Promise.all(Array.from({ length: 21 }, () => askForSession(gateway, { address })));
		expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(201), 429]);
	});

	test("F-04 for more than 20 a minute from one IPv6 network, across its addresses", async () => {
		const addresses = Array.from({ length: 21 }, (_, index) => `2001:db8:77:1::${(index + 1).toString(16)}`);
		const answers = await Promise.all(addresses.map((address) => askForSession(gateway, { address })));
		expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(201), 429]);
		expect((await askForSession(gateway, { address: "2001:db8:77:2::1" })).status).toBe(201);
	});

	test("after 20 failed requests: guessed keys count too", async () => {
		const address = "198.51.100.9";
		const guess = { address, body: { public_key: "pktest1nobody" } };
		await Promise.all(Array.from({ length: 20 }, () => askForSession(gateway, guess)));
		expectProblem(await askForSession(gateway, { address }), 429, "TOO_MANY_REQUESTS");
	});
});

describe("a token of a session", () => {
	test("T-16 works like the card in it", async () => {
		expect((await sale(await tokenOf(await openSession(gateway)))).body.transaction_result).toBe("APPROVED");
	});

	test("F-13 uses up the session: a second token of it is refused as used", async () => {
		const sessionId = await openSession(gateway);
		expect((await sale(await tokenOf(sessionId))).status).toBe(200);
		const answer = await sale(await tokenOf(sessionId));
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.message).toBe(used);
	});

	test("F-13 uses it up even if two are charged in parallel, together with tokens without a session", async () => {
		const sessionId = await openSession(gateway);
		const rivals = await Promise.all(Array.from({ length: 4 }, () => tokenOf(sessionId)));
		const others = await Promise.all(Array.from({ length: 4 }, async () => tokenOf(await openSession(gateway))));
		const answers = await Promise.all([...rivals, ...others].map((token) => sale(token)));
		expect(answers.slice(4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		const contest = answers.slice(0, 4).map(({ status, body }) => (status === 200 ? "paid" : body.message));
		expect(contest.sort()).toEqual([used, used, used, "paid"]);
	});

	test("T-04 F-13 gets the stored response under its Idempotency-Key, although its session is used up", async () => {
		const token = await tokenOf(await openSession(gateway));
		const key = { "Idempotency-Key": "session-once" };
		const first = await client.post(salePath, { amount: 31, token }, key);
		const again = await client.post(salePath, { amount: 31, token }, key);
		expect(again.body).toEqual(first.body);
		expect(again.headers.get("Idempotency-Replayed")).toBe("true");
	});

	test("T-05 keeps the session usable when the sale is refused before it reaches the processor", async () => {
		const sessionId = await openSession(gateway);
		expectProblem(await sale(await tokenOf(sessionId), { currency: "EUR" }), 400, "BAD_REQUEST");
		expect((await sale(await tokenOf(sessionId))).status).toBe(200);
	});

	test("T-16 with an unknown session is refused, and only the log has the reason", async () => {
		const answer = await sale(await tokenOf("5e".repeat(16)));
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.message).toBe(unreadable);
		expect(gateway.logLines.at(-2)).toContain("no_such_session");
	});

	test("T-16 of another merchant's form is refused, and the session stays usable for its own", async () => {
		const sessionId = await openSession(gateway);
		const foreigner = await signIn(gateway.url, gateway.secondMerchant);
		const publicKey = gateway.secondMerchant.public_key;
		const answer = await sale(await tokenOf(sessionId, { publicKey }), {}, foreigner);
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.message).toBe(unreadable);
		expect((await sale(await tokenOf(sessionId))).status).toBe(200);
	});

	test("T-16 works until the last millisecond of the session", async () => {
		gateway.clocks.real.stop();
		const [first, second] = [await openSession(gateway), await openSession(gateway)];
		gateway.clocks.real.advance(hour - 1);
		client = await signIn(gateway.url, gateway.merchant);
		const inTime = await sale(await tokenOf(first));
		gateway.clocks.real.advance(1);
		const late = await sale(await tokenOf(second));
		gateway.clocks.real.go();
		expect(inTime.status).toBe(200);
		expectProblem(late, 400, "BAD_REQUEST");
		expect(late.body.message).toBe(unreadable);
	});

	test("T-16 is refused when its time differs by more than an hour from the server's", async () => {
		const sessionId = await openSession(gateway);
		for (const issuedAt of [now() - hour - 60_000, now() + hour + 60_000]) {
			const answer = await sale(await tokenOf(sessionId, { issuedAt }));
			expectProblem(answer, 400, "BAD_REQUEST");
			expect(answer.body.message).toBe(unreadable);
		}
	});

	test("expires by real time, so that a moved sandbox clock does not affect it", async () => {
		const sessionId = await openSession(gateway);
		gateway.clocks.business.advance(48 * hour);
		expect((await sale(await tokenOf(sessionId))).status).toBe(200);
	});
});

describe("a merchant that accepts only tokens of the hosted form", () => {
	const unhosted = async () => cardToken(gateway.merchant.public_key, goodCard, now());
	const set = (value: "on" | "off") => operatorOf(gateway).run("hosted-form-only", value, gateway.merchant.merchant_id);

	beforeAll(() => set("on"));
	afterAll(() => set("off"));

	test("F-13 refuses a token that a page made itself, with the reason", async () => {
		const answer = await sale(await unhosted());
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toEqual([
			{
				field: "token",
				code: "hosted_form_required",
				message: "Create card tokens with the hosted card form; no others are accepted.",
			},
		]);
	});

	test("F-13 accepts a token of the form, and card fields from its own server", async () => {
		expect((await sale(await tokenOf(await openSession(gateway)))).status).toBe(200);
		expect((await client.post(salePath, { amount: 31, ...goodCard })).status).toBe(200);
	});

	test("T-05 F-13 does not use up a refused token: it works once the setting is off", async () => {
		const token = await unhosted();
		expectProblem(await sale(token), 400, "BAD_REQUEST");
		await set("off");
		expect((await sale(token)).status).toBe(200);
		await set("on");
	});

	test("F-13 does not affect another merchant", async () => {
		const token = await cardToken(gateway.secondMerchant.public_key, goodCard, now());
		expect((await sale(token, {}, await signIn(gateway.url, gateway.secondMerchant))).status).toBe(200);
	});

	test("F-13 stores no card from a token that a page made itself", async () => {
		const customer = await client.post("/customer-service/customer", { email: "ana@example.com" });
		const path = `/customer-service/customer/${customer.body.lookup_id}/card`;
		const answer = await client.post(path, { token: await unhosted() });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toMatchObject([{ field: "token" }]);
	});
});
