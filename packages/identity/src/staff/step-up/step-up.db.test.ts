import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../../test/fixtures/audit-events.ts";
import { expectProblem } from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { anAttemptWaits, type StaffBrowser, signInStaff } from "../../../../../test/fixtures/staff/staff-browser.ts";
import { stepUp } from "../../../../../test/fixtures/staff/staff-member.ts";

let gateway: TestGateway;
let browser: StaffBrowser;

beforeAll(async () => {
	gateway = await startTestGateway();
	gateway.clocks.real.stop();
});

beforeEach(async () => {
	browser = await signInStaff(gateway.url, gateway.demo);
});

afterAll(() => gateway.stop());

const cookie = "__Host-cardseal";
const fiveMinutes = 5 * 60_000;

/** A request that needs step-up and changes little. */
const attempt = (by: StaffBrowser) => by.api("DELETE", "settings/bank-account");

const events = (type: "step_up.failed" | "session.stepped_up" | "sign_in.failed") =>
	auditEvents(gateway.database.tables, { type });

describe("step-up", () => {
	test("X-48 a sign-in alone is refused with a stable reason, and the refusal is in the audit log", async () => {
		const before = (await events("step_up.failed")).length;
		const refused = await attempt(browser);
		expectProblem(refused, 403, "FORBIDDEN");
		expect(refused.body.reason).toBe("step_up_required");
		await expect.poll(async () => (await events("step_up.failed")).length, { timeout: 20_000 }).toBe(before + 1);
		expect((await events("step_up.failed")).at(-1)).toMatchObject({
			actor_kind: "staff",
			details: { route: "DELETE /app/api/settings/bank-account" },
		});
	});

	test("X-48 the password counts for five minutes, in this session", async () => {
		const elsewhere = await signInStaff(gateway.url, gateway.demo);
		await stepUp(browser, gateway.demo);
		expect((await attempt(browser)).status).toBe(200);
		expect((await attempt(elsewhere)).body.reason).toBe("step_up_required");
		gateway.clocks.real.advance(fiveMinutes - 1);
		expect((await attempt(browser)).status).toBe(200);
		gateway.clocks.real.advance(1);
		expect((await attempt(browser)).body.reason).toBe("step_up_required");
	});

	test("X-29 X-48 the session gets a new cookie, so that a stolen one gains nothing", async () => {
		const stolen = browser.cookies.get(cookie) ?? "";
		await stepUp(browser, gateway.demo);
		expect(browser.cookies.get(cookie)).not.toBe(stolen);
		const answer = await browser.get("/app/api/session", { Cookie: `${cookie}=${stolen}` });
		expectProblem(answer, 401, "UNAUTHORIZED");
	});

	test("P-31 X-39 a wrong password is refused at its field, and counts as a failed sign-in", async () => {
		const before = (await events("sign_in.failed")).length;
		for (const body of [{}, { password: "not my password 1" }]) {
			const refused = await browser.api("POST", "session/step-up", body);
			expectProblem(refused, 400, "BAD_REQUEST");
			expect(refused.body.errors).toMatchObject([{ field: "password" }]);
		}
		await expect.poll(async () => (await events("sign_in.failed")).length, { timeout: 20_000 }).toBe(before + 1);
		expect((await attempt(browser)).body.reason).toBe("step_up_required");
	});

	test("leaves an audit event", async () => {
		const before = (await events("session.stepped_up")).length;
		await stepUp(browser, gateway.demo);
		expect((await events("session.stepped_up")).slice(before)).toMatchObject([
			{ actor_kind: "staff", details: { session: expect.any(String) } },
		]);
	});

	test("X-29 fails for a session that ends while it waits", async () => {
		const { tables } = gateway.database;
		const { waiting } = await tables.transaction().execute(async (transaction) => {
			await transaction.selectFrom("staff").select("id").forUpdate().execute();
			const waiting = browser.api("POST", "session/step-up", { password: gateway.demo.password });
			await anAttemptWaits(gateway);
			await transaction.deleteFrom("staff_sessions").execute();
			return { waiting };
		});
		expectProblem(await waiting, 401, "UNAUTHORIZED");
	});
});

describe("step-up with a second factor", () => {
	test("X-48 takes the password and an unused code, or a recovery code", async () => {
		const { password } = gateway.demo;
		await stepUp(browser, { password });
		const secret = String((await browser.api("POST", "account/second-factor")).body.secret);
		const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 });
		const code = () => totp.generate({ timestamp: gateway.clocks.real.now() });
		const confirmed = await browser.api("POST", "account/second-factor/confirm", { code: code() });
		const [recoveryCode = ""] = confirmed.body.recovery_codes as string[];
		gateway.clocks.real.advance(fiveMinutes);

		for (const body of [{ password }, { password, code: "000000" }, { password, code: null }]) {
			const refused = await browser.api("POST", "session/step-up", body);
			expectProblem(refused, 400, "BAD_REQUEST");
			expect(refused.body.errors).toMatchObject([{ field: "code" }]);
		}
		const wrong = await browser.api("POST", "session/step-up", { password: "not my password 1", code: code() });
		expect(wrong.body.errors).toMatchObject([{ field: "password" }]);
		expect((await attempt(browser)).body.reason).toBe("step_up_required");

		const used = code();
		await stepUp(browser, { password, code: used });
		expect((await attempt(browser)).status).toBe(200);
		expectProblem(await browser.api("POST", "session/step-up", { password, code: used }), 400, "BAD_REQUEST");
		await stepUp(browser, { password, code: recoveryCode });
		expectProblem(await browser.api("POST", "session/step-up", { password, code: recoveryCode }), 400, "BAD_REQUEST");
	});
});
