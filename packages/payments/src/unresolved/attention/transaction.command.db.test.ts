import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../../test/fixtures/audit-events.ts";
import { type Client, goodCard, salePath, signIn } from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { operatorOf, type TestOperator } from "../../../../../test/fixtures/operator.ts";
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
		[["--not-approved", "--reason", " "], /^Give the reason/],
	])("resolve refuses %j", async (words, message) => {
		expect(await operator.refusalOf("transaction", "resolve", "some", ...words)).toMatch(message);
	});
});
