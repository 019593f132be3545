import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../../test/fixtures/audit-events.ts";
import { clientWithToken, send } from "../../../../../test/fixtures/client.ts";
import { authorizePath, destination, ownersBrowser } from "../../../../../test/fixtures/consent.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { exchange, proofKey, tokensIn } from "../../../../../test/fixtures/partner.ts";
import { anAttemptWaits, type StaffBrowser, staffBrowser } from "../../../../../test/fixtures/staff/staff-browser.ts";
import { stepUp } from "../../../../../test/fixtures/staff/staff-member.ts";

let gateway: TestGateway;
/** The signed-in owner of the first merchant. */
let owner: StaffBrowser;

beforeAll(async () => {
	gateway = await startTestGateway();
	owner = await ownersBrowser(gateway);
});

afterAll(() => gateway.stop());

const demoPartner = () => gateway.demo.partner;
const issuer = () => gateway.demo.auth_url;

async function withPartner(change: object, check: () => Promise<void>): Promise<void> {
	const partner = gateway.database.tables.updateTable("partners").where("client_id", "=", demoPartner().client_id);
	await partner.set(change).execute();
	const before = { business_name: "Demo partner", requires_pkce: false, image_url: null, removed_at: null };
	await check().finally(() => partner.set({ ...before, redirect_uris: [demoPartner().redirect_uri] }).execute());
}

describe("a partner's link", () => {
	test.each([
		["an unknown partner", { client_id: "unknown" }],
		["no partner", { client_id: undefined }],
		["SQL for a partner", { client_id: "' or 1=1 --" }],
		["a NUL in the partner's name", { client_id: "a\u0000b" }],
		["a NUL in the address", { redirect_uri: "http://localhost/\u0000" }],
		["no address", { redirect_uri: undefined }],
		["an empty address", { redirect_uri: "" }],
		["another address", { redirect_uri: "https://evil.example/" }],
		["a script for an address", { redirect_uri: "javascript:alert(1)" }],
		["a port out of range", { redirect_uri: "http://localhost:99999/partner/callback" }],
	])("O-02 with %s shows an error page and no redirect, signed in or not", async (_what, change) => {
		for (const browser of [owner, staffBrowser(gateway.url)]) {
			const answer = await browser.get(authorizePath(gateway, change));
			expect(answer.status).toBe(400);
			expect(answer.headers.get("Location")).toBeNull();
			expect(answer.text).toMatch(/<h1>.*Nothing was connected\./s);
			expect(answer.text).not.toContain("evil.example");
		}
	});

	test.each(["client_id", "redirect_uri"] as const)(
		"O-02 X-43 with two of %s shows an error page and no redirect",
		async (name) => {
			const answer = await owner.get(
				`${authorizePath(gateway)}&${new URLSearchParams({ [name]: demoPartner()[name] })}`,
			);
			expect(answer.status).toBe(400);
			expect(answer.headers.get("Location")).toBeNull();
		},
	);

	test("O-03 accepts only registered addresses exactly, and on this machine any port of them", async () => {
		const { redirect_uri } = demoPartner();
		for (const other of [`${redirect_uri}/`, `${redirect_uri}?a=1`, redirect_uri.replace("/partner", "/PARTNER")]) {
			expect((await owner.get(authorizePath(gateway, { redirect_uri: other }))).status, other).toBe(400);
		}
		const otherPort = redirect_uri.replace(/:\d+/, ":4567");
		expect((await owner.get(authorizePath(gateway, { redirect_uri: otherPort }))).status).toBe(200);
		await owner.submit({ answer: "allow", password: gateway.demo.password }).then((answer) => {
			expect(destination(answer).address).toBe(otherPort);
		});
	});

	test("O-10 X-28 asks for a sign-in before any redirect, also for an invalid request, and continues after it", async () => {
		for (const path of [authorizePath(gateway), authorizePath(gateway, { response_type: "token", state: "a b&c" })]) {
			const stranger = staffBrowser(gateway.url);
			const asked = await stranger.get(path);
			expect(asked.status).toBe(303);
			const location = asked.headers.get("Location") ?? "";
			expect(location).toMatch(/^\/app\/sign-in\?next=%2Foauth%2Fauthorize%3Flink%3D[A-Za-z0-9]{43}$/);
			await stranger.get(location);
			const { email, password } = gateway.demo;
			const signedIn = await stranger.submit({ email, password });
			const next = new URL(location, gateway.url).searchParams.get("next") ?? "";
			expect({ status: signedIn.status, to: signedIn.headers.get("Location") }).toEqual({ status: 303, to: next });
			const [there, direct] = [await stranger.get(next), await owner.get(path)];
			expect(there.status).toBe(200);
			const refused = direct.headers.get("Location");
			expect(there.headers.get("Refresh")).toBe(refused === null ? null : `0;url=${refused}`);
			if (refused !== null) expect(there.text).toContain(`href="${refused.replaceAll("&", "&amp;")}"`);
		}
	});

	test.each([
		["a token", ["eyJhbGciOiJIUzI1NiJ9", "eyJzaG9wIjo3fQ", "c2lnbmVkLWJ5LXRoZS1wYXJ0bmVy"].join(".")],
		["digits like a card number", "4111111111111111"],
		["the maximum", "~é".repeat(682)],
	])("O-05 P-02 carries %s as state through a sign-in whose pages do not repeat it", async (_what, state) => {
		const stranger = staffBrowser(gateway.url);
		const asked = await stranger.get(authorizePath(gateway, { state }));
		const signIn = await stranger.get(asked.headers.get("Location") ?? "");
		expect(asked.headers.get("Location") + signIn.text).not.toContain(state);
		const { email, password } = gateway.demo;
		await stranger.get((await stranger.submit({ email, password })).headers.get("Location") ?? "");
		expect(
			destination(await stranger.submit({ answer: "allow", password: gateway.demo.password })).parameters.state,
		).toBe(state);
	});

	test("O-10 is saved for half an hour during a sign-in", async () => {
		const asked = await staffBrowser(gateway.url).get(authorizePath(gateway));
		const next = new URL(asked.headers.get("Location") ?? "", gateway.url).searchParams.get("next") ?? "";
		gateway.clocks.real.advance(30 * 60_000);
		for (const late of [next, `${next}x`]) {
			const answer = await staffBrowser(gateway.url).get(late);
			expect(answer.status).toBe(400);
			expect(answer.text).toMatch(/has expired.*begin again/s);
		}
		owner = await ownersBrowser(gateway);
	});

	test.each([
		["no response type", { response_type: undefined }, "invalid_request"],
		["the implicit grant", { response_type: "token" }, "unsupported_response_type"],
		["an unknown service", { scope: "everything" }, "invalid_scope"],
		["a plain proof key", { code_challenge: proofKey.challenge, code_challenge_method: "plain" }, "invalid_request"],
	])("O-01 with %s redirects with the error, the state and the issuer", async (_what, change, error) => {
		const answer = await owner.get(authorizePath(gateway, change));
		expect(answer.status).toBe(303);
		expect(destination(answer)).toEqual({
			address: demoPartner().redirect_uri,
			parameters: { error, error_description: expect.any(String), state: "xyz", iss: issuer() },
		});
	});

	test("O-16 needs a proof key if the operator requires it of the partner", async () => {
		await withPartner({ requires_pkce: true }, async () => {
			const refused = await owner.get(authorizePath(gateway));
			expect(destination(refused).parameters.error).toBe("invalid_request");
			const proved = { code_challenge: proofKey.challenge, code_challenge_method: "S256" };
			expect((await owner.get(authorizePath(gateway, proved))).status).toBe(200);
		});
	});

	test("O-02 of a removed partner is not redirected", async () => {
		await withPartner({ removed_at: 1 }, async () => {
			expect((await owner.get(authorizePath(gateway))).status).toBe(400);
		});
	});

	test("is a GET or a form of the gateway, and API clients get JSON", async () => {
		const answer = await send(`${gateway.url}${authorizePath(gateway, { client_id: "unknown" })}`);
		expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: "BAD_REQUEST" });
		expect((await send(`${gateway.url}/oauth/authorize`, { method: "PUT" })).status).toBe(405);
	});
});

describe("the consent page", () => {
	test("O-07 cannot be framed or cached, sends no referrer and runs no script", async () => {
		const { status, headers, text } = await owner.get(authorizePath(gateway));
		expect(status).toBe(200);
		const policy = headers.get("Content-Security-Policy") ?? "";
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).not.toMatch(/script-src|unsafe|\*/);
		expect(policy).toContain(`form-action 'self' ${new URL(demoPartner().redirect_uri).origin};`);
		expect(headers.get("X-Frame-Options")).toBe("DENY");
		expect(headers.get("Cache-Control")).toBe("no-store");
		expect(headers.get("Referrer-Policy")).toBe("no-referrer");
		expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
		expect(text).not.toMatch(/<script|\son\w+=|style=/i);
	});

	test("names the partner, the merchant, the user and exactly the requested services", async () => {
		const { text } = await owner.get(authorizePath(gateway, { scope: "plan" }));
		for (const words of ["Demo partner", "Maple &amp; Main", gateway.demo.email, "payment plans", "localhost"]) {
			expect(text).toContain(words);
		}
		expect(text).not.toContain("Charge cards");
	});

	test("X-31 shows any partner name as text", async () => {
		const corpus = [
			"<script>alert(1)</script>",
			'"><img src=x onerror=alert(1)>',
			"'-alert(1)-'",
			"</title><svg onload=alert(1)>",
			"&lt;b&gt;",
			"javascript:alert(1)",
			"{{constructor.constructor('alert(1)')()}}",
			"\u202Egnp.exe",
		];
		for (const business_name of corpus) {
			await withPartner({ business_name }, async () => {
				const { text } = await owner.get(authorizePath(gateway));
				expect(text).not.toMatch(/<script|<svg|<img src=x|<[^>]*\son\w+=|<b>|\u202E/i);
				expect(text).toContain("asks to act for");
			});
		}
	});

	test("O-07 X-06 shows no image from another server, which would learn who views the page", async () => {
		await withPartner({ image_url: "https://cdn.partner.example/logo.png" }, async () => {
			const { headers, text } = await owner.get(authorizePath(gateway));
			expect(headers.get("Content-Security-Policy")).toContain("img-src 'self' data:;");
			expect(text).toContain("asks to act for");
			expect(text).not.toContain("cdn.partner.example");
		});
	});

	test.each(["administrator", "clerk"] as const)("X-51 is for staff who may connect partners: %s", async (role) => {
		const member = gateway.database.tables.updateTable("staff").where("email", "=", gateway.demo.email);
		await member.set({ role, is_primary_owner: false }).execute();
		const asked = await owner.get(authorizePath(gateway));
		await owner.get(authorizePath(gateway));
		const answered = role === "clerk" ? asked : await owner.submit({ answer: "refuse" });
		await member.set({ role: "owner", is_primary_owner: true }).execute();
		expect(asked.status).toBe(role === "clerk" ? 403 : 200);
		expect(answered.status).toBe(role === "clerk" ? 403 : 303);
	});
});

describe("an answer to it", () => {
	beforeEach(async () => {
		await owner.get(authorizePath(gateway, { scope: "transaction plan" }));
	});

	test("O-06 O-08 that allows redirects to the partner by a 303 with code, state and issuer", async () => {
		const answer = await owner.submit({ answer: "allow", password: gateway.demo.password });
		expect(answer.status).toBe(303);
		const { address, parameters } = destination(answer);
		expect(address).toBe(demoPartner().redirect_uri);
		expect(parameters).toEqual({ code: expect.stringMatching(/^[A-Za-z0-9]{43}$/), state: "xyz", iss: issuer() });
		const tokens = await exchange(gateway, String(parameters.code));
		expect(tokens.body).toMatchObject({ merchant_id: gateway.merchant.merchant_id, scope: "plan transaction" });
		const client = clientWithToken(gateway.url, tokensIn(tokens).access);
		expect((await client.get("/plan-service/plan")).status).toBe(200);
	});

	test("that refuses redirects with access_denied, and grants nothing", async () => {
		const grants = () => gateway.database.tables.selectFrom("oauth_grants").select("id").execute();
		const before = await grants();
		expect(destination(await owner.submit({ answer: "refuse" }))).toEqual({
			address: demoPartner().redirect_uri,
			parameters: { error: "access_denied", error_description: expect.any(String), state: "xyz", iss: issuer() },
		});
		expect(await grants()).toEqual(before);
	});

	test.each(["x", "a b+c&d=e%20#/?\"'<>", "é漢😀", "~".repeat(2_048)])(
		"O-05 returns the state byte for byte (%#)",
		async (state) => {
			const path = authorizePath(gateway, { state });
			await owner.get(path);
			const { parameters } = destination(await owner.submit({ answer: "allow", password: gateway.demo.password }));
			expect(parameters.state).toBe(state);
		},
	);

	test("has no state if the request had none", async () => {
		await owner.get(authorizePath(gateway, { state: undefined }));
		expect(
			Object.keys(destination(await owner.submit({ answer: "allow", password: gateway.demo.password })).parameters),
		).toEqual(["code", "iss"]);
	});

	test("O-15 binds the code to the proof key of its request", async () => {
		const proved = { code_challenge: proofKey.challenge, code_challenge_method: "S256" };
		await owner.get(authorizePath(gateway, proved));
		const { code = "" } = destination(
			await owner.submit({ answer: "allow", password: gateway.demo.password }),
		).parameters;
		expect((await exchange(gateway, code)).body.error).toBe("invalid_grant");
		tokensIn(await exchange(gateway, code, { code_verifier: proofKey.verifier }));
	});

	test("O-09 counts once: a second one is refused", async () => {
		expect((await owner.submit({ answer: "allow", password: gateway.demo.password })).status).toBe(303);
		for (const answer of ["allow", "refuse"]) {
			const again = await owner.submit({ answer });
			expect(again.status).toBe(409);
			expect(again.headers.get("Location")).toBeNull();
		}
	});

	test("O-09 counts once among many parallel ones", async () => {
		// A password in one of the answers would renew the session during the others.
		await stepUp(owner, gateway.demo);
		await owner.get(authorizePath(gateway));
		const answers = await Promise.all(Array.from({ length: 8 }, () => owner.submit({ answer: "allow" })));
		expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(7).fill(409)]);
	});

	test("O-09 expires after ten minutes", async () => {
		gateway.clocks.real.advance(601_000);
		expect((await owner.submit({ answer: "allow", password: gateway.demo.password })).status).toBe(409);
	});

	test("O-09 X-24 needs the form's own token, and the gateway's own page", async () => {
		for (const [fields, headers] of [
			[{ answer: "allow" }, { "Sec-Fetch-Site": "cross-site" }],
			[{ answer: "allow" }, { Origin: "https://evil.example" }],
		] as const) {
			expect((await owner.submit(fields, headers)).status).toBe(403);
		}
		const forged = await send(`${gateway.url}/oauth/authorize`, {
			method: "POST",
			headers: { Cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
			body: new URLSearchParams({ csrf_token: "x".repeat(43), ticket: "x".repeat(43), answer: "allow" }),
		});
		expect(forged.status).toBe(403);
		expect((await owner.submit({ answer: "allow", password: gateway.demo.password })).status).toBe(303);
	});

	test("O-09 counts in its own session: the owner of another session cannot answer", async () => {
		const page = await owner.get(authorizePath(gateway));
		const ticket = /name="ticket" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
		const other = await ownersBrowser(gateway, gateway.demo.second_merchant);
		await other.get(authorizePath(gateway));
		const own = /name="ticket" value="([^"]+)"/.exec((await other.get(authorizePath(gateway))).text)?.[1] ?? "";
		expect(own).not.toBe(ticket);
		const csrf_token = (await other.api("GET", "session")).body.csrf_token;
		const answer = await send(`${gateway.url}/oauth/authorize`, {
			method: "POST",
			headers: { Cookie: [...other.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
			body: new URLSearchParams({ csrf_token: String(csrf_token), ticket, answer: "allow" }),
		});
		expect(answer.status).toBe(409);
		expect((await owner.submit({ answer: "allow", password: gateway.demo.password })).status).toBe(303);
	});

	test("X-29 connects nothing in a session that ends while it waits", async () => {
		const { tables } = gateway.database;
		const grants = () => tables.selectFrom("oauth_grants").select("id").execute();
		const [leaving, before] = [await ownersBrowser(gateway), await grants()];
		await leaving.get(authorizePath(gateway));
		const { answering } = await tables.transaction().execute(async (transaction) => {
			await transaction.selectFrom("staff").select("id").forUpdate().execute();
			const answering = leaving.submit({ answer: "allow" });
			await anAttemptWaits(gateway, `%from "staff"%for no key update%`);
			const { sessionId } = await transaction
				.selectFrom("staff_sessions")
				.select("session_id as sessionId")
				.orderBy("created_at", "desc")
				.executeTakeFirstOrThrow();
			await transaction.deleteFrom("staff_sessions").where("session_id", "=", sessionId).execute();
			return { answering };
		});
		expect((await answering).status).toBe(401);
		expect(await grants()).toEqual(before);
	});

	test.each([{}, { answer: "maybe" }])(
		"must be one of the two: %j is refused, and the form stays usable",
		async (fields) => {
			expect((await owner.submit(fields)).status).toBe(400);
			expect((await owner.submit({ answer: "allow", password: gateway.demo.password })).status).toBe(303);
		},
	);

	test("needs a session", async () => {
		const stranger = staffBrowser(gateway.url);
		const answer = await send(`${gateway.url}/oauth/authorize`, { method: "POST", body: "answer=allow" });
		expect(answer.status).toBe(303);
		expect(answer.headers.get("Location")).toBe("/app/sign-in");
		expect(stranger.cookies.size).toBe(0);
	});

	test("is in the audit log with its author, while neither code nor state is logged", async () => {
		await owner.get(authorizePath(gateway, { state: "state-of-a-test" }));
		const { code = "" } = destination(
			await owner.submit({ answer: "allow", password: gateway.demo.password }),
		).parameters;
		const { tables } = gateway.database;
		const member = await tables
			.selectFrom("staff")
			.select("id")
			.where("email", "=", gateway.demo.email)
			.executeTakeFirstOrThrow();
		expect(await auditEvents(tables, { type: "grant.approved" })).toContainEqual(
			expect.objectContaining({ actor_kind: "staff", actor_id: String(member.id), client_address: "127.0.0.1" }),
		);
		const log = gateway.logLines.join("");
		expect(log).toContain("/oauth/authorize");
		expect(log).not.toContain(code);
		expect(log).not.toContain("state-of-a-test");
	});
});

describe("saved requests of strangers", () => {
	// Last, because it uses up the limit of these tests' network.
	test("O-10 are limited per network; beyond the limit, a sign-in is still asked for", async () => {
		const stranger = staffBrowser(gateway.url);
		const saved = () => gateway.database.tables.selectFrom("oauth_saved_requests").select("ticket_hash").execute();
		// Their counts have ended: the tests before have moved the clock.
		const before = await saved();
		const asked = await Promise.all(Array.from({ length: 61 }, () => stranger.get(authorizePath(gateway))));
		expect(asked.map(({ status }) => status)).toEqual(Array(61).fill(303));
		expect(asked.map(({ headers }) => headers.get("Location"))).toContain("/app/sign-in");
		expect(await saved()).toHaveLength(before.length + 60);
	});
});
