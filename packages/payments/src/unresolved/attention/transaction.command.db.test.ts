import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../../test/fixtures/audit-events.ts";
import { type Client, goodCard, salePath, signIn } from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { operatorOf, type TestOperator } from "../../../../../test/fixtures/operator.ts";
import { insertAccountRows } from "../../../../../test/fixtures/processors/account-rows.ts";
import { type StaffBrowser, signInStaff } from "../../../../../test/fixtures/staff/staff-browser.ts";
import { noteState } from "../../submission/pending.store.ts";

let gateway: TestGateway;
let client: Client;
let operator: TestOperator;

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 100 });
	// No inquiry of recovery becomes due: it would find the outcome.
	gateway.clocks.real.stop();
	client = await signIn(gateway.url, gateway.merchant);
	operator = operatorOf(gateway);
});

afterAll(() => gateway.stop());

/** A sale whose answer was lost, and whose outcome the processor cannot tell later either. */
async function unknownSale(key: string = randomUUID()): Promise<string> {
	gateway.faults.push({ kind: "answer_lost" });
	const { body } = await client.post(salePath, { amount: 31, ...goodCard }, { "Idempotency-Key": key });
	expect(body.transaction_result).toBe("PENDING");
	const id = String(body.transaction_id);
	await noteState(gateway.database.tables.withTables(), id, "unknown");
	return id;
}

const read = async (id: string) => (await client.get(`/transaction-service/transaction/${id}`)).body;

const eventsOf = async (object: string) =>
	(await auditEvents(gateway.database.tables, { type: "transaction.resolved", object })).map(({ details }) => details);

describe("npm run admin -- transaction", () => {
	test("the merchant's pages tell which payments need attention", async () => {
		const owner = await signInStaff(gateway.url, gateway.demo);
		const stranger = await signInStaff(gateway.url, gateway.demo.second_merchant);
		const count = async (by: StaffBrowser) => (await by.api("GET", "overview")).body.needs_attention;
		expect(await count(owner)).toBe(0);
		const id = await unknownSale();
		expect((await owner.api("GET", `transactions/${id}/history`)).body.needs_attention).toEqual([id]);
		expect([await count(owner), await count(stranger)]).toEqual([1, 0]);
		const since = (await owner.api("GET", "overview")).body.needs_attention_since;
		expect(since).toBe((await read(id)).transaction_time);
		await operator.run("transaction", "resolve", id, "--not-approved", "--reason", "asked their support");
		expect((await owner.api("GET", `transactions/${id}/history`)).body.needs_attention).toEqual([]);
	});

	test("list names those that need attention, with the reason", async () => {
		expect(await operator.run("transaction", "list")).toMatchObject({
			text: "No transaction needs attention.",
			isComplete: true,
		});
		const id = await unknownSale();
		const { text, json, isComplete } = await operator.run("transaction", "list");
		expect(text).toContain(id);
		expect(text).toContain("the processor does not know its outcome");
		expect(text).toContain("31.00 CAD");
		expect(json).toMatchObject({ transactions: [{ transaction_id: id, state: "unknown", amount: 31 }] });
		expect(isComplete).toBe(false);
	});

	test("resolve records an approval once, for the record and for repeated requests", async () => {
		const id = await unknownSale("order-1");
		const answer = await operator.run(
			...["transaction", "resolve", id, "--approved", "--processor-id", "far_7"],
			...["--authorization-code", "777123", "--reason", "seen in the processor's report"],
		);
		expect(answer.json).toEqual({ transaction_id: id, transaction_result: "APPROVED" });
		expect(await read(id)).toMatchObject({
			transaction_result: "APPROVED",
			processor_transaction_id: "far_7",
			processor_auth_code: "777123",
		});
		const repeated = await client.post(salePath, { amount: 31, ...goodCard }, { "Idempotency-Key": "order-1" });
		expect([repeated.status, repeated.body.transaction_id]).toEqual([200, id]);
		expect(await eventsOf(id)).toEqual([{ finding: "approved", reason: "seen in the processor's report" }]);
		const again = await operator.refusalOf(
			"transaction",
			"resolve",
			id,
			"--not-approved",
			"--reason",
			"changed my mind",
		);
		expect(again).toMatch(/^No transaction with this id needs attention/);
	});

	test("resolve records that no money moved", async () => {
		const id = await unknownSale();
		await operator.run("transaction", "resolve", id, "--not-approved", "--reason", "asked their support");
		expect(await read(id)).toMatchObject({
			transaction_result: "DECLINED",
			// The bank may have declined it, so it is not repeated as one that it never received.
			decline_code: "generic",
			transaction_message: "Not approved. The operator found it out at the processor.",
		});
	});

	test("resolve records the outcomes of a file, and names those that need no attention", async () => {
		const [first, second, awaited] = [await unknownSale(), await unknownSale(), await unknownSale()];
		await noteState(gateway.database.tables.withTables(), awaited, "waiting");
		const directory = await mkdtemp(join(tmpdir(), "cardseal-outcomes-"));
		const file = join(directory, "outcomes.csv");
		const head = "transaction_id,outcome,processor_id,authorization_code";
		const resolve = () => ["transaction", "resolve", "--file", file, "--reason", "their report of Monday"];
		for (const [rows, message] of [
			["id,outcome\n", /^The first row must be transaction_id,/],
			[`${head}\n`, /^The file has no outcomes/],
			[`${head}\n${first},approved,far_1,1,23\n`, /^Row 2 .*too many cells/],
			[`${head}\n${first},approved,far_1,1\n${second},perhaps,,\n`, /^Row 3 .* Nothing was recorded\.$/],
			[`${head}\n${first},approved,,\n`, /^Row 2 .*--processor-id/],
			[`${head}\n${first},not_approved,,\n${first},approved,far_1,1\n`, /^Row 3 .*in an earlier row/],
			[`${head}\n\u001b[31m,not_approved,,\n`, /^Row 2 .*transaction_id is none/],
			[`${head}\n${first},approved,far\u001b,1\n`, /^Row 2 .*at most 255 characters/],
		] as const) {
			await writeFile(file, rows);
			expect(await operator.refusalOf(...resolve())).toMatch(message);
		}
		await writeFile(
			file,
			[head, `${first},approved,far_1,1`, `${second},not_approved,,`, `${awaited},not_approved,,`].join("\n"),
		);
		expect(await operator.run(...resolve())).toMatchObject({
			json: { recorded: [first, second], not_found: [awaited] },
			isComplete: false,
		});
		expect([await read(first), await read(second), await read(awaited)]).toMatchObject([
			{ transaction_result: "APPROVED", processor_transaction_id: "far_1" },
			{ transaction_result: "DECLINED" },
			{ transaction_result: "PENDING" },
		]);
		await writeFile(file, `${head}\n${awaited},not_approved,,\n`);
		expect(await operator.run(...resolve())).toMatchObject({ json: { recorded: [], not_found: [awaited] } });
		expect(await operator.refusalOf(...resolve(), first)).toMatch(/^Give TRANSACTION or --file/);
		expect(await operator.refusalOf(...resolve(), "--approved")).toMatch(/^With --file/);
		await rm(directory, { recursive: true });
	});

	test("list shows those of one account", async () => {
		const id = await unknownSale();
		const { tables } = gateway.database;
		const [changed] = await tables
			.updateTable("transactions")
			.set({ processor_account: "acc" })
			.where("transaction_id", "=", id)
			.returning("merchant_id")
			.execute();
		await insertAccountRows(tables, Number(changed?.merchant_id), { acc: "CAD" });
		const listed = await operator.run("transaction", "list", "--account", "acc");
		expect(listed.json).toMatchObject({ transactions: [{ transaction_id: id, processor_account: "acc" }] });
		expect(await operator.refusalOf("transaction", "list", "--account", "ac")).toMatch(/^There is no account/);
	});

	test("resolve refuses a transaction that recovery still asks for", async () => {
		const id = await unknownSale();
		await noteState(gateway.database.tables.withTables(), id, "waiting");
		const refusal = await operator.refusalOf("transaction", "resolve", id, "--not-approved", "--reason", "impatient");
		expect(refusal).toMatch(/^No transaction with this id needs attention/);
		expect(await eventsOf(id)).toEqual([]);
	});

	test.each([
		[["--reason", "x"], /^Give --approved or --not-approved/],
		[["--approved", "--not-approved", "--reason", "x"], /^Give --approved or --not-approved/],
		[["--approved", "--reason", "x"], /^--approved needs --processor-id/],
		[["--not-approved", "--processor-id", "far_1", "--reason", "x"], /^--processor-id and --authorization-code only/],
		[["--not-approved", "--reason", " "], /^--reason is empty/],
		[["--not-approved", "--reason", "card 4111 1111 1111 1111"], /^--reason cannot be used. This looks like a card/],
	])("resolve refuses %j", async (words, message) => {
		expect(await operator.refusalOf("transaction", "resolve", "some", ...words)).toMatch(message);
	});
});
