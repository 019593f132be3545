import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { approvedSale } from "../../../../test/fixtures/api/records.ts";
import { expectProblem, goodCard, salePath } from "../../../../test/fixtures/client.ts";
import { insertDispute } from "../../../../test/fixtures/payments/dispute.ts";
import {
	type ModificationTest,
	modificationPath,
	startModificationTest,
	statusesOf,
} from "../../../../test/fixtures/payments/modifications.ts";
import { newLookupId } from "../../../platform/src/ids.ts";

let gateway: ModificationTest["gateway"];
let client: ModificationTest["client"];
let racer: ModificationTest["racer"];
let authorize: ModificationTest["authorize"];
let sell: ModificationTest["sell"];
let capture: ModificationTest["capture"];
let refund: ModificationTest["refund"];
let read: ModificationTest["read"];
let processedFor: ModificationTest["processedFor"];
let expectRefused: ModificationTest["expectRefused"];
let stop: ModificationTest["stop"];

beforeAll(async () => {
	({ gateway, client, racer, authorize, sell, capture, refund, read, processedFor, expectRefused, stop } =
		await startModificationTest());
});

afterAll(() => stop());

test("a refund has its id as a string, in its own response only", async () => {
	const sale = await sell();
	const answer = await refund(sale, 51);
	expect(answer.status).toBe(200);
	expect(answer.body).toEqual({
		...approvedSale,
		id: expect.stringMatching(/^[0-9]+$/),
		amount: 51,
		captured: false,
		transaction_type: "refund",
		initiated_by: null,
		avs_result: null,
		cvv_result: null,
		three_d_secure: null,
		original_transaction_id: sale,
	});
	expect(Number(answer.body.id)).toBe(answer.body.lookup_id);
	expect((await read(String(answer.body.transaction_id))).id).toBe(answer.body.lookup_id);
});

test("partial refunds add up in the original's refunded amount", async () => {
	const id = await sell(99);
	for (const [amount, sum] of [
		[51, 51],
		[33, 84],
		[15, 99],
	] as const) {
		expect((await refund(id, amount)).status).toBe(200);
		expect((await read(id)).amount_refunded).toBe(sum);
	}
	await expectRefused(id, () => refund(id, 0.01), "amount", /All of this transaction/);
});

test("a refund of a capture never exceeds the captured amount", async () => {
	const hold = await authorize(99);
	const captured = String((await capture(hold, 51)).body.transaction_id);
	await expectRefused(captured, () => refund(captured, 51.01), "amount", /at most 51\.00/);
	await expectRefused(hold, () => refund(hold, 11), "transaction_id", /This is an authorization/);
	expect((await refund(captured, 51)).status).toBe(200);
	expect(await read(captured)).toMatchObject({ amount_refunded: 51 });
});

test("X-18 a refund of an authorization, a refund or a declined sale is refused", async () => {
	const hold = await authorize();
	await expectRefused(hold, () => refund(hold), "transaction_id", /This is an authorization/);
	const refunded = String((await refund(await sell())).body.transaction_id);
	await expectRefused(refunded, () => refund(refunded), "transaction_id", /This is a refund/);
	const declined = String((await client.post(salePath, { amount: 20, ...goodCard })).body.transaction_id);
	await expectRefused(declined, () => refund(declined, 11), "transaction_id", /declined/);
});

test("a repeated whole refund is refused and changes nothing", async () => {
	const id = await sell(99);
	expect((await refund(id, 99)).status).toBe(200);
	await expectRefused(id, () => refund(id, 99), "amount", /All of this transaction/);
	expect((await read(id)).amount_refunded).toBe(99);
});

test("a declined refund releases its reservation", async () => {
	const id = await sell(99);
	expect((await refund(id, 98)).status).toBe(402);
	expect(await read(id)).toMatchObject({ amount_refunded: 0 });
	expect((await refund(id, 99)).status).toBe(200);
});

test("X-17 exactly ten of 100 simultaneous refunds of a tenth succeed, on two gateways", async () => {
	// 11 dollars each, which the sandbox approves.
	const id = await sell(111);
	const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => refund(id, 11, racer(index))));
	expect(statusesOf(answers)).toEqual({ 200: 10, 400: 90 });
	expect((await read(id)).amount_refunded).toBe(110);
	expect((await processedFor(id)).length).toBe(10);
});

test("a refund retried with its key after a lost answer is made once", async () => {
	const id = await sell(99);
	const key = { "Idempotency-Key": "refund-1" };
	gateway.faults.push({ kind: "answer_lost" });
	gateway.clocks.real.stop();
	const first = await client.post(modificationPath("refund", id), { amount: 51 }, key);
	expect(first.status).toBe(402);
	expect(first.body).toMatchObject({
		transaction_result: "PENDING",
		message: expect.stringContaining("not known yet"),
	});
	// A refund that may have been made is not made a second time.
	await expectRefused(id, () => refund(id, 51), "amount", /at most 48\.00/);
	gateway.clocks.real.go();
	gateway.clocks.real.advance(10_000);
	await vi.waitFor(async () => expect((await read(id)).amount_refunded).toBe(51), 30_000);
	const again = await client.post(modificationPath("refund", id), { amount: 51 }, key);
	expect(again.status).toBe(200);
	expect(again.headers.get("Idempotency-Replayed")).toBe("true");
	expect(again.body).toMatchObject({ transaction_id: first.body.transaction_id, id: String(first.body.lookup_id) });
	expect(await processedFor(id)).toEqual(["refund 5100 approved"]);
});

test("a refund that the processor never received is declined by recovery, and can be repeated", async () => {
	const id = await sell(99);
	gateway.faults.push({ kind: "never_received" });
	const pending = await refund(id, 51);
	expect(pending.body.transaction_result).toBe("PENDING");
	gateway.clocks.real.advance(10_000);
	const refundId = String(pending.body.transaction_id);
	await vi.waitFor(async () => expect((await read(refundId)).transaction_result).toBe("DECLINED"), 30_000);
	expect(await read(id)).toMatchObject({ amount_refunded: 0, transaction_result: "APPROVED" });
	expect((await refund(id, 99)).status).toBe(200);
});

test("one Idempotency-Key works for a capture and for a refund", async () => {
	const hold = await authorize(99);
	const key = { "Idempotency-Key": "same-on-both" };
	const captured = await client.post(modificationPath("capture", hold), { amount: 51 }, key);
	const refunded = await client.post(modificationPath("refund", captured.body.transaction_id), { amount: 51 }, key);
	expect([captured.status, refunded.status]).toEqual([200, 200]);
	expect(refunded.body.transaction_type).toBe("refund");
});

test("a refund without a body says that the amount is required", async () => {
	const answer = await client.send(modificationPath("refund", await sell()), { method: "POST" });
	expectProblem(answer, 400, "BAD_REQUEST");
	const message = "amount is required. Send {} for all that is left.";
	expect(answer.body.errors).toEqual([{ field: "amount", code: "field_required", message }]);
});

test("a disputed amount cannot be refunded until the dispute is won: the payer would be paid twice", async () => {
	const { tables } = gateway.database;
	const hold = await authorize(99);
	const captured = String((await capture(hold, 99)).body.transaction_id);
	// Some processors name the authorization.
	const dispute = await insertDispute(tables, hold, 6_600);
	await expectRefused(captured, () => refund(captured, 35), "amount", /Refund at most 33\.00/);
	expect((await refund(captured, 33)).status).toBe(200);
	await tables.updateTable("disputes").set({ state: "won" }).where("dispute_id", "=", dispute).execute();
	expect((await refund(captured, 35)).status).toBe(200);
});

test("a capture and a refund keep their description with their metadata", async () => {
	const id = await authorize();
	const captured = await client.post(modificationPath("capture", id), { amount: 51, description: "First parcel" });
	expect(captured.body.metadata).toEqual({ description: "First parcel" });
	const returned = { amount: 1, description: "Lamp returned", metadata: { by: "Ada" } };
	const { body } = await client.post(modificationPath("refund", captured.body.transaction_id), returned);
	expect(body.metadata).toEqual({ by: "Ada", description: "Lamp returned" });
	expect((await read(String(body.transaction_id))).metadata).toEqual(body.metadata);
});

test("a refund without an amount refunds all that is left, once", async () => {
	const id = String((await client.post(salePath, { amount: 31, ...goodCard })).body.transaction_id);
	const path = modificationPath("refund", id);
	expect((await refund(id, 10)).body.transaction_result).toBe("DECLINED");
	expect((await refund(id, 7.5)).status).toBe(200);
	expect((await refund(id, 0.5)).body.transaction_result).toBe("DECLINED");
	for (const body of [
		{ amount: null },
		{ amount: "" },
		{ amout: 5 },
		{ reason: "no" },
		{ description: "Lamp returned" },
		{ refund_amount: null },
		undefined,
	]) {
		expectProblem(await client.post(path, body), 400, "BAD_REQUEST");
	}
	const key = { "Idempotency-Key": newLookupId() };
	const rest = await client.post(path, { metadata: { by: "Ada" } }, key);
	expect(rest.body).toMatchObject({ amount: 23.5, transaction_result: "APPROVED" });
	expect((await client.post(path, { metadata: { by: "Ada" } }, key)).body).toEqual(rest.body);
	expect((await client.post(path, {})).body).toMatchObject({ status: 400, reason: "nothing_to_refund" });
});
