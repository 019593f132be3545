import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type Client, expectProblem, type JsonObject, signIn } from "../../../../test/fixtures/client.ts";
import { accounts, balancesOf, eftPath, newPayee, passTime, railDelayMs } from "../../../../test/fixtures/eft/eft.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { type StaffMember, signInMember } from "../../../../test/fixtures/staff/staff-member.ts";
import { verifyLedger } from "../wallet/verify-ledger.store.ts";

// Withdrawals to the linked account: the account's first day, the limits and the second person.

let gateway: TestGateway;
let client: Client;
let owner: StaffMember;

const day = 86_400_000;
const accountPath = "/settings/bank-account";
const depositPath = `${eftPath}/bank-deposit`;

beforeEach(async () => {
	await gateway?.stop();
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	owner = await signInMember(gateway);
});

afterAll(() => gateway.stop());

const link = (by: StaffMember, account: JsonObject = accounts.good) =>
	by.send("PUT", accountPath, { ...account, holder_name: "Maple & Main" });

const withdraw = (by: Pick<StaffMember, "post"> | Client, amount: number) => by.post(depositPath, { amount });

const decide = (by: StaffMember, { transaction_id: id }: JsonObject, kind: "approve" | "reject") =>
	by.post(`/wallet/approvals/${id}/${kind}`);

/** Lets a member of a role have joined when the merchant did, a day before now. */
async function hireEarly(role: "owner" | "administrator"): Promise<StaffMember> {
	await passTime(client, day);
	return signInMember(gateway, { role });
}

const storedAccounts = () => gateway.database.tables.selectFrom("vault.bank_accounts").select("account_id").execute();

async function expectSoundLedger(): Promise<void> {
	expect((await verifyLedger(gateway.database.tables.withTables())).differences).toEqual([]);
}

describe("a linked bank account", () => {
	test("takes no withdrawal in its first 24 hours, by a session or a token, and the same once it is replaced", async () => {
		for (const account of [accounts.good, { ...accounts.good, account_number: "7654321" }]) {
			expect((await link(owner, account)).status).toBe(200);
			await passTime(client, day - 60_000);
			for (const by of [owner, client]) {
				const refused = await withdraw(by, 1);
				expectProblem(refused, 400, "BAD_REQUEST");
				expect(refused.body.reason).toBe("bank_account_too_new");
			}
			expect(await balancesOf(client)).toEqual({ actual_balance: 1000, available_balance: 1000 });
			await passTime(client, 60_000);
		}
		expect((await withdraw(client, 1)).status).toBe(200);
	});

	test("is not linked by a member who joined or got a higher role less than 24 hours ago", async () => {
		const member = await signInMember(gateway, { role: "administrator" });
		const refused = await link(member);
		expectProblem(refused, 403, "FORBIDDEN");
		expect(refused.body.reason).toBe("member_too_new");
		await passTime(client, day);
		expect((await link(member)).status).toBe(200);
		const raised = gateway.database.tables.updateTable("staff").where("id", "=", member.userId);
		await raised.set({ raised_at: gateway.clocks.business.now() + day }).execute();
		expect((await link(member)).body.reason).toBe("member_too_new");
		expect((await member.delete(accountPath)).status, "taking it away needs no day").toBe(200);
	});
});

describe("a withdrawal", () => {
	test("S-27 above the limit for approvals waits with its amount on hold until another member approves it", async () => {
		await link(owner);
		const second = await hireEarly("owner");
		expect((await owner.patch("settings/send-limits", { approve_above: 50 })).status).toBe(200);
		for (const by of [owner, client]) {
			const asked = await withdraw(by, 60);
			expect(asked.status, asked.text).toBe(200);
			expect(asked.body.message).toBe("The deposit to your bank account waits for approval by a second person.");
			const transaction = asked.body.transaction as JsonObject;
			expect(transaction).toMatchObject({ approval: "WAITING", transaction_result: "PENDING" });
			const { approvals } = (await second.get("/wallet/approvals")).body;
			expect(approvals).toMatchObject([
				{ payment: { description: "Bank deposit ****6789" }, institution_number: "004", may_decide: true },
			]);
			await passTime(client, 2 * railDelayMs);
			expect(await balancesOf(client)).toMatchObject({ held_balance: 60 });
			if (by === owner) expect((await decide(owner, transaction, "approve")).body.reason).toBe("own_payment");
			const approved = await decide(second, transaction, "approve");
			expect(approved.status, approved.text).toBe(200);
			await passTime(client, 2 * railDelayMs);
			const { body } = await client.get(`${eftPath}/transaction/${transaction.transaction_id}`);
			expect(body).toMatchObject({ approval: "APPROVED", transaction_result: "APPROVED" });
		}
		expect(await balancesOf(client)).toEqual({ actual_balance: 880, available_balance: 880 });
		await expectSoundLedger();
	});

	test("S-27 that is rejected goes back to the wallet, and its account stays as long as it is linked", async () => {
		await link(owner);
		const second = await hireEarly("administrator");
		await owner.patch("settings/send-limits", { approve_above: 50 });
		const [one, other] = [await withdraw(client, 60), await withdraw(client, 70)];
		expect((await decide(second, one.body.transaction as JsonObject, "reject")).body).toMatchObject({
			approval: "REJECTED",
			transaction_result: "DECLINED",
		});
		expect(await storedAccounts()).toHaveLength(1);
		expect((await withdraw(client, 1)).status).toBe(200);
		await passTime(client, 2 * railDelayMs);
		await owner.delete(accountPath);
		expect((await decide(second, other.body.transaction as JsonObject, "reject")).status).toBe(200);
		expect(await balancesOf(client)).toEqual({ actual_balance: 999, available_balance: 999 });
		expect(await storedAccounts(), "the bank may return the withdrawal that was sent").toHaveLength(1);
		await expectSoundLedger();
	});

	test("S-27 whose account was removed is not approved, and leaves no account number when it is rejected", async () => {
		await link(owner);
		const second = await hireEarly("administrator");
		await owner.patch("settings/send-limits", { approve_above: 50 });
		const asked = await withdraw(client, 60);
		await owner.delete(accountPath);
		expect(await storedAccounts()).toHaveLength(1);
		const approved = await decide(second, asked.body.transaction as JsonObject, "approve");
		expect(approved.body.reason, approved.text).toBe("bank_account_not_linked");
		await decide(second, asked.body.transaction as JsonObject, "reject");
		expect(await storedAccounts()).toEqual([]);
	});

	test("S-26 counts for the limit of a day, with payments to others, and not for the others", async () => {
		await link(owner);
		await passTime(client, day);
		await owner.patch("settings/send-limits", { per_day: 50, per_payment: 20, per_new_payee: 20 });
		expect((await withdraw(client, 40)).status).toBe(200);
		const refused = await withdraw(client, 10.01);
		expectProblem(refused, 400, "BAD_REQUEST");
		expect(refused.body.reason).toBe("daily_limit_exceeded");
		const payee = await newPayee(client);
		const send = (amount: number) => client.post(`${eftPath}/send/${payee}`, { amount, ...accounts.good });
		expect((await send(10.01)).body.reason).toBe("daily_limit_exceeded");
		expect((await send(10)).status).toBe(200);
		await passTime(client, day);
		expect((await withdraw(client, 50)).status).toBe(200);
	});
});
