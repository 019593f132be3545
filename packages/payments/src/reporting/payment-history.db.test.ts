import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	authorizePath,
	type Client,
	expectProblem,
	goodCard,
	salePath,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { type StaffBrowser, signInStaff } from "../../../../test/fixtures/staff/staff-browser.ts";

// Reads the history of a payment, as the dashboard does.

let gateway: TestGateway;
let client: Client;
let owner: StaffBrowser;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	owner = await signInStaff(gateway.url, gateway.demo);
});

afterAll(() => gateway.stop());

async function charge(path: string, amount: number): Promise<string> {
	return String((await client.post(path, { ...goodCard, amount })).body.transaction_id);
}

async function follow(operation: string, id: string, amount: number): Promise<string> {
	const { body } = await client.post(`/transaction-service/${operation}/${id}`, { amount });
	return String(body.transaction_id);
}

async function lifeOf(id: string): Promise<string[]> {
	const { status, body } = await owner.api("GET", `transactions/${id}/history`);
	expect(status).toBe(200);
	return (body.transactions as { transaction_type: string; amount: number }[]).map(
		({ transaction_type, amount }) => `${transaction_type} ${amount}`,
	);
}

describe("the history of a payment", () => {
	test("the history is the same from each of its transactions", async () => {
		const hold = await charge(authorizePath, 51);
		const capture = await follow("capture", hold, 45);
		const refund = await follow("refund", capture, 11);
		await follow("refund", capture, 13);
		const whole = ["authorization 51", "capture 45", "refund 11", "refund 13"];
		for (const id of [hold, capture, refund]) expect(await lifeOf(id)).toEqual(whole);
	});

	test("the history has declined transactions too", async () => {
		const sale = await charge(salePath, 31);
		await follow("refund", sale, 10);
		const { body } = await owner.api("GET", `transactions/${sale}/history`);
		expect(body.transactions).toMatchObject([
			{ transaction_type: "sale", transaction_result: "APPROVED" },
			{ transaction_type: "refund", transaction_result: "DECLINED", original_transaction_id: sale },
		]);
	});

	test("the history is found by the numeric id too, and has nothing of other payments", async () => {
		await charge(salePath, 31);
		const { body } = await client.post(salePath, { ...goodCard, amount: 33 });
		expect(await lifeOf(String(body.id))).toEqual(["sale 33"]);
	});

	test("the history of a payment without a customer links none", async () => {
		const sale = await charge(salePath, 31);
		expect((await owner.api("GET", `transactions/${sale}/history`)).body).toMatchObject({
			customer: null,
			subscription: null,
		});
	});

	test("the history of another merchant's payment is not found", async () => {
		const sale = await charge(salePath, 31);
		const neighbour = await signInStaff(gateway.url, gateway.demo.second_merchant);
		expectProblem(await neighbour.api("GET", `transactions/${sale}/history`), 404, "NOT_FOUND");
		expectProblem(await owner.api("GET", "transactions/nothing/history"), 404, "NOT_FOUND");
	});
});
