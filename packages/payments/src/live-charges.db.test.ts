import { DemoProcessor, type Processor, type ProcessorRequest } from "@cardseal/vault";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
	type Client,
	cardWith,
	expectProblem,
	type JsonObject,
	salePath,
	signIn,
} from "../../../test/fixtures/client.ts";
import {
	type LiveGateway,
	startLiveGateway,
	startTestGateway,
	type TestGateway,
} from "../../../test/fixtures/gateway.ts";
import { masterKeyOf, rotateKeys } from "../../../test/fixtures/keys.ts";
import { processorAccountsOf } from "../../../test/fixtures/processors/accounts.ts";
import { closeFarAccount, farAccount } from "../../../test/fixtures/processors/far.ts";
import type { Merchant } from "../../merchants/src/merchant.ts";
import { listMerchants } from "../../merchants/src/merchants.store.ts";
import { listProcessorAccounts } from "../../merchants/src/processor-accounts/processor-accounts.store.ts";
import {
	addProcessorAccount,
	type ProcessorAccounts,
	removeProcessorAccount,
	verifyProcessorAccount,
} from "../../merchants/src/processor-accounts/processor-accounts.ts";
import { operator } from "../../platform/src/audit/event.ts";

// Charges of a live merchant at its accounts, on two gateways.

const card = cardWith("4539578763621486");
const caller = operator("ada");

let sandbox: TestGateway;
let gateway: LiveGateway;
let other: LiveGateway;
let client: Client;
let context: ProcessorAccounts;
let merchant: Merchant;

beforeAll(async () => {
	sandbox = await startTestGateway();
	gateway = await startLiveGateway(sandbox);
	other = await startLiveGateway(sandbox);
	context = await processorAccountsOf(sandbox.database, sandbox.clocks);
	const merchants = await listMerchants(context.database);
	const found = merchants.find(({ publicId }) => publicId === sandbox.merchant.merchant_id);
	if (found === undefined) throw new Error("The sandbox has no merchant.");
	const change = { mode: "live", card_testing_on: false } as const;
	await sandbox.database.tables.updateTable("merchants").set(change).where("id", "=", found.id).execute();
	merchant = { ...found, mode: "live" };
	client = await signIn(gateway.url, sandbox.merchant);
});

afterAll(async () => {
	await gateway.stop();
	await other.stop();
	await sandbox.stop();
});

beforeEach(async () => {
	for (const { account_id: id } of await listProcessorAccounts(context.database, merchant.id)) await remove(id);
});

function remove(accountId: string) {
	return removeProcessorAccount(context, { merchantId: merchant.id, accountId }, { reason: "moved", caller });
}

interface Connected {
	accountId: string;
	/** The operations that its processor got. */
	got: string[];
	fields: { api_key: string };
}

/** Connects an account whose processor follows the demo processor's rules. */
async function connect(currency = "CAD", answer?: Processor["submit"]): Promise<Connected> {
	const now = () => sandbox.clocks.business.now();
	const demo = new DemoProcessor({ database: context.database.withTables(), now });
	const got: string[] = [];
	const fields = farAccount({
		name: "far",
		async submit(request: ProcessorRequest) {
			got.push(`${request.operation} ${request.currency}`);
			const outcome = await demo.submit(request);
			return answer === undefined ? outcome : answer(request);
		},
		inquire: (request) => demo.inquire(request),
	});
	const account = await addProcessorAccount(context, merchant, { processor: "far", currency, fields }, caller);
	return { accountId: account.account_id, got, fields };
}

const sale = (fields: JsonObject = {}, by = client) => by.post(salePath, { amount: 31, ...card, ...fields });
const refund = (id: unknown, by = client) => by.post(`/transaction-service/refund/${id}`, { amount: 1 });

const rowOf = (id: unknown) =>
	sandbox.database.tables
		.selectFrom("transactions")
		.select(["processor", "processor_account", "status", "test_mode"])
		.where("transaction_id", "=", String(id))
		.executeTakeFirstOrThrow();

async function expectNoProcessor(answer: Awaited<ReturnType<typeof sale>>): Promise<void> {
	expectProblem(answer, 503, "UNAVAILABLE");
	expect(answer.body.reason).toBe("no_processor");
}

async function setCurrencies(currencies: string[]): Promise<void> {
	await sandbox.database.tables.updateTable("merchants").set({ currencies }).where("id", "=", merchant.id).execute();
}

const countRows = async () => (await sandbox.database.tables.selectFrom("transactions").select("id").execute()).length;

describe("a live merchant's charges", () => {
	test("go to its account for their currency, and to no other", async () => {
		const [canadian, american] = [await connect("CAD"), await connect("USD")];
		const [first, second] = [await sale(), await sale({ currency: "USD" })];
		expect([first.status, second.status]).toEqual([200, 200]);
		expect([canadian.got, american.got]).toEqual([["sale CAD"], ["sale USD"]]);
		const row = { processor: "far", status: "APPROVED", test_mode: false };
		expect(await rowOf(first.body.transaction_id)).toEqual({ ...row, processor_account: canadian.accountId });
		expect(await rowOf(second.body.transaction_id)).toEqual({ ...row, processor_account: american.accountId });
		expect((await sale({ amount: 30 })).status).toBe(402);
	});

	test("X-55 are refused without an account for the currency, and leave no row", async () => {
		await connect("USD");
		const before = await countRows();
		await expectNoProcessor(await sale());
		expectProblem(await sale({ currency: "XXX" }), 400, "BAD_REQUEST");
		expect(await countRows()).toBe(before);
		expect((await sale({ currency: "USD" })).status).toBe(200);
	});

	test("are answered with 503 while the processor refuses the account, and the owners get one mail", async () => {
		const { accountId } = await connect("CAD", async () => ({
			result: "declined",
			declineClass: "configuration",
			declineCode: "account_refused",
			message: "Ask for the permission to send card numbers.",
			processorTransactionId: "",
		}));
		const mails = () =>
			sandbox.database.tables
				.selectFrom("staff_notices")
				.select("details")
				.where("event", "=", "processor_account.refused")
				.execute();
		const key = { "Idempotency-Key": "refused account" };
		const answers = [
			await client.post(salePath, { amount: 31, ...card }, key),
			await client.post(salePath, { amount: 31, ...card }, key),
			await sale(),
		];
		for (const answer of answers) {
			expectProblem(answer, 503, "UNAVAILABLE");
			expect(answer.body).toMatchObject({
				reason: "processor_refuses_account",
				message: expect.stringContaining("Ask for the permission to send card numbers."),
			});
		}
		const rows = await sandbox.database.tables
			.selectFrom("transactions")
			.select(["status", "decline_class", "decline_code"])
			.where("processor_account", "=", accountId)
			.execute();
		const row = { status: "DECLINED", decline_class: "configuration", decline_code: "account_refused" };
		expect(rows).toEqual([row, row]);
		expect(await listProcessorAccounts(context.database, merchant.id)).toMatchObject([{ verified_at: null }]);
		expect(await mails()).toEqual([{ details: { about: "far, CAD" } }]);
		await verifyProcessorAccount(context, { merchantId: merchant.id, accountId }, caller);
		await sale();
		expect(await mails()).toHaveLength(2);
	});

	test("of a demo merchant go to a verified account of a test system, and otherwise to the demo processor", async () => {
		const become = async (mode: "demo" | "live", account: { is_test?: boolean; verified_at?: number | null }) => {
			const { tables } = sandbox.database;
			await tables.updateTable("merchants").set({ mode }).where("id", "=", merchant.id).execute();
			await tables.updateTable("processor_accounts").set(account).where("removed_at", "is", null).execute();
		};
		const { got } = await connect();
		const testCard = cardWith("4111111111111111");
		const processors = [];
		for (const account of [
			{ is_test: false },
			{ is_test: true },
			{ is_test: true, verified_at: null },
			{ is_test: true, verified_at: 1 },
		]) {
			await become("demo", account);
			const { body } = await client.post(salePath, { amount: 31, ...testCard });
			expect(body).toMatchObject({ transaction_result: "APPROVED", test_mode: true });
			processors.push((await rowOf(body.transaction_id)).processor);
			expect((await refund(body.transaction_id)).status).toBe(200);
		}
		expect(processors).toEqual(["demo", "far", "demo", "far"]);
		expect(got).toEqual(["sale CAD", "refund CAD", "sale CAD", "refund CAD"]);
		await become("live", { is_test: false });
	});

	test("follow an account that is added or removed elsewhere at once, on every gateway", async () => {
		const elsewhere = await signIn(other.url, sandbox.merchant);
		for (const by of [client, elsewhere]) await expectNoProcessor(await sale({}, by));
		const { accountId, got } = await connect();
		for (const by of [client, elsewhere]) expect((await sale({}, by)).status).toBe(200);
		await remove(accountId);
		for (const by of [client, elsewhere]) await expectNoProcessor(await sale({}, by));
		expect(got).toHaveLength(2);
	});

	test("are refunded by the account that charged them, also after it was removed and replaced", async () => {
		const former = await connect();
		const sold = await sale();
		await remove(former.accountId);
		const current = await connect();
		const refunded = await refund(sold.body.transaction_id);
		expect(refunded.status, refunded.text).toBe(200);
		expect([former.got, current.got]).toEqual([["sale CAD", "refund CAD"], []]);
		const { processor_account: account } = await rowOf(refunded.body.transaction_id);
		expect(account).toBe(former.accountId);
	});

	test("are recovered from the account that charged them, after it was removed", async () => {
		const { accountId } = await connect("CAD", () => Promise.reject(new Error("far away")));
		const sold = await sale();
		expect(sold.body.transaction_result).toBe("PENDING");
		await remove(accountId);
		sandbox.clocks.real.advance(60_000);
		const statusOf = async () => (await rowOf(sold.body.transaction_id)).status;
		await expect.poll(statusOf, { timeout: 30_000 }).toBe("APPROVED");
		client = await signIn(gateway.url, sandbox.merchant);
	});

	test("leave no secret of the account in the log when its adapter fails", async () => {
		const { fields } = await connect();
		closeFarAccount(fields);
		const sold = await sale();
		expect(sold.body.transaction_result).toBe("PENDING");
		const log = gateway.logLines.join("\n");
		expect(log).toContain("far has no account with the key [secret]");
		for (const text of [log, sold.text]) expect(text).not.toContain(fields.api_key);
	});

	test("are sent while the keys of the accounts are replaced", async () => {
		const { got } = await connect();
		const { database, clocks } = sandbox;
		const rotation = async () =>
			rotateKeys({
				database: database.tables,
				masterKey: await masterKeyOf(database),
				now: clocks.real.now(),
				purpose: "processor_account_storage",
				merchantId: merchant.id,
			});
		const sales = Array.from({ length: 20 }, () => sale());
		await rotation();
		const more = Array.from({ length: 20 }, () => sale());
		await rotation();
		const answers = await Promise.all([...sales, ...more, sale()]);
		expect(new Set(answers.map(({ body }) => body.transaction_result))).toEqual(new Set(["APPROVED"]));
		expect(got).toHaveLength(41);
	});
});

describe("a gateway without the processor's module", () => {
	let bare: LiveGateway;
	beforeAll(async () => {
		bare = await startLiveGateway(sandbox, { PROCESSORS_MODULE: "" });
	});
	afterAll(() => bare.stop());

	test("refuses a live merchant's charges and refunds, and writes nothing", async () => {
		await connect();
		const sold = await sale();
		const before = await countRows();
		const there = await signIn(bare.url, sandbox.merchant);
		await expectNoProcessor(await sale({}, there));
		await expectNoProcessor(await refund(sold.body.transaction_id, there));
		expect(await countRows()).toBe(before);
		expect((await refund(sold.body.transaction_id)).status).toBe(200);
	});
});

describe("a live merchant's cards", () => {
	test("are verified by the account of the currency that is named, else of CAD, and of enabled currencies alone", async () => {
		const [canadian, american] = [await connect("CAD"), await connect("USD")];
		const { body: customer } = await client.post("/customer-service/customer", { email: "ada@example.com" });
		const store = async (fields: JsonObject) => {
			const answer = await client.post(`/customer-service/customer/${customer.lookup_id}/card`, { ...card, ...fields });
			expect(answer.status, answer.text).toBe(200);
			return [canadian, american].map(({ got }) => got.splice(0));
		};
		expect(await store({ currency: "USD" })).toEqual([[], ["verification USD"]]);
		expect(await store({})).toEqual([["verification CAD"], []]);
		expect(await store({ currency: "anything" })).toEqual([["verification CAD"], []]);
		await setCurrencies(["USD"]);
		expect(await store({ currency: "CAD" })).toEqual([[], ["verification USD"]]);
		await setCurrencies(["CAD", "USD"]);
	});

	test("are verified by an account of another currency where there is none for CAD", async () => {
		const { body: customer } = await client.post("/customer-service/customer", {
			email: "ada@example.com",
			first_name: "Ada",
			last_name: "Lovelace",
		});
		const path = `/customer-service/customer/${customer.lookup_id}/card`;
		await expectNoProcessor(await client.post(path, card));
		const { got } = await connect("USD");
		const stored = await client.post(path, card);
		expect(stored.status, stored.text).toBe(200);
		expect(got).toEqual(["verification USD"]);
	});
});
