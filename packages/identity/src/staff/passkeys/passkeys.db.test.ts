import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../../test/fixtures/audit-events.ts";
import { expectProblem } from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { operatorOf } from "../../../../../test/fixtures/operator.ts";
import {
	addPasskey,
	SoftwareAuthenticator,
	signInOptions,
	signInWithPasskey,
	stepUpWithPasskey,
} from "../../../../../test/fixtures/staff/software-authenticator.ts";
import { type StaffBrowser, signInStaff, staffBrowser } from "../../../../../test/fixtures/staff/staff-browser.ts";
import { signInMember, stepUp } from "../../../../../test/fixtures/staff/staff-member.ts";

let gateway: TestGateway;
/** The owner's browser, signed in by password. */
let browser: StaffBrowser;
/** The owner's authenticator, after `addOwn`. */
let authenticator: SoftwareAuthenticator;

beforeAll(async () => {
	gateway = await startTestGateway();
	gateway.clocks.real.stop();
});

beforeEach(async () => {
	const { tables } = gateway.database;
	await tables.deleteFrom("passkeys").execute();
	await tables.deleteFrom("recovery_codes").execute();
	const unlocked = { failed_sign_ins: 0, locked_until: null, known_failed_sign_ins: 0, known_locked_until: null };
	await tables.updateTable("staff").set(unlocked).execute();
	browser = await signInStaff(gateway.url, gateway.demo);
	authenticator = newAuthenticator();
});

afterAll(() => gateway.stop());

const fiveMinutes = 5 * 60_000;
const origin = () => `http://localhost:${gateway.port}`;
const newAuthenticator = () => new SoftwareAuthenticator(origin());
const newBrowser = () => staffBrowser(gateway.url);

async function addOwn(name = "Laptop") {
	await stepUp(browser, gateway.demo);
	const added = await addPasskey(browser, authenticator, name);
	expect(added.status, added.text).toBe(200);
	return added;
}

async function ownList() {
	const { body } = await browser.api("GET", "account/passkeys");
	return body.passkeys as { passkey_id: string; name: string; last_used_at: number | null; is_backed_up: boolean }[];
}

const isSignedIn = async (one: StaffBrowser) => (await one.get("/app/api/sessions")).status === 200;
const sensitive = (one: StaffBrowser) => one.api("DELETE", "settings/bank-account");
const mails = () =>
	gateway.database.tables
		.selectFrom("staff_notices")
		.select(["event", "details"])
		.where("event", "in", ["passkey.added", "passkey.removed"])
		.orderBy("occurred_at", "desc")
		.execute();

async function makeLive(mode: "live" | "demo"): Promise<void> {
	await gateway.database.tables
		.updateTable("merchants")
		.set({ mode })
		.where("merchant_id", "=", gateway.demo.merchant_id)
		.execute();
}

describe("adding a passkey", () => {
	test("P-33 X-48 takes step-up, tells its owner by mail, and is in the audit log", async () => {
		const refused = await browser.api("POST", "account/passkeys/options");
		expect(refused.body.reason).toBe("step_up_required");
		const before = (await auditEvents(gateway.database.tables, { type: "passkey.added" })).length;
		await addOwn("My laptop");
		expect(await ownList()).toMatchObject([{ name: "My laptop", last_used_at: null }]);
		const events = await auditEvents(gateway.database.tables, { type: "passkey.added" });
		expect(events.slice(before)).toMatchObject([{ actor_kind: "staff", details: { passkey: expect.any(String) } }]);
		expect((await mails())[0]).toEqual({ event: "passkey.added", details: { about: "My laptop" } });
	});

	test("the first one brings recovery codes and ends sessions without it; a second one does neither", async () => {
		const elsewhere = await signInStaff(gateway.url, gateway.demo);
		const added = await addOwn();
		expect(added.body.recovery_codes).toHaveLength(10);
		expect(await isSignedIn(elsewhere)).toBe(false);
		expect(await isSignedIn(browser)).toBe(true);
		const phone = newBrowser();
		await signInWithPasskey(phone, authenticator);
		gateway.clocks.real.advance(1);
		const second = await addPasskey(browser, newAuthenticator(), "Phone");
		expect(second.body.recovery_codes).toEqual([]);
		expect(await isSignedIn(phone)).toBe(true);
		expect((await ownList()).map(({ name }) => name)).toEqual(["Laptop", "Phone"]);
	});

	test.each([
		["another page's origin", { origin: "https://pay.example.net" }],
		["another site", { rpId: "example.net" }],
		["no user verification", { isVerified: false }],
		["another challenge", { challenge: "AAAA" }],
		["another credential id in the signed data", { signedId: Buffer.alloc(4_000, 1) }],
	])("X-48 is refused with %s", async (_, deviations) => {
		await stepUp(browser, gateway.demo);
		const refused = await addPasskey(browser, authenticator, "Laptop", deviations);
		expectProblem(refused, 400, "BAD_REQUEST");
		expect(refused.body.reason).toBe("passkey_wrong");
		expect(await ownList()).toEqual([]);
	});

	test("an attestation statement is not read, so the gateway fetches no address in its certificates", async () => {
		await stepUp(browser, gateway.demo);
		// {"x5c": [h'00']}: no certificate, which a verifier of statements refuses.
		const attestation = { format: "apple", statement: Buffer.from("a163783563814100", "hex") };
		const added = await addPasskey(browser, authenticator, "Laptop", { attestation });
		expect(added.status, added.text).toBe(200);
	});

	test("a challenge works once, for five minutes, in its session, and for its purpose", async () => {
		await stepUp(browser, gateway.demo);
		const take = async (path: string, one = browser) => (await one.api("POST", path)).body as never;
		const send = async (credential: object, one = browser) =>
			(await one.api("POST", "account/passkeys", { name: "Laptop", credential })).body.reason;
		const other = await signInStaff(gateway.url, gateway.demo);
		await stepUp(other, gateway.demo);
		const foreign = authenticator.create(await take("account/passkeys/options", other));
		expect(await send(foreign)).toBe("passkey_wrong");

		const { challenge } = await take("session/step-up/passkey/options");
		const options = await take("account/passkeys/options");
		expect(await send(authenticator.create(options, { challenge }))).toBe("passkey_wrong");

		const late = authenticator.create(await take("account/passkeys/options"));
		gateway.clocks.real.advance(fiveMinutes);
		await stepUp(browser, gateway.demo);
		expect(await send(late)).toBe("passkey_wrong");

		const good = authenticator.create(await take("account/passkeys/options"));
		expect(await send(good)).toBeUndefined();
		expect(await send(good)).toBe("passkey_wrong");
	});

	test("in two tabs works in both", async () => {
		await stepUp(browser, gateway.demo);
		const first = (await browser.api("POST", "account/passkeys/options")).body as never;
		const second = (await browser.api("POST", "account/passkeys/options")).body as never;
		const phone = newAuthenticator();
		const later = { name: "Phone", credential: phone.create(second) };
		expect((await browser.api("POST", "account/passkeys", later)).status).toBe(200);
		const earlier = { name: "Laptop", credential: authenticator.create(first) };
		expect((await browser.api("POST", "account/passkeys", earlier)).status).toBe(200);
	});

	test("of another account is refused, and so is the twenty-first", async () => {
		await addOwn();
		const again = await addPasskey(browser, authenticator);
		expectProblem(again, 409, "CONFLICT");
		expect(again.body.reason).toBe("passkey_exists");
		for (let count = 2; count <= 20; count++) await addPasskey(browser, newAuthenticator(), `Key ${count}`);
		expect((await browser.api("POST", "account/passkeys/options")).body.reason).toBe("too_many_passkeys");
	});
});

describe("signing in with a passkey", () => {
	test("P-33 X-29 replaces password and second factor, and the session is complete and not stepped up", async () => {
		await addOwn();
		const phone = newBrowser();
		const answer = await signInWithPasskey(phone, authenticator);
		expect(answer.status, answer.text).toBe(303);
		expect(answer.headers.get("Location")).toBe("/app");
		const { body } = await phone.get("/app/api/session");
		expect(body.user).toMatchObject({ email: gateway.demo.email, has_second_factor: true, has_passkey: true });
		expect((await sensitive(phone)).body.reason).toBe("step_up_required");
		expect(await ownList()).toMatchObject([{ last_used_at: gateway.clocks.real.now() }]);
	});

	test("P-33 with a passkey as second factor the password alone no longer signs in", async () => {
		const added = await addOwn();
		const other = await signInStaff(gateway.url, gateway.demo);
		expectProblem(await other.get("/app/api/session", { Accept: "application/json" }), 401, "UNAUTHORIZED");
		const page = await other.get("/app/second-factor");
		expect(page.text).toContain('action="/app/sign-in/passkey"');
		const [code = ""] = added.body.recovery_codes as string[];
		expect((await other.submit({ code: "123456" })).status).toBe(401);
		expect((await other.submit({ code })).status).toBe(303);
		expect(await isSignedIn(other)).toBe(true);
	});

	test("ends the session that waits for the second factor", async () => {
		await addOwn();
		const other = await signInStaff(gateway.url, gateway.demo);
		const waiting = other.cookies.get("__Host-cardseal");
		await other.get("/app/second-factor");
		const credential = authenticator.get(await signInOptions(other));
		const answer = await other.submitTo("/app/sign-in/passkey", { credential: JSON.stringify(credential) });
		expect(answer.status).toBe(303);
		expect(await isSignedIn(other)).toBe(true);
		const sessions = await other.api("GET", "sessions");
		expect(sessions.body.sessions).toHaveLength(2);
		expect(other.cookies.get("__Host-cardseal")).not.toBe(waiting);
	});

	test("the page runs only its own script", async () => {
		const { text, headers } = await newBrowser().get("/app/sign-in");
		const policy = headers.get("Content-Security-Policy");
		expect(policy).toContain("script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'");
		const [, script = ""] = /<script type="module" src="(\/app\/assets\/passkey-[^"]+\.js)">/.exec(text) ?? [];
		expect((await newBrowser().get(script)).status).toBe(200);
	});

	test.each([
		["another page's origin", { origin: "https://pay.example.net" }],
		["the same host's other port", { origin: "http://localhost:1" }],
		["another site", { rpId: "example.net" }],
		["no user verification", { isVerified: false }],
		["another challenge", { challenge: "AAAA" }],
		["another member's handle", { userHandle: "AAAA" }],
	])("P-33 X-24 is refused with %s", async (_, deviations) => {
		await addOwn();
		const answer = await signInWithPasskey(newBrowser(), authenticator, deviations);
		expect(answer.status).toBe(401);
		expect(answer.text).toContain("The passkey was refused");
	});

	test("a challenge works once, for five minutes, and in its browser", async () => {
		await addOwn();
		const [one, other] = [newBrowser(), newBrowser()];
		await one.get("/app/sign-in");
		await other.get("/app/sign-in");
		const send = async (by: StaffBrowser, credential: object) => {
			const fields = { credential: JSON.stringify(credential) };
			return (await by.submitTo("/app/sign-in/passkey", fields)).status;
		};
		expect(await send(other, authenticator.get(await signInOptions(one)))).toBe(401);
		const late = authenticator.get(await signInOptions(one));
		gateway.clocks.real.advance(fiveMinutes);
		expect(await send(one, late)).toBe(401);
		const good = authenticator.get(await signInOptions(one));
		expect(await send(one, good)).toBe(303);
		await one.get("/app/sign-in");
		expect(await send(one, good)).toBe(401);
	});

	test("a signature counter that does not advance is refused, as the passkey may be a copy", async () => {
		await addOwn();
		expect((await signInWithPasskey(newBrowser(), authenticator, { counter: 7 })).status).toBe(303);
		expect((await signInWithPasskey(newBrowser(), authenticator, { counter: 7 })).status).toBe(401);
		expect((await signInWithPasskey(newBrowser(), authenticator, { counter: 8, isBackedUp: true })).status).toBe(303);
		expect(await ownList()).toMatchObject([{ is_backed_up: true }]);
	});

	test("P-31 X-39 wrong signatures lock the account, and a locked account refuses its passkey in unknown browsers", async () => {
		await addOwn();
		const known = newBrowser();
		await signInWithPasskey(known, authenticator);
		for (let attempt = 1; attempt <= 10; attempt++)
			await signInWithPasskey(newBrowser(), authenticator, { origin: "https://pay.example.net" });
		expect((await signInWithPasskey(newBrowser(), authenticator)).status).toBe(401);
		known.cookies.delete("__Host-cardseal");
		expect((await signInWithPasskey(known, authenticator)).status).toBe(303);
		gateway.clocks.real.advance(30 * 60_000);
		expect((await signInWithPasskey(newBrowser(), authenticator)).status).toBe(303);
	});

	test("a removed member's passkey is deleted", async () => {
		const { tables } = gateway.database;
		const clerk = await signInMember(gateway, { role: "clerk" });
		const { email } = await tables
			.selectFrom("staff")
			.select("email")
			.where("id", "=", clerk.userId)
			.executeTakeFirstOrThrow();
		const own = await signInStaff(gateway.url, { email, password: gateway.demo.password });
		await stepUp(own, gateway.demo);
		expect((await addPasskey(own, authenticator)).status).toBe(200);
		await stepUp(browser, gateway.demo);
		expect((await browser.api("DELETE", `staff/${clerk.userId}`)).status).toBe(200);
		expect((await signInWithPasskey(newBrowser(), authenticator)).status).toBe(401);
		expect(await tables.selectFrom("passkeys").selectAll().execute()).toEqual([]);
	});
});

describe("step-up with a passkey", () => {
	test("X-48 X-29 replaces password and second factor, and the session gets a new cookie", async () => {
		await addOwn();
		const phone = newBrowser();
		await signInWithPasskey(phone, authenticator);
		const before = phone.cookies.get("__Host-cardseal");
		const answer = await stepUpWithPasskey(phone, authenticator);
		expect(answer.status, answer.text).toBe(200);
		expect(answer.body.valid_until).toBe(gateway.clocks.real.now() + fiveMinutes);
		expect(phone.cookies.get("__Host-cardseal")).not.toBe(before);
		expect((await sensitive(phone)).status).toBe(200);
		gateway.clocks.real.advance(fiveMinutes);
		expect((await sensitive(phone)).body.reason).toBe("step_up_required");
	});

	test("X-48 the password alone no longer confirms, but with a recovery code it does", async () => {
		const added = await addOwn();
		const [code] = added.body.recovery_codes as string[];
		const { password } = gateway.demo;
		const refused = await browser.api("POST", "session/step-up", { password });
		expect(refused.body.reason).toBe("code_wrong");
		expect((await browser.api("POST", "session/step-up", { password, code })).status).toBe(200);
	});

	test("X-48 is refused with another member's passkey, another session's challenge, or one of the sign-in", async () => {
		await addOwn();
		const phone = newBrowser();
		await signInWithPasskey(phone, authenticator);
		const send = async (credential: object) =>
			(await phone.api("POST", "session/step-up/passkey", { credential })).body.reason;
		const other = await signInStaff(gateway.url, gateway.demo.second_merchant);
		await stepUp(other, gateway.demo.second_merchant);
		const foreign = newAuthenticator();
		expect((await addPasskey(other, foreign)).status).toBe(200);
		const options = async (by: StaffBrowser) => (await by.api("POST", "session/step-up/passkey/options")).body as never;
		expect(await send(foreign.get(await options(phone)))).toBe("passkey_wrong");
		expect(await send(authenticator.get(await options(browser)))).toBe("passkey_wrong");
		expect(await send(authenticator.get(await signInOptions(phone)))).toBe("passkey_wrong");
		expect((await sensitive(phone)).body.reason).toBe("step_up_required");
	});
});

describe("removing a passkey", () => {
	test("X-48 takes step-up, ends the other sessions, mails its owner and is in the audit log", async () => {
		await addOwn("Old phone");
		const lost = newBrowser();
		await signInWithPasskey(lost, authenticator);
		const [{ passkey_id: id } = { passkey_id: "" }] = await ownList();
		gateway.clocks.real.advance(fiveMinutes);
		expect((await browser.api("DELETE", `account/passkeys/${id}`)).body.reason).toBe("step_up_required");
		await stepUpWithPasskey(browser, authenticator);
		expect((await browser.api("DELETE", `account/passkeys/${id}`)).status).toBe(200);
		expect(await isSignedIn(lost)).toBe(false);
		expect((await signInWithPasskey(newBrowser(), authenticator)).status).toBe(401);
		expect((await mails())[0]).toEqual({ event: "passkey.removed", details: { about: "Old phone" } });
		expect(await auditEvents(gateway.database.tables, { type: "passkey.removed" })).toMatchObject([
			{ details: { passkey: id } },
		]);
		expectProblem(await browser.api("DELETE", `account/passkeys/${id}`), 404, "NOT_FOUND");
		expect(await isSignedIn(await signInStaff(gateway.url, gateway.demo))).toBe(true);
	});

	test("X-01 leaves another member's passkey alone", async () => {
		const other = await signInStaff(gateway.url, gateway.demo.second_merchant);
		await stepUp(other, gateway.demo.second_merchant);
		const { body } = await addPasskey(other, newAuthenticator());
		await stepUp(browser, gateway.demo);
		expectProblem(await browser.api("DELETE", `account/passkeys/${body.passkey_id}`), 404, "NOT_FOUND");
	});

	test("the operator removes a lost one with the second factor", async () => {
		await addOwn();
		await operatorOf(gateway).run("staff", "reset-second-factor", gateway.demo.email);
		expect(await gateway.database.tables.selectFrom("passkeys").selectAll().execute()).toEqual([]);
		expect(await isSignedIn(browser)).toBe(false);
		expect(await isSignedIn(await signInStaff(gateway.url, gateway.demo))).toBe(true);
	});
});

describe("staff of a live merchant", () => {
	test("P-33 need one second factor: a passkey counts, and the last one stays", async () => {
		await stepUp(browser, gateway.demo);
		const secret = String((await browser.api("POST", "account/second-factor")).body.secret);
		const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 });
		const code = totp.generate({ timestamp: gateway.clocks.real.now() });
		expect((await browser.api("POST", "account/second-factor/confirm", { code })).status).toBe(200);
		expect((await addPasskey(browser, authenticator)).status).toBe(200);
		await makeLive("live");
		try {
			const phone = newBrowser();
			const signedIn = await signInWithPasskey(phone, authenticator);
			expect(signedIn.status, signedIn.text).toBe(303);
			const session = await phone.get("/app/api/sessions");
			expect(session.status, session.text).toBe(200);
			expect((await browser.api("DELETE", "account/second-factor")).status).toBe(200);
			expect(await isSignedIn(browser)).toBe(true);
			const [{ passkey_id: id } = { passkey_id: "" }] = await ownList();
			const refused = await browser.api("DELETE", `account/passkeys/${id}`);
			expect(refused.body.reason).toBe("second_factor_required");
			expect(await ownList()).toHaveLength(1);
		} finally {
			await makeLive("demo");
		}
	});
});
