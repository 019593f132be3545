import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { type Client, expectProblem, signIn } from "../../../../test/fixtures/client.ts";
import { accounts, balancesOf, eftPath, newPayee, passTime } from "../../../../test/fixtures/eft/eft.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { type StaffBrowser, signInStaff } from "../../../../test/fixtures/staff/staff-browser.ts";
import { type StaffMember, signInMember, stepUp } from "../../../../test/fixtures/staff/staff-member.ts";

// Payments from the wallet: step-up, limits and emails to owners.

let gateway: TestGateway;
let client: Client;
let owner: StaffMember;
/** An open session whose user does not give the password again. */
let stolen: StaffBrowser;
let payee: string;

beforeEach(async () => {
	await gateway?.stop();
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	owner = await signInMember(gateway);
	stolen = await signInStaff(gateway.url, gateway.demo);
	payee = await newPayee(client);
});

afterAll(() => gateway.stop());

const limitsPath = "settings/send-limits";
const sendPath = () => `${eftPath}/send/${payee}`.slice(1);
const day = 86_400_000;

async function mailsAbout() {
	await passTime(client, 1_000);
	const mails = gateway.database.tables.selectFrom("mailbox").select(["to_address as to", "subject", "text"]);
	return mails.where("message_id", "like", "owner-notice.%").orderBy("id").execute();
}

describe("a payment from an open session", () => {
	test("X-48 to an account that was never paid takes the password, and moves nothing without it", async () => {
		const before = await balancesOf(client);
		const refused = await stolen.api("POST", sendPath(), { amount: 1000, ...accounts.good });
		expectProblem(refused, 403, "FORBIDDEN");
		expect(refused.body.reason).toBe("step_up_required");
		expect(await balancesOf(client)).toEqual(before);
		const failed = () => auditEvents(gateway.database.tables, { type: "step_up.failed" });
		await expect.poll(async () => (await failed()).length, { timeout: 20_000 }).toBe(1);
		await stepUp(stolen, gateway.demo);
		expect((await stolen.api("POST", sendPath(), { amount: 10, ...accounts.good })).status).toBe(200);
	});

	test("X-48 to a paid account takes the password above the limit only", async () => {
		expect((await client.post(`/${sendPath()}`, { amount: 1, ...accounts.good })).status).toBe(200);
		await owner.patch(limitsPath, { confirm_above: 20 });
		expect((await stolen.api("POST", sendPath(), { amount: 20, ...accounts.good })).status).toBe(200);
		const refused = await stolen.api("POST", sendPath(), { amount: 20.01, ...accounts.good });
		expect(refused.body.reason).toBe("step_up_required");
	});

	test("X-48 a refused one leaves its Idempotency-Key free for the confirmed one", async () => {
		const key = { "Idempotency-Key": "confirmed later" };
		const body = { amount: 10, ...accounts.good };
		expect((await stolen.api("POST", sendPath(), body, key)).status).toBe(403);
		await stepUp(stolen, gateway.demo);
		const sent = await stolen.api("POST", sendPath(), body, key);
		expect(sent.status, sent.text).toBe(200);
		expect((await stolen.api("POST", sendPath(), body, key)).body).toEqual(sent.body);
	});

	test("X-48 to the merchant's own account takes the password", async () => {
		const refused = await stolen.api("POST", `${eftPath}/bank-deposit`.slice(1), { amount: 1 });
		expect(refused.body.reason).toBe("step_up_required");
	});
});

describe("every owner gets an email", () => {
	test("X-49 for the first payment to an account, and for each above the limit", async () => {
		await signInMember(gateway, { role: "owner" });
		await signInMember(gateway, { role: "administrator" });
		await owner.patch(limitsPath, { confirm_above: 20 });
		for (const amount of [5, 6, 21]) {
			expect((await owner.post(`/${sendPath()}`, { amount, ...accounts.good })).status).toBe(200);
		}
		const mails = await mailsAbout();
		const owners = [gateway.demo.email, `the-owner@${gateway.demo.email.split("@")[1]}`];
		const about = (amount: string) => mails.filter(({ text }) => text.includes(`Amount: ${amount}`));
		expect(mails).toHaveLength(4);
		for (const [amount, subject] of [
			["$5.00 CAD", "Test: A first payment was sent to an account"],
			["$21.00 CAD", "Test: A large payment was sent from your wallet"],
		] as const) {
			expect(about(amount).map(({ to }) => to)).toEqual(expect.arrayContaining(owners));
			for (const mail of about(amount)) {
				expect(mail.subject).toBe(subject);
				expect(mail.text).toContain("To: ada@example.com, ****6789");
				expect(mail.text).not.toContain(accounts.good.account_number);
				expect(mail.text).toMatch(new RegExp(`By: .+, ${gateway.demo.email}`));
			}
		}
	});

	test("X-49 also for a payment of an API client, which the email names", async () => {
		await client.post(`/${sendPath()}`, { amount: 5, ...accounts.good });
		const [mail] = await mailsAbout();
		expect(mail?.text).toContain(`By: The API client ${gateway.merchant.client_id}`);
	});
});

describe("limits", () => {
	test("S-26 hold for API clients and for staff, and a refused payment moves nothing", async () => {
		const lower = { per_payment: 50, per_day: 100, per_new_payee: 60 };
		expect((await owner.patch(limitsPath, lower)).status).toBe(200);
		const before = await balancesOf(client);
		for (const sender of [client, owner]) {
			const refused = await sender.post(`/${sendPath()}`, { amount: 50.01, ...accounts.good });
			expectProblem(refused, 400, "BAD_REQUEST");
			expect(refused.body.reason).toBe("payment_limit_exceeded");
		}
		expect(await balancesOf(client)).toEqual(before);
		const send = (amount: number, account_number: string) =>
			client.post(`/${sendPath()}`, { amount, ...accounts.good, account_number });
		expect((await send(40, "1236789")).status).toBe(200);
		expect((await send(20.01, "1236789")).body.reason).toBe("new_payee_limit_exceeded");
		expect((await send(20, "1236789")).status).toBe(200);
		expect((await send(40.01, "7654321")).body.reason).toBe("daily_limit_exceeded");
		expect((await send(40, "7654321")).status).toBe(200);
		await passTime(client, day);
		expect((await send(50, "1236789")).status).toBe(200);
		expect((await send(50, "1236789")).status).toBe(200);
	});

	test("S-26 count parallel payments together", async () => {
		await owner.patch(limitsPath, { per_day: 25 });
		const second = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		const there = await signIn(second.url, gateway.merchant);
		const answers = await Promise.all(
			Array.from({ length: 8 }, (_, at) =>
				(at % 2 === 0 ? client : there).post(`/${sendPath()}`, { amount: 10, ...accounts.good }),
			),
		);
		await second.stop();
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
	});

	test("S-26 X-48 are lowered at once, with the password: a low limit stops payouts for a day", async () => {
		const refused = await stolen.api("PATCH", limitsPath, { per_payment: 0.01 });
		expect(refused.body.reason).toBe("step_up_required");
		const lowered = await owner.patch(limitsPath, { per_payment: 50 });
		expect(lowered.body.per_payment).toEqual({ amount: 50, next_amount: null, next_at: null });
	});

	test("S-26 X-48 X-49 rise after 24 hours, with the password, an audit event and an email to every owner", async () => {
		await owner.patch(limitsPath, { per_payment: 50 });
		const refused = await stolen.api("PATCH", limitsPath, { per_payment: 60 });
		expect(refused.body.reason).toBe("step_up_required");
		const raised = await owner.patch(limitsPath, { per_payment: 60 });
		const at = gateway.clocks.business.now() + day;
		expect(raised.body.per_payment).toEqual({ amount: 50, next_amount: 60, next_at: expect.closeTo(at, -4) });
		expect((await mailsAbout()).map(({ subject }) => subject)).toEqual([
			"Test: A limit for sending money rises in 24 hours",
		]);
		const [event] = (await auditEvents(gateway.database.tables, { type: "settings.changed" })).slice(-1);
		expect(event?.details).toEqual({ setting: "send_limit.per_payment", to: "60.00" });
		const send = () => client.post(`/${sendPath()}`, { amount: 60, ...accounts.good });
		expect((await send()).body.reason).toBe("payment_limit_exceeded");
		await passTime(client, day);
		expect((await send()).status).toBe(200);
	});

	test("S-26 a raised limit to come is withdrawn by lowering it", async () => {
		await owner.patch(limitsPath, { per_payment: 50 });
		await owner.patch(limitsPath, { per_payment: 60 });
		const { body } = await owner.patch(limitsPath, { per_payment: 50 });
		expect(body.per_payment).toEqual({ amount: 50, next_amount: null, next_at: null });
	});

	test("S-26 belong to one merchant", async () => {
		const neighbour = await signInMember(gateway, { account: gateway.demo.second_merchant });
		await owner.patch(limitsPath, { per_payment: 50 });
		expect((await neighbour.get(limitsPath)).body.per_payment).toMatchObject({ amount: 10_000 });
	});
});
