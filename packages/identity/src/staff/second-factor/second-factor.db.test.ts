import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../../test/fixtures/audit-events.ts";
import { expectProblem } from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { operatorOf } from "../../../../../test/fixtures/operator.ts";
import { anAttemptWaits, type StaffBrowser, signInStaff } from "../../../../../test/fixtures/staff/staff-browser.ts";
import { stepUp } from "../../../../../test/fixtures/staff/staff-member.ts";
import { lockAfter } from "./second-factor.ts";

let gateway: TestGateway;
/** The secret of the first merchant's owner, after enrolment. */
let secret: string;
let recoveryCodes: string[];

beforeAll(async () => {
	gateway = await startTestGateway();
	// The clock stops so that a code's time step cannot end before the code is checked.
	gateway.clocks.real.stop();
});

afterAll(() => gateway.stop());

const step = 30_000;

function codeNow(steps = 0): string {
	const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 });
	return totp.generate({ timestamp: gateway.clocks.real.now() + steps * step });
}

function wrongCode(): string {
	return codeNow().replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
}

const password = () => gateway.demo.password;
const signIn = () => signInStaff(gateway.url, gateway.demo);
const isSignedIn = async (browser: StaffBrowser) => (await browser.get("/app/api/session")).status === 200;

/** Signs in up to the page that asks for the code. */
async function signInToCode(): Promise<StaffBrowser> {
	const browser = await signIn();
	const answer = await browser.get("/app/second-factor?next=%2Fapp%2Ftransactions");
	expect(answer.status).toBe(200);
	return browser;
}

describe("setting up a second factor", () => {
	test("P-33 X-48 asks for the password, so that a borrowed session can set nothing up", async () => {
		const browser = await signIn();
		const refused = await browser.api("POST", "account/second-factor");
		expectProblem(refused, 403, "FORBIDDEN");
		expect(refused.body.reason).toBe("step_up_required");
	});

	test("P-33 requires a code of the new authenticator, and shows recovery codes once", async () => {
		const [browser, elsewhere] = [await signIn(), await signIn()];
		await stepUp(browser, { password: password() });
		const begun = await browser.api("POST", "account/second-factor");
		expect(begun.status, begun.text).toBe(200);
		secret = String(begun.body.secret);
		expect(String(begun.body.otpauth_uri)).toContain(secret);
		expect(String(begun.body.qr_svg)).toMatch(/^<svg [^>]*>/);
		expectProblem(
			await browser.api("POST", "account/second-factor/confirm", { code: wrongCode() }),
			400,
			"BAD_REQUEST",
		);
		expect((await browser.get("/app/api/session")).body).toMatchObject({ user: { has_second_factor: false } });

		const before = browser.cookies.get("__Host-cardseal");
		const confirmed = await browser.api("POST", "account/second-factor/confirm", { code: codeNow() });
		expect(confirmed.status, confirmed.text).toBe(200);
		recoveryCodes = confirmed.body.recovery_codes as string[];
		expect(new Set(recoveryCodes).size).toBe(10);
		for (const code of recoveryCodes)
			expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
		expect(browser.cookies.get("__Host-cardseal")).not.toBe(before);
		expect((await browser.get("/app/api/session")).body).toMatchObject({ user: { has_second_factor: true } });
		// The session has ended, so it does not even reach the page that asks for the code.
		expect((await elsewhere.get("/app")).headers.get("Location")).toBe("/app/sign-in?next=%2Fapp");
	});

	test("P-30 stores neither the secret nor a recovery code in the clear", async () => {
		const { tables } = gateway.database;
		const staff = await tables.selectFrom("staff").selectAll().execute();
		const codes = await tables.selectFrom("recovery_codes").selectAll().execute();
		const hex = Buffer.from(Secret.fromBase32(secret).buffer).toString("hex");
		const sealed = staff.map(({ second_factor_secret }) => second_factor_secret?.toString("hex") ?? "").join();
		expect(sealed).not.toContain(hex);
		expect(sealed.length).toBeGreaterThan(hex.length);
		expect(codes).toHaveLength(10);
		expect(gateway.logLines.join()).not.toContain(secret);
		for (const code of recoveryCodes) expect(gateway.logLines.join()).not.toContain(code);
	});
});

describe("a sign-in with a second factor", () => {
	test("P-33 grants nothing before the code: neither pages nor the API", async () => {
		gateway.clocks.real.advance(2 * step);
		const browser = await signIn();
		expectProblem(await browser.get("/app/api/session", { Accept: "application/json" }), 401, "UNAUTHORIZED");
		const page = await browser.get("/app/transactions");
		expect(page.headers.get("Location")).toBe("/app/second-factor?next=%2Fapp%2Ftransactions");
	});

	test("P-33, X-29 continues after the code with a new cookie, and the old one is revoked", async () => {
		gateway.clocks.real.advance(2 * step);
		const browser = await signInToCode();
		const before = browser.cookies.get("__Host-cardseal") ?? "";
		const answer = await browser.submit({ code: codeNow().replace(/^.../, "$& ") });
		expect({ status: answer.status, to: answer.headers.get("Location") }).toEqual({
			status: 303,
			to: "/app/transactions",
		});
		expect(await isSignedIn(browser)).toBe(true);
		browser.cookies.set("__Host-cardseal", before);
		expect(await isSignedIn(browser)).toBe(false);
	});

	test("P-33 accepts each code once, and no earlier one", async () => {
		gateway.clocks.real.advance(4 * step);
		const used = codeNow();
		const first = await signInToCode();
		expect((await first.submit({ code: used })).status).toBe(303);
		const second = await signInToCode();
		expect((await second.submit({ code: used })).status).toBe(401);
		expect((await second.submit({ code: codeNow(-1) })).status).toBe(401);
		expect(await isSignedIn(second)).toBe(false);
		expect((await second.submit({ code: codeNow(1) })).status).toBe(303);
	});

	test("P-33 accepts one of two browsers that send the same code at once", async () => {
		gateway.clocks.real.advance(4 * step);
		const browsers = [await signInToCode(), await signInToCode()];
		const code = codeNow();
		const answers = await Promise.all(browsers.map((browser) => browser.submit({ code })));
		expect(answers.map(({ status }) => status).sort()).toEqual([303, 401]);
	});

	test("continues with a recovery code, once, in any spelling", async () => {
		const [code = "", other = ""] = recoveryCodes;
		const first = await signInToCode();
		expect((await first.submit({ code: code.toLowerCase().replaceAll("-", " ") })).status).toBe(303);
		expect(await isSignedIn(first)).toBe(true);
		const second = await signInToCode();
		expect((await second.submit({ code })).status).toBe(401);
		expect((await second.submit({ code: other })).status).toBe(303);
	});

	test("P-31, X-39 locks after ten wrong codes, also for the right code and for the password", async () => {
		gateway.clocks.real.advance(4 * step);
		const browser = await signInToCode();
		for (let attempt = 1; attempt <= 10; attempt++) expect((await browser.submit({ code: "000000" })).status).toBe(401);
		expect((await browser.submit({ code: codeNow() })).status).toBe(401);
		expect((await browser.submit({ code: recoveryCodes[2] ?? "" })).status).toBe(401);
		gateway.clocks.real.advance(30 * 60_000);
		const later = await signInToCode();
		expect((await later.submit({ code: codeNow() })).status).toBe(303);
	});

	test("P-31, X-39 locks for longer each time, and mails the member at the first lock after a right password", async () => {
		const { tables } = gateway.database;
		const minutes = 60_000;
		const lockedMails = async () => (await auditOfLocks()).length;
		const mails = () =>
			tables.selectFrom("staff_notices").select("id").where("event", "=", "second_factor.locked").execute();
		await tables.deleteFrom("staff_notices").execute();
		const before = await lockedMails();
		for (const [round, lockMinutes] of [30, 60].entries()) {
			gateway.clocks.real.advance(4 * step);
			const browser = await signInToCode();
			for (let attempt = 1; attempt <= 10; attempt++) await browser.submit({ code: "000000" });
			expect(await lockedMails()).toBe(before + round + 1);
			expect(await mails()).toHaveLength(1);
			gateway.clocks.real.advance(lockMinutes * minutes - step);
			if (lockMinutes > 30) expect((await (await signInToCode()).submit({ code: codeNow() })).status).toBe(401);
			gateway.clocks.real.advance(step);
		}
		const later = await signInToCode();
		expect((await later.submit({ code: codeNow() })).status).toBe(303);
		expect(
			await tables.selectFrom("second_factor_failures").select("failed").where("failed", ">", 0).execute(),
		).toEqual([]);
	});

	const auditOfLocks = () => auditEvents(gateway.database.tables, { type: "second_factor.locked" });

	test("X-39 doubles each lock up to a day", () => {
		const locks = [9, 10, 11, 20, 30, 40, 50, 60, 70, 200].map((failed) => lockAfter(failed) / 3_600_000);
		expect(locks).toEqual([0, 0.5, 0, 1, 2, 4, 8, 16, 24, 24]);
	});
});

describe("a second factor", () => {
	async function signInFully(): Promise<StaffBrowser> {
		gateway.clocks.real.advance(4 * step);
		const browser = await signInToCode();
		expect((await browser.submit({ code: codeNow() })).status).toBe(303);
		return browser;
	}

	test("X-48 is replaced, gets new codes and is disabled only with password and code", async () => {
		const browser = await signInFully();
		for (const [method, path] of [
			["POST", "account/second-factor"],
			["POST", "account/recovery-codes"],
			["DELETE", "account/second-factor"],
		] as const) {
			expect((await browser.api(method, path)).body.reason).toBe("step_up_required");
		}
		const used = { password: password(), code: codeNow() };
		expectProblem(await browser.api("POST", "session/step-up", used), 400, "BAD_REQUEST");
		await stepUp(browser, { password: password(), code: codeNow(1) });
		const renewed = await browser.api("POST", "account/recovery-codes");
		expect(renewed.body.recovery_codes).toHaveLength(10);
		const former = await signInToCode();
		expect((await former.submit({ code: recoveryCodes[3] ?? "" })).status).toBe(401);

		const elsewhere = await signInFully();
		const before = browser.cookies.get("__Host-cardseal");
		const off = await browser.api("DELETE", "account/second-factor");
		expect(off.status, off.text).toBe(200);
		expect(await isSignedIn(await signIn())).toBe(true);
		expect(await isSignedIn(elsewhere)).toBe(false);
		expect(browser.cookies.get("__Host-cardseal")).not.toBe(before);
		const { csrf_token } = (await browser.get("/app/api/session")).body;
		expect(off.body).toEqual({ csrf_token });
	});

	test("P-33 is set up once by six equal parallel requests, with one set of recovery codes", async () => {
		const browser = await signIn();
		await stepUp(browser, { password: password() });
		secret = String((await browser.api("POST", "account/second-factor")).body.secret);
		const confirm = () => browser.api("POST", "account/second-factor/confirm", { code: codeNow() });
		const answers = await Promise.all(Array.from({ length: 6 }, confirm));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
	});

	test("X-29 is not changed by a session that ends while it waits", async () => {
		const { tables } = gateway.database;
		const codes = () => tables.selectFrom("recovery_codes").select("code_hash").orderBy("code_hash").execute();
		const [browser, before] = [await signInFully(), await codes()];
		await stepUp(browser, { password: password(), code: codeNow(1) });
		const refused = await tables.transaction().execute(async (transaction) => {
			await transaction.selectFrom("staff").select("id").forUpdate().execute();
			const renewing = browser.api("POST", "account/recovery-codes");
			await anAttemptWaits(gateway, `%from "staff"%for no key update%`);
			await transaction.deleteFrom("staff_sessions").execute();
			return { renewing };
		});
		expectProblem(await refused.renewing, 401, "UNAUTHORIZED");
		expect(await codes()).toEqual(before);
	});

	test("P-33 that was lost is removed by the operator, and all sessions end", async () => {
		const { tables } = gateway.database;
		const browser = await signInFully();
		const reset = (...words: string[]) => operatorOf(gateway).run("staff", "reset-second-factor", ...words);
		await expect(reset()).rejects.toThrow(/reset-second-factor EMAIL/);
		await expect(reset("nobody@example.com")).rejects.toThrow(/no staff member/);
		expect((await reset(gateway.demo.email.toUpperCase())).text).toContain(gateway.demo.email);
		await expect(reset(gateway.demo.email)).rejects.toThrow(/no second factor/);
		expect(await isSignedIn(browser)).toBe(false);
		expect(await isSignedIn(await signIn())).toBe(true);
		expect(await tables.selectFrom("recovery_codes").selectAll().execute()).toEqual([]);
	});

	test("appears in the audit log with every change", async () => {
		const rows = await auditEvents(gateway.database.tables, {});
		expect(rows.map(({ type }) => type)).toEqual(
			expect.arrayContaining([
				"second_factor.enabled",
				"second_factor.disabled",
				"recovery_code.used",
				"recovery_codes.renewed",
				"session.opened",
			]),
		);
	});
});

describe("a live merchant's staff", () => {
	test("P-33 must set up a second factor first, and cannot disable it", async () => {
		const { tables } = gateway.database;
		const account = gateway.demo.second_merchant;
		const live = tables.updateTable("merchants").set({ mode: "live" }).where("merchant_id", "=", account.merchant_id);
		const { id } = await live.returning("id").executeTakeFirstOrThrow();
		// The sandbox key for card tokens; a live merchant has a live key.
		await sql`delete from vault.keys where merchant_id = ${id}`.execute(tables);

		const browser = await signInStaff(gateway.url, account);
		expectProblem(await browser.get("/app/api/session", { Accept: "application/json" }), 401, "UNAUTHORIZED");
		expect((await browser.get("/app")).headers.get("Location")).toBe("/app/enrol?next=%2Fapp");
		const page = await browser.get("/app/enrol?next=%2Fapp");
		secret = (/<code class="standalone-key">([^<]+)</.exec(page.text)?.[1] ?? "").replaceAll(" ", "");
		expect((await browser.get("/app/enrol")).text).toContain(page.text.slice(page.text.indexOf("data:image"), 2_000));
		expect((await browser.submit({ code: wrongCode() })).status).toBe(400);
		const done = await browser.submit({ code: codeNow() });
		expect(done.status).toBe(200);
		expect(done.text.match(/<li><code>/g)).toHaveLength(10);
		expect(await isSignedIn(browser)).toBe(true);
		await stepUp(browser, { password: account.password, code: codeNow(1) });
		const off = await browser.api("DELETE", "account/second-factor");
		expectProblem(off, 409, "CONFLICT");
	});
});
