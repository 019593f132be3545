import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../../test/fixtures/audit-events.ts";
import { expectProblem, type JsonObject, send } from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { storeCheapPasswords } from "../../../../../test/fixtures/staff/cheap-passwords.ts";
import {
	anAttemptWaits,
	type StaffBrowser,
	signInStaff,
	staffBrowser,
} from "../../../../../test/fixtures/staff/staff-browser.ts";
import { type StaffMember, signInMember, stepUp } from "../../../../../test/fixtures/staff/staff-member.ts";
import { storedRows } from "../../../../../test/fixtures/stored-rows.ts";

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway({ environment: { TRUST_PROXY: "127.0.0.1" } });
});

beforeEach(() =>
	storeCheapPasswords(gateway.database.tables.withTables(), [gateway.demo, gateway.demo.second_merchant]),
);

afterAll(() => gateway.stop());

const minute = 60_000;
const goodPassword = "four lamps by the harbour 7";
const isSignedIn = async (browser: StaffBrowser) => (await browser.get("/app/api/session")).status === 200;
const signIn = () => signInStaff(gateway.url, gateway.demo);

async function mayEnter(email: string, password: string): Promise<boolean> {
	const browser = staffBrowser(gateway.url);
	await browser.get("/app/sign-in");
	return (await browser.submit({ email, password })).status === 303;
}

/** Returns the path of the newest link mailed to an address that contains this text, as soon as there is one. */
async function linkMailedTo(address: string, part = ""): Promise<string> {
	for (;;) {
		const mails = (await (await fetch(gateway.mailboxUrl)).json()) as { to: string[]; text: string }[];
		const theirs = mails.filter(({ to }) => to.includes(address));
		const paths = theirs.map(({ text }) => /http:\/\/localhost:\d+(\/app\/\S+)/.exec(text)?.[1]);
		const path = paths.find((one) => one?.includes(part));
		if (path !== undefined) return path;
		// A job sends the mail once a second, and each request to the gateway lets time pass.
		await send(`${gateway.url}/readyz`);
	}
}

describe("a password", () => {
	test("P-31, X-39 wrong ten times locks the account on every gateway for half an hour, without saying so", async () => {
		const { email, password } = gateway.demo.second_merchant;
		const other = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		try {
			const wrong: string[] = [];
			for (let attempt = 1; attempt <= 10; attempt++) {
				const browser = staffBrowser(attempt % 2 === 0 ? gateway.url : other.url);
				await browser.get("/app/sign-in");
				const answer = await browser.submit({ email, password: `wrong ${attempt}` });
				wrong.push(answer.text.replace(/name="csrf_token" value="[^"]+"/g, ""));
			}
			for (const url of [gateway.url, other.url]) {
				const browser = staffBrowser(url);
				await browser.get("/app/sign-in");
				const answer = await browser.submit({ email, password });
				expect(answer.status).toBe(401);
				wrong.push(answer.text.replace(/name="csrf_token" value="[^"]+"/g, ""));
			}
			expect(new Set(wrong).size).toBe(1);
		} finally {
			await other.stop();
		}
		gateway.clocks.real.advance(30 * minute);
		expect(await mayEnter(email, password)).toBe(true);
	});

	test("P-31 entered correctly resets the count of wrong ones", async () => {
		const { email, password } = gateway.demo.second_merchant;
		for (let round = 1; round <= 2; round++) {
			for (let attempt = 1; attempt <= 9; attempt++) expect(await mayEnter(email, `wrong ${attempt}`)).toBe(false);
			expect(await mayEnter(email, password)).toBe(true);
		}
	});

	test("P-31 cannot be guessed faster by parallel attempts", async () => {
		const { email, password } = gateway.demo.second_merchant;
		const guesses = await Promise.all(Array.from({ length: 14 }, (_, index) => mayEnter(email, `guess ${index}`)));
		expect(guesses).not.toContain(true);
		expect(await mayEnter(email, password)).toBe(false);
		gateway.clocks.real.advance(30 * minute);
		expect(await mayEnter(email, password)).toBe(true);
	});

	test("P-31 guessed at by strangers does not lock out a browser that the owner signed in with", async () => {
		const { email, password } = gateway.demo.second_merchant;
		const known = await signInStaff(gateway.url, gateway.demo.second_merchant, "203.0.113.20");
		const strangerMayEnter = async (given: string) => {
			const browser = staffBrowser(gateway.url, "203.0.113.21");
			await browser.get("/app/sign-in");
			return (await browser.submit({ email, password: given })).status === 303;
		};
		known.cookies.delete("__Host-cardseal");
		for (let attempt = 1; attempt <= 10; attempt++) expect(await strangerMayEnter(`wrong ${attempt}`)).toBe(false);
		expect(await strangerMayEnter(password)).toBe(false);
		await known.get("/app/sign-in");
		expect((await known.submit({ email, password })).status).toBe(303);
		// A known browser has a separate lock, so a stranger with that browser gains no more guesses.
		known.cookies.delete("__Host-cardseal");
		await known.get("/app/sign-in");
		for (let attempt = 1; attempt <= 10; attempt++) {
			expect((await known.submit({ email, password: `wrong ${attempt}` })).status).toBe(401);
		}
		expect((await known.submit({ email, password })).status).toBe(401);
		expect(await strangerMayEnter(password)).toBe(false);
		gateway.clocks.real.advance(30 * minute);
		expect((await known.submit({ email, password })).status).toBe(303);
	});

	test("X-39 wrong 60 times makes that network wait, and no other", async () => {
		const { email, password } = gateway.demo.second_merchant;
		const attempt = async (address: string, given: string) => {
			const browser = staffBrowser(gateway.url, address);
			await browser.get("/app/sign-in");
			return browser.submit({ email, password: given });
		};
		for (let count = 1; count <= 60; count++) expect((await attempt("203.0.113.9", "wrong")).status).toBe(401);
		const refused = await attempt("203.0.113.9", password);
		expect(refused.status).toBe(429);
		expect(refused.text).toContain("your network");
		expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
		gateway.clocks.real.advance(30 * minute);
		expect((await attempt("203.0.113.10", password)).status).toBe(303);
	});

	test("P-32 changes with the old one; this session gets a new cookie and all others end", async () => {
		const [browser, elsewhere] = [await signIn(), await signIn()];
		const change = { current_password: gateway.demo.password, new_password: goodPassword };
		const wrong = await browser.api("POST", "account/password", { ...change, current_password: "wrong" });
		expectProblem(wrong, 400, "BAD_REQUEST");
		const weak = await browser.api("POST", "account/password", { ...change, new_password: "Password2026!!" });
		expect(weak.body.errors).toEqual([
			{ field: "new_password", code: expect.any(String), message: expect.stringContaining("attackers") },
		]);

		const before = browser.cookies.get("__Host-cardseal") ?? "";
		const answer = await browser.api("POST", "account/password", change);
		expect(answer.status, answer.text).toBe(200);
		expect(await isSignedIn(browser)).toBe(true);
		expect(await isSignedIn(elsewhere)).toBe(false);
		const Cookie = `__Host-cardseal=${before}`;
		expectProblem(await send(`${gateway.url}/app/api/session`, { headers: { Cookie } }), 401, "UNAUTHORIZED");
		const { csrf_token } = (await browser.get("/app/api/session")).body;
		expect(answer.body).toEqual({ csrf_token });
	});

	test("P-32 that is replaced while a sign-in waits opens no session", async () => {
		const { tables } = gateway.database;
		const { email, password } = gateway.demo;
		const browser = staffBrowser(gateway.url);
		await browser.get("/app/sign-in");
		const { signingIn } = await tables.transaction().execute(async (transaction) => {
			const own = () => transaction.updateTable("staff").where("email", "=", email);
			await own().set({ name: "Locked" }).execute();
			const signingIn = browser.submit({ email, password });
			await anAttemptWaits(gateway);
			await own().set({ password_hash: "replaced" }).execute();
			return { signingIn };
		});
		expect((await signingIn).status).toBe(401);
		expect(await isSignedIn(browser)).toBe(false);
	});

	test("P-32 (8.3.7) differs from the last four", async () => {
		const browser = await signIn();
		const first = gateway.demo.password;
		const [second, third] = ["six boats below the bridge 8", "nine gulls above the pier 4"];
		const change = (current_password: string, new_password: string, headers = {}) =>
			browser.api("POST", "account/password", { current_password, new_password }, headers);
		const once = await change(first, second);
		const twice = await change(second, third, { "X-CSRF-Token": String(once.body.csrf_token) });
		expect([once.status, twice.status]).toEqual([200, 200]);
		const { body } = await change(third, first, { "X-CSRF-Token": String(twice.body.csrf_token) });
		expect(body.errors).toEqual([
			{ field: "new_password", code: expect.any(String), message: expect.stringContaining("before") },
		]);
		const rows = await gateway.database.tables.selectFrom("staff").select("former_password_hashes").execute();
		expect(rows.every(({ former_password_hashes }) => former_password_hashes.length <= 3)).toBe(true);
	});
});

describe("a forgotten password", () => {
	/** Returns the row of the open link, as soon as there is one. */
	async function openReset() {
		for (;;) {
			const row = await gateway.database.tables.selectFrom("password_resets").selectAll().executeTakeFirst();
			if (row !== undefined) return row;
			await send(`${gateway.url}/readyz`);
		}
	}

	async function ask(email: string): Promise<void> {
		const browser = staffBrowser(gateway.url);
		await browser.get("/app/forgot-password");
		expect((await browser.submit({ email })).status).toBe(303);
	}

	test("is replaced by a link that works once, ends all sessions, and unlocks the account", async () => {
		const { email } = gateway.demo.second_merchant;
		const signedIn = await signInStaff(gateway.url, gateway.demo.second_merchant);
		const browser = staffBrowser(gateway.url);
		await browser.get("/app/forgot-password");
		const asked = await browser.submit({ email });
		expect(asked.headers.get("Location")).toBe("/app/forgot-password/sent");
		const path = await linkMailedTo(email);
		expect((await browser.get(path)).text).toContain(email);
		expect((await browser.submit({ password: "short 1" })).status).toBe(400);
		const done = await browser.submit({ password: goodPassword });
		expect({ status: done.status, to: done.headers.get("Location") }).toEqual({
			status: 303,
			to: "/app/sign-in?changed=1",
		});
		expect(await isSignedIn(signedIn)).toBe(false);
		expect(await mayEnter(email, goodPassword)).toBe(true);
		expect((await browser.get(path)).status).toBe(404);
		expect(gateway.logLines.join()).not.toContain(path.slice(-43));
	});

	test("P-33, X-39 is replaced without more guesses at second-factor codes: the account stays locked", async () => {
		const { email } = gateway.demo.second_merchant;
		const { tables } = gateway.database;
		const set = (values: { second_factor_secret: Buffer | null; locked_until: number | null }) =>
			tables.updateTable("staff").set(values).where("email", "=", email).execute();
		await tables.deleteFrom("password_resets").execute();
		const locked_until = gateway.clocks.real.now() + 30 * minute;
		await set({ second_factor_secret: Buffer.from("sealed"), locked_until });
		await ask(email);
		const browser = staffBrowser(gateway.url);
		await browser.get(await linkMailedTo(email, (await openReset()).lookup_id));
		expect((await browser.submit({ password: goodPassword })).status).toBe(303);
		expect(await mayEnter(email, goodPassword)).toBe(false);
		// Strangers may have locked the account; the browser in which the password was chosen is not affected.
		await browser.get("/app/sign-in");
		expect((await browser.submit({ email, password: goodPassword })).status).toBe(303);
		gateway.clocks.real.advance(30 * minute);
		expect(await mayEnter(email, goodPassword)).toBe(true);
		await set({ second_factor_secret: null, locked_until: null });
	});

	test("X-30 gives the same response for every address, and its link expires after an hour or a change", async () => {
		const answers: JsonObject[] = [];
		const { email } = gateway.demo.second_merchant;
		for (const address of [email, "nobody@example.com"]) {
			const browser = staffBrowser(gateway.url);
			await browser.get("/app/forgot-password");
			const { status, text, headers } = await browser.submit({ email: address });
			answers.push({ status, text, to: headers.get("Location") });
		}
		expect(answers[0]).toEqual(answers[1]);
		const path = await linkMailedTo(email, (await openReset()).lookup_id);
		const browser = staffBrowser(gateway.url);
		expect((await browser.get(`${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`)).status).toBe(404);
		expect((await browser.get(path.replace("reset-password", "invitation"))).status).toBe(404);
		gateway.clocks.real.advance(60 * minute);
		expect((await browser.get(path)).status).toBe(404);
	});

	test("X-30 responds before it looks up the address, so the time reveals nothing", async () => {
		const { tables } = gateway.database;
		await tables.deleteFrom("password_resets").execute();
		// The table of accounts is locked, and still both requests get a response.
		await tables.transaction().execute(async (transaction) => {
			await sql`lock table staff in access exclusive mode`.execute(transaction);
			for (const email of [gateway.demo.email, "nobody@example.com"]) await ask(email);
		});
		expect((await openReset()).tries).toBe(0);
	});

	test("X-33 keeps its link when it is requested again at once, and replaces it when the mail may be lost", async () => {
		const { tables } = gateway.database;
		const sent = async () => (await auditEvents(tables, { type: "password.reset_asked" })).length;
		await tables.deleteFrom("password_resets").execute();
		await ask(gateway.demo.email);
		const first = await openReset();
		const before = await sent();
		await ask(gateway.demo.email);
		// Requests are handled in order: once this link exists, the request before it has been handled.
		await ask(gateway.demo.second_merchant.email);
		while ((await tables.selectFrom("password_resets").select("lookup_id").execute()).length < 2) {
			await send(`${gateway.url}/readyz`);
		}
		expect(await sent()).toBe(before + 1);
		gateway.clocks.real.advance(16 * minute);
		await ask(gateway.demo.email);
		const same = tables.selectFrom("password_resets").select("lookup_id").where("lookup_id", "=", first.lookup_id);
		while ((await same.execute()).length > 0) await send(`${gateway.url}/readyz`);
		expect(await sent()).toBe(before + 2);
	});

	test("X-39 allows ten password hashes per link, and the next attempt ends it", async () => {
		const { tables } = gateway.database;
		await tables.deleteFrom("password_resets").execute();
		await ask(gateway.demo.email);
		const { lookup_id } = await openReset();
		const path = await linkMailedTo(gateway.demo.email, lookup_id);
		const browser = staffBrowser(gateway.url);
		await browser.get(path);
		for (let weak = 1; weak <= 12; weak++) expect((await browser.submit({ password: "short 1" })).status).toBe(400);
		for (let former = 1; former <= 10; former++) {
			expect((await browser.submit({ password: gateway.demo.password })).status).toBe(400);
		}
		expect((await browser.submit({ password: goodPassword })).status).toBe(404);
		expect((await browser.get(path)).status).toBe(404);
	});
});

describe("an invitation", () => {
	test("is mailed, creates an account with its role, and works once", async () => {
		const owner = await signInMember(gateway);
		const person = { email: "Grace@maple-and-main.example", name: "Grace", role: "clerk" };
		const invited = await owner.post("/staff/invitations", person);
		expect(invited.status, invited.text).toBe(200);
		const path = await linkMailedTo(person.email);
		const browser = staffBrowser(gateway.url);
		const page = await browser.get(path);
		expect(page.text).toContain("Join Maple &amp; Main");
		expect((await browser.submit({ name: "Grace Hopper", password: "grace 1906 grace" })).status).toBe(400);
		const joined = await browser.submit({ name: "Grace Hopper", password: goodPassword });
		expect({ status: joined.status, to: joined.headers.get("Location") }).toEqual({ status: 303, to: "/app" });
		expect((await browser.get("/app/api/session")).body).toMatchObject({
			user: { email: person.email, name: "Grace Hopper", role: "clerk", is_primary_owner: false },
		});
		expect((await browser.get(path)).status).toBe(404);
		expectProblem(
			await owner.post("/staff/invitations", { ...person, email: person.email.toUpperCase() }),
			409,
			"CONFLICT",
		);
		const { staff, invitations } = (await owner.get("/staff")).body as { staff: JsonObject[]; invitations: unknown[] };
		expect(staff.map(({ name }) => name)).toContain("Grace Hopper");
		expect(invitations).toEqual([]);
	});

	test("X-30 tells only the address's owner about an account elsewhere", async () => {
		const owner = await signInMember(gateway);
		const { email } = gateway.demo.second_merchant;
		const invited = await owner.post("/staff/invitations", { email, name: "Ada", role: "clerk" });
		expect(invited.status, invited.text).toBe(200);
		for (;;) {
			const answer = await fetch(gateway.mailboxUrl);
			const mails = (await answer.json()) as { to: string[]; subject: string; text: string }[];
			const mail = mails.find(({ to, subject }) => to.includes(email) && subject.includes("invitation"));
			if (mail === undefined) continue;
			expect(mail.subject).not.toContain("Maple");
			expect(mail.text).toContain("already has an account");
			expect(mail.text).not.toContain("/app/invitation/");
			break;
		}
		expect((await owner.delete(`/staff/invitations/${invited.body.invitation_id}`)).status).toBe(204);
	});

	test("X-33 is limited to 20 a day and 50 open ones, also in parallel", async () => {
		const { tables } = gateway.database;
		// To the middle of a day, as days count in UTC.
		const dayMs = 24 * 60 * minute;
		gateway.clocks.real.advance(dayMs * 1.5 - (gateway.clocks.real.now() % dayMs));
		const owner = await signInMember(gateway, { account: gateway.demo.second_merchant });
		const invite = (email: string) => owner.post("/staff/invitations", { email, name: "Ada", role: "clerk" });
		// Confirms with the password before the parallel requests.
		expect((await invite("ada0@example.com")).status).toBe(200);
		const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => invite(`ada${index % 2}@example.com`)));
		expect(
			answers
				.map(({ status }) => status)
				.sort()
				.slice(-2),
		).toEqual([200, 429]);
		expect(answers.find(({ status }) => status === 429)?.headers.has("Retry-After")).toBe(true);
		gateway.clocks.real.advance(dayMs);
		const row = await tables.selectFrom("staff_invitations").selectAll().executeTakeFirstOrThrow();
		const filler = Array.from({ length: 48 }, (_, index) => ({
			...row,
			lookup_id: String(index).padStart(20, "0"),
			email: `filler${index}@example.com`,
		}));
		await tables.insertInto("staff_invitations").values(filler).execute();
		const again = await signInMember(gateway, { account: gateway.demo.second_merchant });
		const next = (email: string) => again.post("/staff/invitations", { email, name: "Ada", role: "clerk" });
		expectProblem(await next("one.more@example.com"), 409, "CONFLICT");
		expect((await next("ada0@example.com")).status).toBe(200);
	});

	test("is invalid after a withdrawal, a replacement, or a week", async () => {
		const owner = await signInMember(gateway);
		const person = { email: "alan@maple-and-main.example", name: "Alan", role: "administrator" };
		const { body } = await owner.post("/staff/invitations", person);
		const first = await linkMailedTo(person.email);
		const foreigner = await signInMember(gateway, { account: gateway.demo.second_merchant });
		expectProblem(await foreigner.delete(`/staff/invitations/${body.invitation_id}`), 404, "NOT_FOUND");
		const second = (await owner.post("/staff/invitations", person)).body.invitation_id;
		const browser = staffBrowser(gateway.url);
		expect((await browser.get(first)).status).toBe(404);
		const withdrawn = await linkMailedTo(person.email, String(second));
		expect((await browser.get(withdrawn)).status).toBe(200);
		expect((await owner.delete(`/staff/invitations/${second}`)).status).toBe(204);
		expect((await browser.get(withdrawn)).status).toBe(404);
		expectProblem(await owner.delete(`/staff/invitations/${second}`), 404, "NOT_FOUND");
		const third = (await owner.post("/staff/invitations", person)).body.invitation_id;
		const late = await linkMailedTo(person.email, String(third));
		expect((await browser.get(late)).status).toBe(200);
		gateway.clocks.real.advance(7 * 24 * 60 * minute);
		expect((await browser.get(late)).status).toBe(404);
		expect((await (await signInMember(gateway)).get("/staff")).body.invitations).toEqual([]);
	});
});

describe("an administrator", () => {
	const alias = { email: "alias@maple-and-main.example", name: "Alias", role: "administrator" };
	const openInvitations = async (owner: StaffMember) =>
		((await owner.get("/staff")).body.invitations as { email: string }[]).map(({ email }) => email);

	test("X-30 its link is derived, neither stored nor logged", async () => {
		const owner = await signInMember(gateway);
		const email = "derived@maple-and-main.example";
		const invited = await owner.post("/staff/invitations", { email, name: "Ada", role: "clerk" });
		const path = await linkMailedTo(email);
		await staffBrowser(gateway.url).get(path);
		const secret = path.split("/").at(-1) ?? "";
		const stored = await storedRows(gateway.database.tables, "mailbox");
		expect(stored).toContain(email);
		for (const text of [stored, gateway.logLines.join("\n")]) expect(text).not.toContain(secret);
		expect((await owner.delete(`/staff/invitations/${invited.body.invitation_id}`)).status).toBe(204);
	});

	test("X-29 is withdrawn when its sender is demoted or removed", async () => {
		const owner = await signInMember(gateway);
		const administrator = await signInMember(gateway, { role: "administrator" });
		expect((await administrator.post("/staff/invitations", alias)).status).toBe(200);
		const path = await linkMailedTo(alias.email);
		expect((await owner.patch(`/staff/${administrator.userId}`, { role: "clerk" })).status).toBe(200);
		expect(await openInvitations(owner)).toEqual([]);
		expect((await staffBrowser(gateway.url).get(path)).status).toBe(404);

		await owner.patch(`/staff/${administrator.userId}`, { role: "administrator" });
		const account = { email: "the-administrator@maple-and-main.example", password: gateway.demo.password };
		const again = await signInStaff(gateway.url, account);
		await stepUp(again, account);
		expect((await again.api("POST", "staff/invitations", alias)).status).toBe(200);
		const made = await again.api("POST", "credentials", { name: "Their server", scopes: ["plan"] });
		expect(made.status, made.text).toBe(200);
		const removed = await owner.delete(`/staff/${administrator.userId}`);
		expect(removed.body).toEqual({
			credentials: [{ client_id: made.body.client_id, name: "Their server", last_used_at: null }],
			partners: [],
			endpoints: [],
		});
		expect(await openInvitations(owner)).toEqual([]);
	});

	test("X-29 neither replaces nor withdraws an owner's invitation, and nobody the primary owner's", async () => {
		const owner = await signInMember(gateway);
		const administrator = await signInMember(gateway, { role: "administrator" });
		const { invitation_id } = (await owner.post("/staff/invitations", { ...alias, role: "owner" })).body;
		expectProblem(await administrator.post("/staff/invitations", { ...alias, role: "clerk" }), 403, "FORBIDDEN");
		expectProblem(await administrator.delete(`/staff/invitations/${invitation_id}`), 403, "FORBIDDEN");
		const primary = gateway.database.tables.updateTable("staff_invitations").set({ is_primary_owner: true });
		await primary.where("lookup_id", "=", String(invitation_id)).execute();
		expectProblem(await owner.post("/staff/invitations", alias), 403, "FORBIDDEN");
		expectProblem(await owner.delete(`/staff/invitations/${invitation_id}`), 403, "FORBIDDEN");
		expect(await openInvitations(owner)).toEqual([alias.email]);
	});
});

describe("staff", () => {
	test("X-29 must sign in again after a change of role, and are signed out at once when removed", async () => {
		const owner = await signInMember(gateway);
		const clerk = await signInMember(gateway, { role: "clerk" });
		const changed = await owner.patch(`/staff/${clerk.userId}`, { role: "administrator" });
		expect(changed.body).toMatchObject({ user_id: clerk.userId, role: "administrator" });
		expectProblem(await clerk.get("/session"), 401, "UNAUTHORIZED");
		const { email, password } = { email: "the-clerk@maple-and-main.example", password: gateway.demo.password };
		const browser = await signInStaff(gateway.url, { email, password });
		expect((await browser.get("/app/api/session")).body.permissions).toContain("refund");
		expect((await owner.delete(`/staff/${clerk.userId}`)).status).toBe(200);
		expect(await isSignedIn(browser)).toBe(false);
		expect(await mayEnter(email, password)).toBe(false);
		expectProblem(await owner.patch(`/staff/${clerk.userId}`, { role: "clerk" }), 404, "NOT_FOUND");
	});

	test("X-29 who remove each other at once: one of them stays", async () => {
		const { tables } = gateway.database;
		const { id: _id, ...owner } = await tables
			.selectFrom("staff")
			.selectAll()
			.where("email", "=", gateway.demo.email)
			.executeTakeFirstOrThrow();
		const hire = async (email: string) => {
			const member = { ...owner, email, is_primary_owner: false };
			const { id } = await tables.insertInto("staff").values(member).returning("id").executeTakeFirstOrThrow();
			return { id, browser: await signInStaff(gateway.url, { email, password: gateway.demo.password }) };
		};
		for (let round = 1; round <= 3; round++) {
			const [ada, grace] = [await hire(`ada${round}@owners.example`), await hire(`grace${round}@owners.example`)];
			await Promise.all([ada, grace].map(({ browser }) => browser.get("/app/api/session")));
			for (const { browser } of [ada, grace]) await stepUp(browser, gateway.demo);
			const answers = await Promise.all([
				ada.browser.api("DELETE", `staff/${grace.id}`),
				grace.browser.api("DELETE", `staff/${ada.id}`),
			]);
			expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
		}
	});

	test("X-01 of another merchant do not exist for this one", async () => {
		const owner = await signInMember(gateway);
		const foreigner = await signInMember(gateway, { account: gateway.demo.second_merchant });
		expectProblem(await foreigner.delete(`/staff/${owner.userId}`), 404, "NOT_FOUND");
		expectProblem(await foreigner.patch(`/staff/${owner.userId}`, { role: "clerk" }), 404, "NOT_FOUND");
		expect(((await foreigner.get("/staff")).body.staff as unknown[]).length).toBe(1);
	});

	test("list their sessions, and sign out of one or all", async () => {
		const [here, there] = [await signIn(), await signIn()];
		const list = async () =>
			(await here.api("GET", "sessions")).body.sessions as { session_id: string; is_current: boolean }[];
		const other = (await list()).filter(({ is_current }) => !is_current);
		expect(other.length).toBeGreaterThan(0);
		const foreigner = await signInStaff(gateway.url, gateway.demo.second_merchant);
		expectProblem(await foreigner.api("DELETE", `sessions/${other[0]?.session_id}`), 404, "NOT_FOUND");
		for (const { session_id } of other) expect((await here.api("DELETE", `sessions/${session_id}`)).status).toBe(204);
		expect(await isSignedIn(there)).toBe(false);
		expect(await isSignedIn(here)).toBe(true);
		const third = await signIn();
		expect((await here.api("DELETE", "sessions")).status).toBe(204);
		expect(here.cookies.has("__Host-cardseal")).toBe(false);
		expect(await isSignedIn(third)).toBe(false);
		expect(await isSignedIn(foreigner)).toBe(true);
	});
});
