import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { type Client, expectProblem, signIn } from "../../../../test/fixtures/client.ts";
import {
	accounts,
	balancesOf,
	eftPath,
	eftRecord,
	newPayee,
	passTime,
	railDelayMs,
} from "../../../../test/fixtures/eft/eft.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { signInStaff } from "../../../../test/fixtures/staff/staff-browser.ts";
import { type StaffMember, signInMember, stepUp } from "../../../../test/fixtures/staff/staff-member.ts";
import { verifyLedger } from "../wallet/verify-ledger.store.ts";

// Payments above a limit wait for a second person.

let gateway: TestGateway;
let client: Client;
let owner: StaffMember;
let second: StaffMember;
let secondEmail: string;
let payee: string;

const limitsPath = "settings/send-limits";
const listPath = "/wallet/approvals";
const day = 86_400_000;

beforeEach(async () => {
	await gateway?.stop();
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	owner = await signInMember(gateway);
	await joinedAgo(day);
	second = await signInMember(gateway, { role: "owner" });
	secondEmail = `the-owner@${gateway.demo.email.split("@")[1]}`;
	payee = await newPayee(client);
	expect((await owner.patch(limitsPath, { approve_above: 50 })).status).toBe(200);
});

afterAll(() => gateway.stop());

const send = (sender: Pick<StaffMember, "post"> | Client, amount: number, headers: Record<string, string> = {}) =>
	sender.post(`${eftPath}/send/${payee}`, { amount, ...accounts.good }, headers);

const decide = (member: StaffMember, { body }: { body: Record<string, unknown> }, kind: "approve" | "reject") =>
	member.post(`${listPath}/${body.transaction_id}/${kind}`);

async function waitingFor(member: StaffMember) {
	return (await member.get(listPath)).body.approvals as Record<string, unknown>[];
}

/** Lets every member so far have joined at a time before now. Members who are hired later joined when the owner did. */
async function joinedAgo(milliseconds: number): Promise<void> {
	const created_at = gateway.clocks.business.now() - milliseconds;
	await gateway.database.tables.updateTable("staff").set({ created_at }).execute();
}

async function accountsInVault(): Promise<number> {
	const { rows } = await sql<{ count: number }>`select count(*)::int as count from vault.bank_accounts`.execute(
		gateway.database.tables,
	);
	return rows[0]?.count ?? 0;
}

async function approvalMails(): Promise<{ to: string; subject: string; text: string }[]> {
	await passTime(client, 1_000);
	return gateway.database.tables
		.selectFrom("mailbox")
		.select(["to_address as to", "subject", "text"])
		.where("message_id", "like", "approval.%")
		.orderBy("id")
		.$narrowType<{ to: string }>()
		.execute();
}

async function mailSubjects(): Promise<string[]> {
	await passTime(client, 1_000);
	const mails = gateway.database.tables.selectFrom("mailbox").select("subject").distinct();
	const rows = await mails.where("message_id", "like", "owner-notice.%").orderBy("subject").execute();
	return rows.map(({ subject }) => subject);
}

function expectGone(answer: Awaited<ReturnType<typeof decide>>): void {
	expectProblem(answer, 409, "CONFLICT");
	expect(answer.body.reason).toBe("requester_without_access");
}

async function expectSoundLedger(): Promise<void> {
	expect((await verifyLedger(gateway.database.tables.withTables())).differences).toEqual([]);
}

describe("a payment above the limit for approvals", () => {
	test("S-27 waits with its amount on hold, and goes to the bank once another member approves it", async () => {
		const asked = await send(owner, 60);
		expect(asked.body).toMatchObject({ transaction_result: "PENDING", approval: "WAITING" });
		await passTime(client, 2 * railDelayMs);
		expect(await eftRecord(client, asked)).toMatchObject({ transaction_result: "PENDING", approval: "WAITING" });
		expect(await balancesOf(client)).toEqual({ actual_balance: 1000, available_balance: 940, held_balance: 60 });
		await expectSoundLedger();
		const approved = await decide(second, asked, "approve");
		expect(approved.body).toMatchObject({ approval: "APPROVED", transaction_message: null });
		await passTime(client, 2 * railDelayMs);
		expect(await eftRecord(client, asked)).toMatchObject({ transaction_result: "APPROVED", approval: "APPROVED" });
		expect(await balancesOf(client)).toEqual({ actual_balance: 940, available_balance: 940 });
		await expectSoundLedger();
	});

	test("S-27 up to the limit does not wait", async () => {
		expect((await send(owner, 50)).body.approval).toBeNull();
		expect(await waitingFor(second)).toEqual([]);
	});

	test("S-27 is not sent when another member rejects it, and its account number is deleted", async () => {
		const before = await accountsInVault();
		const asked = await send(owner, 60);
		expect(await accountsInVault()).toBe(before + 1);
		const rejected = await decide(second, asked, "reject");
		expect(rejected.body).toMatchObject({ transaction_result: "DECLINED", approval: "REJECTED" });
		await passTime(client, 2 * railDelayMs);
		expect(await balancesOf(client)).toEqual({ actual_balance: 1000, available_balance: 1000 });
		expect(await accountsInVault()).toBe(before);
		await expectSoundLedger();
		const stolen = await signInStaff(gateway.url, gateway.demo);
		const again = await stolen.api("POST", `${eftPath}/send/${payee}`.slice(1), { amount: 1, ...accounts.good });
		expect(again.body.reason, "the account was never paid").toBe("step_up_required");
	});

	test("S-27 expires after seven days, and owners get an email", async () => {
		const asked = await send(owner, 60);
		await passTime(client, 7 * day - 60_000);
		expect((await eftRecord(client, asked)).approval).toBe("WAITING");
		await passTime(client, 60_000);
		expect(await eftRecord(client, asked)).toMatchObject({ transaction_result: "DECLINED", approval: "EXPIRED" });
		expect(await balancesOf(client)).toEqual({ actual_balance: 1000, available_balance: 1000 });
		expect(await mailSubjects()).toContain("Test: A payment from your wallet was not approved in time");
		const [event] = await auditEvents(gateway.database.tables, { type: "send.approval_expired" });
		expect(event).toMatchObject({ actor_kind: "system", object: asked.body.transaction_id });
		await expectSoundLedger();
	});

	test("S-27 expires although another one fails to", async () => {
		const broken = await send(owner, 60);
		// A damaged row: the sum of the payee is missing.
		await gateway.database.tables.deleteFrom("eft_payees").execute();
		const path = `${eftPath}/send/${payee}`;
		const asked = await owner.post(path, { amount: 70, ...accounts.returned });
		await client.post("/sandbox/clock", { advance_ms: 7 * day + 1_000 });
		await expect.poll(async () => (await eftRecord(client, asked)).approval, { timeout: 20_000 }).toBe("EXPIRED");
		expect((await eftRecord(client, broken)).approval).toBe("WAITING");
	});

	test("S-27 is not decided by the member who asked, nor by the creator of the credential that asked", async () => {
		const { body: credential } = await second.post("/credentials", { name: "Theirs" });
		const secret = { client_id: String(credential.client_id), client_secret: String(credential.client_secret) };
		const theirs = await signIn(gateway.url, { ...gateway.merchant, ...secret });
		for (const [asker, sender, other] of [
			[owner, owner, second],
			[second, theirs, owner],
		] as const) {
			const asked = await send(sender, 60);
			expect(asked.body).toMatchObject({ approval: "WAITING", transaction_result: "PENDING" });
			for (const kind of ["approve", "reject"] as const) {
				const refused = await decide(asker, asked, kind);
				expectProblem(refused, 403, "FORBIDDEN");
				expect(refused.body.reason).toBe("own_payment");
			}
			expect(await waitingFor(asker)).toMatchObject([{ may_decide: false }]);
			expect(await waitingFor(other)).toMatchObject([{ may_decide: true, asked_by: { user_id: asker.userId } }]);
			expect((await decide(other, asked, "approve")).status).toBe(200);
		}
	});

	test("S-27 is decided once by two members at once, on two gateways", async () => {
		const third = await signInMember(gateway, { role: "administrator" });
		const there = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		const elsewhere = await signInStaff(there.url, { ...gateway.demo, email: secondEmail });
		await stepUp(elsewhere, gateway.demo);
		for (const kinds of [
			["approve", "approve"],
			["approve", "reject"],
			["reject", "approve"],
		] as const) {
			const asked = await send(owner, 60);
			const theirs = elsewhere.api("POST", `wallet/approvals/${asked.body.transaction_id}/${kinds[1]}`);
			const answers = await Promise.all([decide(third, asked, kinds[0]), theirs]);
			expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
			expect(answers.find(({ status }) => status === 409)?.body.reason).toBe("payment_decided");
		}
		await there.stop();
		await passTime(client, 2 * railDelayMs);
		await expectSoundLedger();
	});

	test("S-27 reserves its amount, so that an approval overdraws nothing", async () => {
		const asked = await send(owner, 900);
		const refused = await send(client, 200);
		expect(refused.body.reason).toBe("insufficient_funds");
		expect((await decide(second, asked, "approve")).status).toBe(200);
		await passTime(client, 2 * railDelayMs);
		expect(await balancesOf(client)).toEqual({ actual_balance: 100, available_balance: 100 });
	});

	test("S-27 replays its first answer to the same Idempotency-Key, also after the decision", async () => {
		const key = { "Idempotency-Key": "waits" };
		const asked = await send(client, 60, key);
		expect(asked.body.approval).toBe("WAITING");
		expect((await send(client, 60, key)).body).toEqual(asked.body);
		await decide(second, asked, "approve");
		const replay = await send(client, 60, key);
		expect(replay.body).toEqual(asked.body);
		expect(replay.headers.get("Idempotency-Replayed")).toBe("true");
		expect(await waitingFor(second)).toEqual([]);
	});

	test("X-48 is not approved by a session without the password", async () => {
		const asked = await send(client, 60);
		const stolen = await signInStaff(gateway.url, gateway.demo);
		const refused = await stolen.api("POST", `wallet/approvals/${asked.body.transaction_id}/approve`);
		expect(refused.body.reason).toBe("step_up_required");
		expect((await eftRecord(client, asked)).approval).toBe("WAITING");
	});

	test("X-49 mails every owner and leaves audit events, for the question and for the answer", async () => {
		const asked = await send(owner, 60);
		await decide(second, asked, "approve");
		await decide(second, await send(owner, 61), "reject");
		expect(await mailSubjects()).toEqual([
			"Test: A payment from your wallet waits for approval",
			"Test: A payment from your wallet was approved",
			"Test: A payment from your wallet was rejected",
		]);
		const [event] = await auditEvents(gateway.database.tables, { type: "send.approved" });
		expect(event).toMatchObject({ actor_id: String(second.userId), object: asked.body.transaction_id });
		expect(await auditEvents(gateway.database.tables, { type: "send.rejected" })).toHaveLength(1);
	});

	test("S-27 asks every member who may approve it, and no other, with a link to the payment", async () => {
		await signInMember(gateway, { role: "administrator" });
		await signInMember(gateway, { role: "clerk" });
		const asked = await send(owner, 60);
		const [first, ...more] = await approvalMails();
		const address = (role: string) => `the-${role}@${gateway.demo.email.split("@")[1]}`;
		expect([first, ...more].map((mail) => mail?.to).sort()).toEqual([address("administrator"), secondEmail].sort());
		expect(first?.subject).toMatch(/^Test: Approve \$60\.00 CAD to .+\?$/);
		expect(first?.text).toContain(`/app/demo/wallet/payments/${asked.body.transaction_id}`);
		expect(first?.text).not.toMatch(/did not expect|change your password/);
		expect(await mailSubjects(), "the owner who asked").toEqual([
			"Test: A payment from your wallet waits for approval",
		]);
	});

	test("S-27 is asked again a day before it expires, unless it is decided", async () => {
		const decided = await send(owner, 61);
		await send(owner, 60);
		await decide(second, decided, "approve");
		await passTime(client, 6 * day - 60_000);
		const before = await approvalMails();
		expect(before.filter(({ subject }) => subject.includes("Reminder"))).toEqual([]);
		await passTime(client, 60_000);
		const [reminder, ...more] = (await approvalMails()).slice(before.length);
		expect(more).toEqual([]);
		expect(reminder).toMatchObject({ to: secondEmail });
		expect(reminder?.subject).toMatch(/^Test: Reminder: approve \$60\.00 CAD to /);
		await passTime(client, day);
		expect(await approvalMails()).toHaveLength(before.length + 1);
	});

	test("X-01 is neither seen nor decided by another merchant", async () => {
		const asked = await send(owner, 60);
		const neighbour = await signInMember(gateway, { account: gateway.demo.second_merchant });
		expect(await waitingFor(neighbour)).toEqual([]);
		for (const kind of ["approve", "reject"] as const)
			expectProblem(await decide(neighbour, asked, kind), 404, "NOT_FOUND");
		const plain = await send(owner, 1);
		expectProblem(await decide(second, plain, "approve"), 404, "NOT_FOUND");
	});
});

describe("an approval", () => {
	test("S-27 is refused from a member who joined less than 24 hours ago, who may reject", async () => {
		const asked = await send(owner, 60);
		await joinedAgo(day - 60_000);
		const refused = await decide(second, asked, "approve");
		expectProblem(refused, 403, "FORBIDDEN");
		expect(refused.body.reason).toBe("approver_too_new");
		expect((await eftRecord(client, asked)).approval).toBe("WAITING");
		expect((await decide(second, asked, "reject")).status).toBe(200);
		const later = await send(owner, 61);
		await passTime(client, 60_000);
		expect((await decide(second, later, "approve")).status).toBe(200);
	});

	test("S-27 is refused from a member who got a higher role less than 24 hours ago", async () => {
		const asked = await send(owner, 60);
		const clerk = await signInMember(gateway, { role: "clerk" });
		await joinedAgo(2 * day);
		expect((await owner.patch(`/staff/${clerk.userId}`, { role: "administrator" })).status).toBe(200);
		const email = `the-clerk@${gateway.demo.email.split("@")[1]}`;
		const { password } = gateway.demo;
		const approve = async () => {
			const raised = await signInStaff(gateway.url, { email, password });
			await stepUp(raised, { password });
			return raised.api("POST", `wallet/approvals/${asked.body.transaction_id}/approve`);
		};
		const refused = await approve();
		expectProblem(refused, 403, "FORBIDDEN");
		expect(refused.body.reason).toBe("approver_too_new");
		await passTime(client, day);
		expect((await approve()).status).toBe(200);
	});

	test("S-27 counts one that another gateway approves at the same moment", async () => {
		const asked = await send(owner, 60);
		const approving = await gateway.database.tables.transaction().execute(async (transaction) => {
			await transaction.selectFrom("eft_wallets").select("merchant_id").forUpdate().execute();
			const running = decide(second, asked, "approve");
			await expect
				.poll(async () => {
					const { rows } = await sql`select from pg_stat_activity
						where datname = current_database() and wait_event_type = 'Lock' and query like '%eft_wallets%'`.execute(
						gateway.database.tables,
					);
					return rows.length;
				})
				.toBe(1);
			return { running };
		});
		expect((await approving.running).body).toMatchObject({ approval: "APPROVED" });
	});

	test("S-27 is given by the primary owner also on the first day", async () => {
		const asked = await send(second, 60);
		await joinedAgo(0);
		expect((await decide(owner, asked, "approve")).status).toBe(200);
	});

	test("S-27 is refused once the member who asked was removed or may no longer send, and the payment can be rejected", async () => {
		const asker = await signInMember(gateway, { role: "administrator" });
		const asked = [await send(asker, 60), await send(asker, 61)] as const;
		expect((await owner.patch(`staff/${asker.userId}`, { role: "clerk" })).status).toBe(200);
		expectGone(await decide(second, asked[0], "approve"));
		expect((await owner.delete(`staff/${asker.userId}`)).status).toBe(200);
		expectGone(await decide(second, asked[0], "approve"));
		expect((await decide(second, asked[0], "reject")).body.approval).toBe("REJECTED");
		expect((await eftRecord(client, asked[1])).approval).toBe("WAITING");
		await expectSoundLedger();
	});

	test("S-27 is refused once the credential that asked was revoked, but not for the removal of its creator", async () => {
		const asker = await signInMember(gateway, { role: "administrator" });
		const { body: credential } = await asker.post("/credentials", { name: "Theirs" });
		const secret = { client_id: String(credential.client_id), client_secret: String(credential.client_secret) };
		const theirs = await signIn(gateway.url, { ...gateway.merchant, ...secret });
		const asked = [await send(theirs, 60), await send(theirs, 61)] as const;
		expect((await owner.delete(`staff/${asker.userId}`)).status).toBe(200);
		expect((await decide(second, asked[0], "approve")).status).toBe(200);
		expect((await owner.delete(`credentials/${secret.client_id}`)).status).toBeLessThan(300);
		expectGone(await decide(second, asked[1], "approve"));
	});

	test("S-26 S-27 is refused above the limits of that time, which also count payments of earlier days", async () => {
		const asked = [await send(owner, 60), await send(owner, 70)] as const;
		const refusalUnder = async (limits: Record<string, number>, payment: (typeof asked)[number]) => {
			expect((await owner.patch(limitsPath, limits)).status).toBe(200);
			const refused = await decide(second, payment, "approve");
			expectProblem(refused, 400, "BAD_REQUEST");
			expect((await eftRecord(client, payment)).approval).toBe("WAITING");
			return refused.body.reason;
		};
		expect(await refusalUnder({ per_new_payee: 129 }, asked[0])).toBe("new_payee_limit_exceeded");
		await passTime(client, day);
		expect((await decide(second, asked[0], "approve")).status).toBe(200);
		expect(await refusalUnder({ per_day: 129 }, asked[1])).toBe("daily_limit_exceeded");
		await passTime(client, day);
		expect(await refusalUnder({ per_payment: 69 }, asked[1])).toBe("payment_limit_exceeded");
		await expectSoundLedger();
	});

	test("S-27 shows the payee's institution, and that an account was never paid", async () => {
		const asked = await send(owner, 60);
		await send(owner, 61);
		const shown = async () =>
			(await waitingFor(second)).map(({ institution_number, is_new_payee }) => [institution_number, is_new_payee]);
		expect(await shown()).toEqual([
			["004", true],
			["004", true],
		]);
		await decide(second, asked, "approve");
		expect(await shown()).toEqual([["004", false]]);
	});
});

describe("the limit for approvals", () => {
	test("S-27 is off by default", async () => {
		const neighbour = await signInMember(gateway, { account: gateway.demo.second_merchant });
		const { body } = await neighbour.get(limitsPath);
		expect(body.approve_above).toEqual({ amount: null, next_amount: null, next_at: null });
	});

	test("S-27 is refused for a merchant with one member who may send money", async () => {
		const account = gateway.demo.second_merchant;
		const neighbour = await signInMember(gateway, { account });
		await signInMember(gateway, { account, role: "clerk" });
		const refused = await neighbour.patch(limitsPath, { approve_above: 50 });
		expectProblem(refused, 409, "CONFLICT");
		expect(refused.body.reason).toBe("second_person_missing");
		await signInMember(gateway, { account, role: "administrator" });
		expect((await neighbour.patch(limitsPath, { approve_above: 50 })).status).toBe(200);
	});

	test("S-27 X-48 X-49 is raised and switched off after 24 hours, with the password and an email to every owner", async () => {
		const stolen = await signInStaff(gateway.url, gateway.demo);
		for (const approve_above of [60, null]) {
			const refused = await stolen.api("PATCH", limitsPath, { approve_above });
			expect(refused.body.reason).toBe("step_up_required");
		}
		const off = await owner.patch(limitsPath, { approve_above: null });
		expect(off.body.approve_above).toEqual({ amount: 50, next_amount: null, next_at: expect.any(Number) });
		const [event] = (await auditEvents(gateway.database.tables, { type: "settings.changed" })).slice(-1);
		expect(event?.details).toEqual({ setting: "send_limit.approve_above", to: "off" });
		expect(await mailSubjects()).toEqual(["Test: A limit for sending money rises in 24 hours"]);
		expect((await send(client, 60)).body.approval).toBe("WAITING");
		await passTime(client, day);
		expect((await send(client, 60)).body.approval).toBeNull();
		const lowered = await stolen.api("PATCH", limitsPath, { approve_above: 40 });
		expect(lowered.body.reason).toBe("step_up_required");
		expect((await owner.patch(limitsPath, { approve_above: 40 })).status).toBe(200);
		expect((await send(client, 60)).body.approval).toBe("WAITING");
	});
});

test("S-27 a request for money above the limit is not paid from the wallet", async () => {
	const neighbour = await signIn(gateway.url, gateway.secondMerchant);
	const payer = await newPayee(neighbour, { email: gateway.demo.email });
	const asked = await neighbour.post(`${eftPath}/request/${payer}`, { amount: 60, description: "Boards" });
	expect(asked.status, asked.text).toBe(200);
	const { body } = await client.get(`${eftPath}/incoming-requests`);
	const [request] = body.incoming_requests as { redirect_url: string }[];
	const browser = await signInStaff(gateway.url, gateway.demo);
	const { pathname } = new URL(String(request?.redirect_url));
	expect((await browser.get(pathname)).status).toBe(200);
	const refused = await browser.submit({ answer: "pay", password: gateway.demo.password });
	expect(refused.status).toBe(403);
	expect(refused.text).toContain("need a second person");
	expect(await balancesOf(client)).toEqual({ actual_balance: 1000, available_balance: 1000 });
});
