import { afterAll, beforeAll, expect, test } from "vitest";
import { approvedSale, failure } from "../../../../test/fixtures/api/records.ts";
import { authorizePath, expectProblem, goodCard, salePath } from "../../../../test/fixtures/client.ts";
import {
	type ModificationTest,
	modificationPath,
	startModificationTest,
	statusesOf,
} from "../../../../test/fixtures/payments/modifications.ts";

let gateway: ModificationTest["gateway"];
let client: ModificationTest["client"];
let racer: ModificationTest["racer"];
let authorize: ModificationTest["authorize"];
let sell: ModificationTest["sell"];
let capture: ModificationTest["capture"];
let read: ModificationTest["read"];
let processedFor: ModificationTest["processedFor"];
let expectRefused: ModificationTest["expectRefused"];
let stop: ModificationTest["stop"];

beforeAll(async () => {
	({ gateway, client, racer, authorize, sell, capture, read, processedFor, expectRefused, stop } =
		await startModificationTest());
});

afterAll(() => stop());

test("a capture is a new transaction with the details of its authorization", async () => {
	const id = await authorize(99, { invoice_id: "INV-7", email: "ada@example.com", currency: "USD" });
	const answer = await capture(id, 51);
	expect(answer.status).toBe(200);
	expect(answer.body).toEqual({
		...approvedSale,
		amount: 51,
		currency: "USD",
		invoice_id: "INV-7",
		email: "ada@example.com",
		transaction_type: "capture",
		initiated_by: null,
		avs_result: null,
		cvv_result: null,
		three_d_secure: null,
		original_transaction_id: id,
	});
	expect(await read(id)).toMatchObject({ captured: true, amount: 99, transaction_type: "authorization" });
	expect(await processedFor(id)).toEqual(["capture 5100 approved"]);
});

test("a capture and a refund of the whole amount have its tax and tip, one of another amount has none", async () => {
	const parts = { amount_tax: 3.57, amount_tip: 5 };
	const none = { amount_tax: null, amount_tip: null };
	const whole = await capture(await authorize(31, parts), 31);
	expect(whole.body).toMatchObject(parts);
	const refundOf = (amount: number) =>
		client.post(`/transaction-service/refund/${whole.body.transaction_id}`, { amount });
	expect((await refundOf(11)).body).toMatchObject(none);
	expect((await capture(await authorize(31, parts), 29)).body).toMatchObject(none);
	const sold = await client.post(salePath, { amount: 31, ...goodCard, ...parts });
	expect((await client.post(`/transaction-service/refund/${sold.body.transaction_id}`, {})).body).toMatchObject(parts);
});

test("a capture accepts the numeric id of its authorization", async () => {
	const { id } = await read(await authorize());
	expect((await capture(id)).status).toBe(200);
});

test("X-16 a second capture is refused, and one of more than was authorized", async () => {
	const id = await authorize(99);
	await expectRefused(id, () => capture(id, 99.01), "amount", /at most 99\.00/);
	expect((await capture(id, 51)).status).toBe(200);
	await expectRefused(id, () => capture(id, 11), "transaction_id", /was captured/);
});

test("the sum of several captures never exceeds the authorized amount", async () => {
	const id = await authorize(99);
	expect((await capture(id, 51)).status).toBe(200);
	for (const amount of [49, 48, 1]) expect((await capture(id, amount)).status).toBe(400);
	expect(await processedFor(id)).toEqual(["capture 5100 approved"]);
});

test("an authorization can be captured after a declined capture", async () => {
	const id = await authorize(99);
	const answer = await capture(id, 50);
	expect(answer.status).toBe(402);
	expect(answer.body).toMatchObject({
		...failure(answer),
		transaction_type: "capture",
		transaction_result: "DECLINED",
	});
	expect(answer.body.message).toContain("Nothing was captured");
	expect(await read(id)).toMatchObject({ captured: false });
	expect((await capture(id, 51)).status).toBe(200);
});

test("X-18 only an approved authorization can be captured", async () => {
	const sale = await sell();
	await expectRefused(sale, () => capture(sale), "transaction_id", /This is a sale/);
	const captured = (await capture(await authorize())).body.transaction_id as string;
	await expectRefused(captured, () => capture(captured), "transaction_id", /This is a capture/);
	const declined = await client.post(authorizePath, { amount: 20, ...goodCard });
	const id = String(declined.body.transaction_id);
	await expectRefused(id, () => capture(id), "transaction_id", /declined/);
});

test("a declined or expired hold cannot be captured by its other ids", async () => {
	const declined = await client.post(authorizePath, { amount: 20, ...goodCard });
	for (const id of [declined.body.id, declined.body.transaction_id, declined.body.lookup_id]) {
		expectProblem(await capture(id, 11), 400, "BAD_REQUEST");
	}
	expect(await processedFor(String(declined.body.transaction_id))).toEqual([]);
});

test("X-53 the processor declines the capture of an expired hold", async () => {
	const id = await authorize();
	const { capture_before: end, transaction_time: start } = await read(id);
	expect(Number(end) - Number(start)).toBe(30 * 86_400_000);
	gateway.clocks.business.advance(29 * 86_400_000);
	expect((await capture(await authorize())).body.capture_before).toBeNull();
	gateway.clocks.business.advance(2 * 86_400_000);
	const answer = await capture(id);
	expect(answer.status).toBe(402);
	expect(answer.body.message).toContain("expired");
	expect(await read(id)).toMatchObject({ captured: false });
});

test("one of 50 simultaneous captures of a whole hold succeeds, on two gateways", async () => {
	const id = await authorize();
	const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => capture(id, 99, racer(index))));
	expect(statusesOf(answers)).toEqual({ 200: 1, 400: 49 });
	expect(await processedFor(id)).toEqual(["capture 9900 approved"]);
});

test("a capture without an amount captures all that was authorized", async () => {
	const id = await authorize();
	const { amount } = await read(id);
	const { status, body } = await client.post(modificationPath("capture", id), {});
	expect({ status, amount: body.amount }).toEqual({ status: 200, amount });
	expect((await client.post(modificationPath("capture", id), {})).body.reason).toBe("transaction_captured");
});
