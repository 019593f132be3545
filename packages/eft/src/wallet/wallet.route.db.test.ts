import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { type Client, expectProblem, type JsonObject, signIn } from "../../../../test/fixtures/client.ts";
import {
	accounts,
	balancesOf,
	eftPath,
	eftRecord,
	lateReturnDelayMs,
	newPayee,
	passTime,
	railDelayMs,
} from "../../../../test/fixtures/eft/eft.ts";
import {
	type GatewayProcess,
	spawnGateway,
	startTestGateway,
	type TestGateway,
} from "../../../../test/fixtures/gateway.ts";
import { runOperator } from "../../../../test/fixtures/operator.ts";
import { type StaffMember, signInMember } from "../../../../test/fixtures/staff/staff-member.ts";

let gateway: TestGateway;
let client: Client;
/** A client of the second merchant. */
let other: Client;
let payee: string;
let keys = 0;

beforeAll(async () => {
	gateway = await startTestGateway();
	// The clock is stopped, so that payments settle only when a test advances it.
	gateway.clocks.business.stop();
	client = await signIn(gateway.url, gateway.merchant);
	other = await signIn(gateway.url, gateway.secondMerchant);
	payee = await newPayee(client);
});

afterAll(() => gateway.stop());

const send = (amount: number | string, fields: JsonObject = {}, headers: Record<string, string> = {}) =>
	client.post(`${eftPath}/send/${payee}`, { amount, description: "Rent", ...accounts.good, ...fields }, headers);

const newKey = () => ({ "Idempotency-Key": `send-${++keys}` });

async function available(of = client): Promise<number> {
	return Number((await balancesOf(of)).available_balance ?? 0);
}

describe("the wallet", () => {
	test("S-23 every demo merchant has its own wallet, which opens with $1,000.00", async () => {
		const balances = await Promise.all([client, client, other].map(balancesOf));
		for (const one of balances) expect(one).toEqual({ available_balance: 1000, actual_balance: 1000 });
	});

	test("S-22, S-25 a send is PENDING, holds its amount and shows only the end of the account number", async () => {
		const sent = await send(25.5);
		expect(sent.status, sent.text).toBe(200);
		expect(sent.body).toMatchObject({
			amount: 25.5,
			card_type: "EFT",
			description: "Rent ****6789",
			email: "ada@example.com",
			first_name: "Ada",
			last_name: "Lovelace",
			province: "ON",
			country: "CA",
			transaction_type: "EFT_DEBIT",
			transaction_kind: "send",
			transaction_result: "PENDING",
			transaction_success: false,
			transaction_time: gateway.clocks.business.now(),
		});
		expect(sent.text).not.toContain(accounts.good.account_number);
		expect(await balancesOf(client)).toEqual({ available_balance: 974.5, actual_balance: 1000, held_balance: 25.5 });

		await passTime(client, railDelayMs);
		expect(await balancesOf(client)).toEqual({ available_balance: 974.5, actual_balance: 974.5 });
		expect(await eftRecord(client, sent)).toMatchObject({
			transaction_result: "APPROVED",
			transaction_success: true,
			settled_time: Number(sent.body.transaction_time) + railDelayMs,
		});
	});

	test("S-25 a returned send goes back into the wallet, with the code and reason", async () => {
		const before = await balancesOf(client);
		const sent = await send(40, accounts.returned);
		await passTime(client, railDelayMs);
		expect(await balancesOf(client)).toEqual(before);
		expect(await eftRecord(client, sent)).toMatchObject({
			transaction_result: "DECLINED",
			transaction_success: false,
			return_code: "901",
			transaction_message: "Returned by the bank: 901 Not sufficient funds.",
			settled_time: null,
		});
	});

	test("S-25 a send returned after settlement goes back by a new posting", async () => {
		const before = await balancesOf(client);
		const sent = await send(30, accounts.returnedLate);
		await passTime(client, railDelayMs);
		expect(await eftRecord(client, sent)).toMatchObject({ transaction_result: "APPROVED" });
		await passTime(client, lateReturnDelayMs - railDelayMs);
		expect(await balancesOf(client)).toEqual(before);
		expect(await eftRecord(client, sent)).toMatchObject({ transaction_result: "DECLINED", return_code: "901" });
		const postings = gateway.database.tables.selectFrom("eft_postings").select("reason").orderBy("id");
		const reasons = await postings.where("transaction_id", "=", String(sent.body.transaction_id)).execute();
		expect(reasons.map(({ reason }) => reason)).toEqual(["payment", "return"]);
	});

	test("S-23 a send above the available balance is rejected and writes nothing", async () => {
		const before = await balancesOf(client);
		const listed = await client.get(`${eftPath}/transaction`);
		const refused = await send(before.available_balance === undefined ? 1 : Number(before.available_balance) + 0.01);
		expectProblem(refused, 400, "BAD_REQUEST");
		expect(refused.body.message).toContain("does not have enough funds");
		expect(await balancesOf(client)).toEqual(before);
		expect((await client.get(`${eftPath}/transaction`)).body).toEqual(listed.body);
	});

	test.each([
		["transit_number", "1020"],
		["transit_number", "00000"],
		["account_number", "0000000"],
		["institution_number", "000"],
		["account_number", "12 34567"],
		["account_number", 1236789],
		["amount", 0],
	])("S-21 the error names %s when it is %j", async (field, value) => {
		const { status, body } = await send(1, { [field]: value });
		expect(status).toBe(400);
		expect((body.errors as { field: string }[]).map((error) => error.field)).toEqual([field]);
	});

	test("S-22 a description with the account number is rejected, and the error does not repeat the number", async () => {
		const account_number = "112233445566";
		const refused = await send(1, { account_number, description: "To account 1122 3344 5566" });
		expect(refused.status).toBe(400);
		expect(refused.body.errors).toMatchObject([{ field: "description" }]);
		expect(refused.text).not.toMatch(/1122|5566/);
		expect((await send(1, { account_number, description: "To account ****5566" })).status).toBe(200);
	});

	test("a customer of another merchant is not found", async () => {
		expectProblem(
			await client.post(`${eftPath}/send/${await newPayee(other)}`, { amount: 1, ...accounts.good }),
			404,
			"NOT_FOUND",
		);
	});
});

describe("a send with an Idempotency-Key", () => {
	let sender: Client;
	let receiver: string;
	const sendOther = (amount: number, key: Record<string, string>, account: JsonObject = accounts.good) =>
		sender.post(`${eftPath}/send/${receiver}`, { amount, ...account }, key);

	beforeAll(async () => {
		sender = other;
		receiver = await newPayee(other);
	});

	test("H-01 a repetition gets the same response and sends once", async () => {
		const key = newKey();
		const first = await sendOther(10, key);
		const again = await sendOther(10, key);
		expect(again.status).toBe(200);
		expect(again.text).toBe(first.text);
		expect([first, again].map(({ headers }) => headers.get("Idempotency-Replayed"))).toEqual([null, "true"]);
		expect(await balancesOf(sender)).toMatchObject({ held_balance: 10 });
	});

	test.each([
		["another amount", 11, accounts.good],
		["another account", 10, { ...accounts.good, account_number: "7654321" }],
	])("H-02 a repetition with %s is rejected", async (_case, amount, account) => {
		const key = newKey();
		await sendOther(10, key);
		expectProblem(await sendOther(amount, key, account), 422, "IDEMPOTENCY_MISMATCH");
	});

	test("H-03 a key can be reused after a failed request", async () => {
		const key = newKey();
		expectProblem(await sendOther(100_000, key), 400, "BAD_REQUEST");
		expect((await sendOther(1, key)).status).toBe(200);
	});

	test("S-22 the stored response contains no account number", async () => {
		const kept = await gateway.database.tables.selectFrom("idempotency_keys").select("response_body").execute();
		expect(kept.length).toBeGreaterThan(0);
		expect(JSON.stringify(kept)).not.toContain(accounts.good.account_number);
	});
});

describe("a bank deposit", () => {
	const path = `${eftPath}/bank-deposit`;
	let staff: StaffMember;

	beforeAll(async () => {
		staff = await signInMember(gateway, { account: gateway.demo.second_merchant });
	});

	/** Links an account, which takes withdrawals a day later. */
	async function link(): Promise<void> {
		const account = { ...accounts.good, holder_name: "Maple & Main" };
		expect((await staff.send("PUT", "/settings/bank-account", account)).status).toBe(200);
		await passTime(other, 86_400_000);
	}

	test("S-24 a deposit is rejected while no bank account is linked", async () => {
		const refused = await other.post(path, { amount: 1 });
		expectProblem(refused, 400, "BAD_REQUEST");
		expect(refused.body.message).toContain("No bank account is linked");
	});

	test("S-24 a deposit to the linked account is held at once and leaves when the bank confirms it", async () => {
		await link();
		const before = await available(other);
		const { status, body, text } = await other.post(path, { amount: 5 });
		expect(status, text).toBe(200);
		expect(body.message).toBe("The deposit to your bank account is queued.");
		expect(body.transaction).toMatchObject({
			transaction_kind: "deposit",
			transaction_type: "EFT_DEBIT",
			transaction_result: "PENDING",
			description: "Bank deposit ****6789",
			email: null,
		});
		expect(await available(other)).toBeCloseTo(before - 5, 2);
		await passTime(other, railDelayMs);
		const { transaction_id: reference } = body.transaction as JsonObject;
		const settled = await other.get(`${eftPath}/transaction/${reference}`);
		expect(settled.body).toMatchObject({ transaction_result: "APPROVED" });
		const journal = gateway.database.tables.selectFrom("demo_rail.journal").selectAll();
		expect(await journal.where("reference", "=", String(reference)).execute()).toMatchObject([
			{ direction: "credit", amount_cents: 500 },
		]);
	});

	test("S-24 a deposit above the available balance is rejected", async () => {
		expectProblem(await other.post(path, { amount: (await available(other)) + 0.01 }), 400, "BAD_REQUEST");
	});

	test("a deposit in flight arrives after its account is unlinked", async () => {
		await link();
		const { body } = await other.post(path, { amount: 1 });
		await staff.delete("/settings/bank-account");
		await passTime(other, railDelayMs);
		const { transaction_id: reference } = body.transaction as JsonObject;
		expect((await other.get(`${eftPath}/transaction/${reference}`)).body).toMatchObject({ transaction_success: true });
	});

	test("H-01 a deposit with an Idempotency-Key is made once", async () => {
		await link();
		const key = newKey();
		const before = await available(other);
		const answers = [await other.post(path, { amount: 2 }, key), await other.post(path, { amount: 2 }, key)];
		expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
		expect(await available(other)).toBeCloseTo(before - 2, 2);
		expectProblem(await other.post(path, { amount: 3 }, key), 422, "IDEMPOTENCY_MISMATCH");
	});
});

describe("the list of the wallet's transactions", () => {
	test("the list is newest first, in pages, and has only the merchant's own transactions", async () => {
		await Promise.all([send(0.01), send(0.01)]);
		const first = await client.get(`${eftPath}/transaction?limit=2`);
		expect(first.status, first.text).toBe(200);
		const { cursors } = first.body.paging as { cursors: { before: string; after: string } };
		const second = await client.get(`${eftPath}/transaction?limit=2&after=${cursors.after}`);
		const entities = [first, second].flatMap(({ body }) => body.entities as JsonObject[]);
		const ids = entities.map(({ id }) => Number(id));
		expect(ids).toEqual(ids.toSorted((one, another) => another - one));
		expect(new Set(ids).size).toBe(4);
		const foreign = await other.get(`${eftPath}/transaction?limit=100`);
		const foreignIds = (foreign.body.entities as JsonObject[]).map(({ id }) => Number(id));
		expect(ids.filter((id) => foreignIds.includes(id))).toEqual([]);
	});

	test.each([
		["transaction_status=DECLINED", { transaction_result: "DECLINED" }],
		["transaction_kind=send&transaction_type=EFT_DEBIT&min_amount=25.5&max_amount=25.5", { amount: 25.5 }],
		[
			"email_address=ADA@example.com&first_name=ada&last_name=lovelace&transaction_status=APPROVED",
			{ last_name: "Lovelace" },
		],
	])("the filter %s selects its matches", async (query, expected) => {
		const { status, body, text } = await client.get(`${eftPath}/transaction?${query}`);
		expect(status, text).toBe(200);
		const entities = body.entities as JsonObject[];
		expect(entities.length).toBeGreaterThan(0);
		for (const entity of entities) expect(entity).toMatchObject(expected);
	});

	test.each(["transaction_kind=deposit", "transaction_type=EFT_CREDIT", "to_date=2001-01-01", "first_name=grace"])(
		"the filter %s matches nothing",
		async (query) => {
			expect((await client.get(`${eftPath}/transaction?${query}`)).body).toMatchObject({ entities: [] });
		},
	);

	test("a transaction is found by either id, but not by another merchant", async () => {
		const { body: sent } = await send(0.01);
		for (const id of [sent.id, sent.transaction_id]) {
			expect((await client.get(`${eftPath}/transaction/${id}`)).body).toEqual(sent);
			expectProblem(await other.get(`${eftPath}/transaction/${id}`), 404, "NOT_FOUND");
		}
	});

	test("S-25 the audit log has the sender and the outcome", async () => {
		const { body: sent } = await send(0.01, accounts.returned);
		await passTime(client, railDelayMs);
		const events = await auditEvents(gateway.database.tables, { object: String(sent.transaction_id) });
		expect(events).toMatchObject([
			{ type: "send.requested", actor_kind: "client", details: { amount_cents: 1 } },
			{ type: "eft.returned", actor_kind: "system", details: { code: "901" } },
		]);
	});
});

describe("npm run wallet -- verify", () => {
	const verify = () => {
		const { url, dataDirectory } = gateway.database;
		const environment = { DATABASE_URL: url, DATA_DIR: dataDirectory, SANDBOX: "1" };
		return runOperator(["wallet", "verify", "--json"], environment);
	};

	test("S-23 finds no differences after the tests above, while a gateway runs", async () => {
		const { code, output } = await verify();
		expect({ code, ...JSON.parse(output) }).toMatchObject({ code: 0, isWell: true, wallets: 2, differences: [] });
	});

	test("S-23 exits with code 1 when a balance exceeds its entries", async () => {
		const wallets = gateway.database.tables.updateTable("eft_wallets");
		await wallets.set((row) => ({ actual_cents: row("actual_cents", "+", 1) })).execute();
		const { code, output } = await verify();
		await wallets.set((row) => ({ actual_cents: row("actual_cents", "-", 1) })).execute();
		expect(code).toBe(1);
		expect(JSON.parse(output).differences).toHaveLength(2);
	});
});

describe("two gateways", () => {
	let neighbour: GatewayProcess;

	beforeAll(async () => {
		neighbour = await spawnGateway(gateway, { kind: "late_answer", milliseconds: 0 });
	});

	afterAll(() => neighbour.kill());

	test("H-01 the same request to both gateways at once, many times, sends once", async () => {
		const key = newKey();
		const elsewhere = await signIn(neighbour.url, gateway.merchant);
		const before = await available();
		const path = `${eftPath}/send/${payee}`;
		const answers = await Promise.all(
			Array.from({ length: 12 }, (_, place) =>
				(place % 2 === 0 ? client : elsewhere).post(path, { amount: 7, ...accounts.good }, key),
			),
		);
		expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
		expect(await available()).toBeCloseTo(before - 7, 2);
	});

	test("S-23 of fifty concurrent sends to both gateways, only those that the balance covers succeed", async () => {
		const before = await available();
		const amount = Math.floor((before * 100) / 30) / 100;
		const elsewhere = await signIn(neighbour.url, gateway.merchant);
		const body = { amount, ...accounts.good };
		const answers = await Promise.all(
			Array.from({ length: 50 }, (_, place) =>
				(place % 2 === 0 ? client : elsewhere).post(`${eftPath}/send/${payee}`, body),
			),
		);
		const statuses = answers.map(({ status }) => status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(30);
		expect(statuses.filter((status) => status === 400)).toHaveLength(20);
		expect(await available()).toBeCloseTo(before - 30 * amount, 2);
		expect(await available()).toBeGreaterThanOrEqual(0);
	});
});

test("a deposit that no bank takes is 400 with a message: the specification knows no 409 there", async () => {
	const { merchant_id } = gateway.secondMerchant;
	const merchant = gateway.database.tables.updateTable("merchants").where("merchant_id", "=", merchant_id);
	await merchant.set({ mode: "live" }).execute();
	const answer = await other.post(`${eftPath}/bank-deposit`, { amount: 1 });
	await merchant.set({ mode: "demo" }).execute();
	expectProblem(answer, 400, "BAD_REQUEST");
	expect(answer.body.reason).toBe("bank_account_unusable");
});
