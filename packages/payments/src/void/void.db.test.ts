import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModificationTest, startModificationTest } from "../../../../test/fixtures/payments/modifications.ts";

let gateway: ModificationTest["gateway"];
let racer: ModificationTest["racer"];
let authorize: ModificationTest["authorize"];
let sell: ModificationTest["sell"];
let capture: ModificationTest["capture"];
let refund: ModificationTest["refund"];
let voidIt: ModificationTest["voidIt"];
let read: ModificationTest["read"];
let processedFor: ModificationTest["processedFor"];
let expectRefused: ModificationTest["expectRefused"];
let stop: ModificationTest["stop"];

beforeAll(async () => {
	({ gateway, racer, authorize, sell, capture, refund, voidIt, read, processedFor, expectRefused, stop } =
		await startModificationTest());
});

afterAll(() => stop());

test("a voided authorization can be neither voided again nor captured", async () => {
	const id = await authorize();
	const answer = await voidIt(id);
	expect(answer.status).toBe(200);
	expect(answer.body).toMatchObject({
		transaction_type: "void",
		amount: 99,
		captured: false,
		original_transaction_id: id,
	});
	expect(await read(id)).toMatchObject({ voided: true, captured: false });
	await expectRefused(id, () => capture(id), "transaction_id", /voided/);
	await expectRefused(id, () => voidIt(id), "transaction_id", /voided/);
});

test("a sale or a capture can be voided until the merchant's day ends", async () => {
	const hold = await authorize();
	const captured = String((await capture(hold)).body.transaction_id);
	const [voided, settled] = [await sell(), await sell()];
	for (const id of [captured, voided]) {
		expect((await voidIt(id)).status).toBe(200);
		await expectRefused(id, () => refund(id, 11), "transaction_id", /voided/);
	}
	await expectRefused(hold, () => voidIt(hold), "transaction_id", /captured/);
	gateway.clocks.business.advance(86_400_000);
	await expectRefused(settled, () => voidIt(settled), "transaction_id", /settled/);
	expect((await refund(settled)).status).toBe(200);
});

test("a void of a partly refunded sale, or of a refund, is refused", async () => {
	const sale = await sell();
	const refunded = String((await refund(sale, 11)).body.transaction_id);
	await expectRefused(sale, () => voidIt(sale), "transaction_id", /refunded/);
	await expectRefused(refunded, () => voidIt(refunded), "transaction_id", /This is a refund/);
});

test("of a simultaneous capture and void, exactly one succeeds", async () => {
	for (let round = 0; round < 10; round++) {
		const id = await authorize();
		const [captured, voided] = await Promise.all([capture(id, 99, racer(0)), voidIt(id, racer(1))]);
		expect([captured.status, voided.status].toSorted()).toEqual([200, 400]);
		expect(await processedFor(id)).toHaveLength(1);
		expect(await read(id)).toMatchObject({ captured: captured.status === 200, voided: voided.status === 200 });
	}
});
