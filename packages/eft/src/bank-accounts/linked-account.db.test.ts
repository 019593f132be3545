import { createVault, type Vault } from "@cardseal/vault";
import { accountOf } from "@cardseal/vault/rails";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { type Client, expectProblem, type JsonObject, signIn } from "../../../../test/fixtures/client.ts";
import { passTime } from "../../../../test/fixtures/eft/eft.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { masterKeyOf } from "../../../../test/fixtures/keys.ts";
import { operatorOf, runOperator } from "../../../../test/fixtures/operator.ts";
import { anAttemptWaits, signInStaff } from "../../../../test/fixtures/staff/staff-browser.ts";
import { type StaffMember, signInMember } from "../../../../test/fixtures/staff/staff-member.ts";

// Linking the bank account for deposits, by staff and by the operator.

const path = "/settings/bank-account";
const account = {
	transit_number: "10202",
	institution_number: "004",
	account_number: "0034567",
	holder_name: "  Érable & Main inc. ",
};

let gateway: TestGateway;
let vault: Vault;
let client: Client;
let owner: StaffMember;
let neighbour: StaffMember;

beforeAll(async () => {
	gateway = await startTestGateway();
	const { database, clocks } = gateway;
	vault = await createVault({
		database: database.tables.withTables(),
		masterKey: await masterKeyOf(database),
		businessNow: () => clocks.business.now(),
		realNow: () => clocks.real.now(),
	});
	client = await signIn(gateway.url, gateway.merchant);
	owner = await signInMember(gateway);
	neighbour = await signInMember(gateway, { account: gateway.demo.second_merchant });
});

afterAll(() => gateway.stop());

beforeEach(() => owner.delete(path));

const link = (body: JsonObject) => owner.send("PUT", path, body);

const storedAccounts = () =>
	gateway.database.tables
		.selectFrom("vault.bank_accounts")
		.select(["account_id as id", "merchant_id as merchantId"])
		.execute();

async function accountsInVault() {
	const accounts = await vault.readBankAccounts(gateway.database.tables.withTables(), await storedAccounts());
	return accounts.map((one) => one && accountOf(one));
}

describe("a linked bank account", () => {
	test("S-22 only its merchant sees it, with masked number, bank and holder", async () => {
		expect((await owner.get(path)).body).toEqual({ bank_account: null });
		const linked = await link(account);
		expect(linked.status).toBe(200);
		expect(linked.body).toEqual({
			bank_account: {
				masked_account: "****4567",
				institution_number: "004",
				holder_name: "Érable & Main inc.",
				linked_at: expect.any(Number),
				validation_warnings: [],
			},
		});
		expect((await owner.get(path)).body).toEqual(linked.body);
		expect((await neighbour.get(path)).body).toEqual({ bank_account: null });
	});

	test("S-22 is stored in the vault with leading zeros, in place of the former one", async () => {
		await link({ ...account, account_number: "9999999" });
		await link(account);
		expect(await accountsInVault()).toEqual([
			{ transitNumber: "10202", institutionNumber: "004", accountNumber: "0034567" },
		]);
	});

	test("concurrent links leave one account in the vault", async () => {
		const answers = await Promise.all([1, 2, 3, 4].map(() => link(account)));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		expect(await storedAccounts()).toHaveLength(1);
	});

	test("removing it deletes it from the vault, and can be repeated", async () => {
		await link(account);
		for (let time = 0; time < 2; time++) expect((await owner.delete(path)).body).toEqual({ bank_account: null });
		expect(await storedAccounts()).toEqual([]);
	});

	test("S-21 an unknown bank or unusual length is linked with a stored warning", async () => {
		const { body } = await link({ ...account, account_number: "12345" });
		expect(body).toMatchObject({
			bank_account: {
				masked_account: "****45",
				validation_warnings: [{ field: "account_number", code: "unusual_length" }],
			},
		});
		expect((await owner.get(path)).body).toEqual(body);
	});

	test.each([
		[{ transit_number: "1020" }, "transit_number"],
		[{ institution_number: "000" }, "institution_number"],
		[{ account_number: "123 4567" }, "account_number"],
		[{ account_number: 1_234_567 }, "account_number"],
		[{ holder_name: " " }, "holder_name"],
		[{ holder_name: "株式会社" }, "holder_name"],
		[{ holder_name: "4111 1111 1111 1111" }, "holder_name"],
	])("S-21 %j is rejected and nothing is linked", async (wrong, field) => {
		const before = (await owner.get(path)).body;
		const answer = await link({ ...account, ...wrong });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toMatchObject([{ field }]);
		expect((await owner.get(path)).body).toEqual(before);
	});

	test("P-33 linking and removing leave an event with the actor and no digit of the account", async () => {
		await link(account);
		await owner.delete(path);
		for (const type of ["bank_account.linked", "bank_account.removed"] as const) {
			const event = (await auditEvents(gateway.database.tables, { type })).at(-1);
			const { merchant_id: object } = gateway.merchant;
			expect(event).toMatchObject({ object, actor_kind: "staff", actor_id: String(owner.userId) });
			expect(JSON.stringify(event?.details)).not.toMatch(/4567|10202/);
		}
	});
});

/** Deletes the mails so far, and moves to an hour with a fresh mail allowance. */
async function forgetMails(): Promise<void> {
	await passTime(client, 3_600_000);
	await gateway.database.tables.deleteFrom("mailbox").execute();
}

/** Returns the mails to owners since then, by address. */
async function mailsAbout() {
	await passTime(client, 1_000);
	return gateway.database.tables
		.selectFrom("mailbox")
		.select(["to_address as to", "subject", "text"])
		.where("message_id", "like", "bank-account.%")
		.orderBy("to_address")
		.execute();
}

describe("changing the account for deposits", () => {
	test("X-48 linking and removing take the password", async () => {
		const before = (await owner.get(path)).body;
		const borrowed = await signInStaff(gateway.url, gateway.demo);
		for (const refused of [
			await borrowed.api("PUT", path.slice(1), account),
			await borrowed.api("DELETE", path.slice(1)),
		]) {
			expectProblem(refused, 403, "FORBIDDEN");
			expect(refused.body.reason).toBe("step_up_required");
		}
		expect((await owner.get(path)).body).toEqual(before);
	});

	test("X-29 a session that ends while it waits links nothing", async () => {
		const elsewhere = await signInMember(gateway);
		await elsewhere.delete(path);
		const before = (await owner.get(path)).body;
		const { linking } = await gateway.database.tables.transaction().execute(async (transaction) => {
			await transaction.selectFrom("staff").select("id").where("id", "=", owner.userId).forUpdate().execute();
			const linking = elsewhere.send("PUT", path, account);
			await anAttemptWaits(gateway, `%from "staff"%for no key update%`);
			const newest = transaction
				.selectFrom("staff_sessions")
				.select("session_id")
				.orderBy("created_at", "desc")
				.limit(1);
			await transaction.deleteFrom("staff_sessions").where("session_id", "in", newest).execute();
			return { linking };
		});
		expectProblem(await linking, 401, "UNAUTHORIZED");
		expect((await owner.get(path)).body).toEqual(before);
	});

	test("every owner, and nobody else, gets a mail with the change, time, actor and advice", async () => {
		const colleague = await signInMember(gateway, { role: "owner" });
		await signInMember(gateway, { role: "administrator" });
		// A new member links none for a day.
		await passTime(client, 86_400_000);
		await forgetMails();
		expect((await colleague.send("PUT", path, account)).status).toBe(200);
		const mails = await mailsAbout();
		const owners = [gateway.demo.email, `the-owner@${gateway.demo.email.split("@")[1]}`].toSorted();
		expect(mails.map(({ to }) => to)).toEqual(owners);
		for (const { subject, text } of mails) {
			expect(subject).toBe("Test: A bank account was linked for your withdrawals");
			expect(text).toContain("Account: ****4567");
			expect(text).toMatch(/When: \w+ \d+, \d{4}/);
			expect(text).toContain("By: The owner, the-owner@");
			expect(text).toContain("change your password");
			expect(text).not.toMatch(/0034567|10202/);
		}
	});

	test("replacing and removing send one mail each", async () => {
		await link(account);
		await forgetMails();
		await link({ ...account, account_number: "7654321" });
		await owner.delete(path);
		await owner.delete(path);
		const toOwner = (await mailsAbout()).filter(({ to }) => to === gateway.demo.email);
		expect(toOwner.map(({ subject }) => subject).toSorted()).toEqual([
			"Test: The bank account for your withdrawals was removed",
			"Test: Your withdrawals now go to another bank account",
		]);
		for (const { text } of toOwner) expect(text).toContain("****4321");
	});
});

describe("npm run admin -- bank-account", () => {
	const operator = (input: string) =>
		operatorOf(gateway, { createVault: async () => vault, readInput: async () => input });
	const manage = (words: string[], input = "0034567\n") => operator(input).run("bank-account", ...words);

	const flags = ["--institution", "004", "--transit", "10202", "--holder", "Érable & Main inc."];

	test("S-22 links an account from typed input, shows it masked, and removes it", async () => {
		const id = gateway.merchant.merchant_id;
		const linked = await manage(["link", id, ...flags]);
		expect(linked.text).toContain("****4567 at institution 004");
		expect((await owner.get(path)).body).toEqual(linked.json);
		expect((await manage(["show", id])).json).toEqual(linked.json);
		expect((await manage(["remove", id])).json).toEqual({ bank_account: null });
		await expect(manage(["remove", id])).rejects.toThrow("nothing was removed");
	});

	test("notifies the owners too", async () => {
		await forgetMails();
		await manage(["link", gateway.merchant.merchant_id, ...flags]);
		const [mail] = (await mailsAbout()).filter(({ to }) => to === gateway.demo.email);
		expect(mail?.text).toContain("By: The operator");
	});

	test.each([
		[["link", ...flags]],
		[["link", "MERCHANT", "--institution", "004"]],
		[["show", "MERCHANT", ...flags]],
		[["link", "MERCHANT", "0034567", ...flags]],
		[["link", "MERCHANT", "--account", "0034567", ...flags]],
	])("S-22 accepts no number as an argument and prints the usage: %j", async (words) => {
		const refusal = manage(words.map((word) => (word === "MERCHANT" ? gateway.merchant.merchant_id : word)));
		await expect(refusal).rejects.toThrow("read from standard input");
	});

	test("S-21 reports the error of the account without repeating the number", async () => {
		const words = ["link", gateway.merchant.merchant_id, "--institution", "04", ...flags.slice(2)];
		const refusal = await operator("98765432109876").refusalOf("bank-account", ...words);
		expect(refusal).toMatch(/institution_number must be 3 digits.*\n?account_number must be 5 to 12 digits/);
		expect(refusal).not.toContain("9876");
	});

	test("is a command of the operator program", async () => {
		const { url, dataDirectory } = gateway.database;
		const environment = { DATABASE_URL: url, DATA_DIR: dataDirectory, SANDBOX: "1" };
		const words = ["bank-account", "show", gateway.merchant.merchant_id, "--json"];
		const { code, output } = await runOperator(words, environment);
		expect({ code, output: output.trim() }).toEqual({ code: 0, output: '{"bank_account":null}' });
	});
});
