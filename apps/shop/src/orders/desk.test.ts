import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openCounter, payer, type TestCounter } from "../../test-support/shop.ts";
import { type FollowUp, mayFollow, refundableCents, refundedCents } from "./follow-up.ts";
import { type Order, orderState } from "./order.ts";

async function pay(counter: TestCounter, hold: boolean): Promise<Order> {
	const order = await counter.book.place({ slug: "enamel-mug", quantity: 1, amountCents: 31_00, hold });
	return (await counter.cashier.pay(order, payer)).order;
}

const collect = { kind: "collect", amountCents: 31_00, after: 0 } as const;
const release = { kind: "release", amountCents: 31_00, after: 0 } as const;

function refund(amountCents: number, after: number) {
	return { kind: "refund", amountCents, after } as const;
}

function outcomes({ followUps }: Order) {
	return followUps.map(({ outcome }) => outcome?.kind);
}

describe("an amount that is held", () => {
	test("is collected once, however often the button is pressed, and is paid then", async () => {
		await using counter = await openCounter();
		const order = await pay(counter, true);
		expect(orderState(order)).toBe("held");
		const taken = await Promise.all([1, 2, 3].map(() => counter.desk.take(order, collect)));
		const later = await counter.desk.take(order, collect);
		expect(new Set([...taken, later].map(orderState))).toEqual(new Set(["paid"]));
		expect(counter.gateway.stepRequests).toEqual([
			{ path: "/transaction-service/capture/transaction1", idempotencyKey: `${order.id}-f1` },
		]);
	});

	test("is released, and then neither collected nor refunded", async () => {
		await using counter = await openCounter();
		const order = await pay(counter, true);
		expect(orderState(await counter.desk.take(order, release))).toBe("released");
		for (const step of [{ ...collect, after: 1 }, refund(31_00, 1)]) await counter.desk.take(order, step);
		expect(counter.gateway.stepRequests.map(({ path }) => path)).toEqual(["/transaction-service/void/transaction1"]);
	});

	test("is refunded by what was collected, not by the hold", async () => {
		await using counter = await openCounter();
		const order = await pay(counter, true);
		await counter.desk.take(order, refund(5_00, 0));
		await counter.desk.take(order, collect);
		await counter.desk.take(order, refund(5_00, 1));
		expect(counter.gateway.stepRequests.map(({ path }) => path)).toEqual([
			"/transaction-service/capture/transaction1",
			"/transaction-service/refund/transaction2",
		]);
	});
});

describe("a refund", () => {
	test("goes in parts, together never above what was paid", async () => {
		await using counter = await openCounter();
		const order = await pay(counter, false);
		await counter.desk.take(order, refund(5_00, 0));
		await counter.desk.take(order, refund(27_00, 1));
		const after = await counter.desk.take(order, refund(25_50, 1));
		expect([refundedCents(after), outcomes(after)]).toEqual([30_50, ["done", "done"]]);
	});

	test("that the bank declines moves nothing, and can be asked for again", async () => {
		await using counter = await openCounter();
		const order = await pay(counter, false);
		await counter.desk.take(order, refund(10_00, 0));
		const after = await counter.desk.take(order, refund(31_00, 1));
		expect([refundedCents(after), outcomes(after)]).toEqual([31_00, ["not_done", "done"]]);
	});

	test("from a page that is old by now is not made: the same form sent twice refunds once", async () => {
		await using counter = await openCounter();
		const order = await pay(counter, false);
		await counter.desk.take(order, refund(5_00, 0));
		await counter.desk.take(order, refund(5_00, 0));
		expect(counter.gateway.stepRequests).toHaveLength(1);
	});
});

describe("a step whose outcome is not known", () => {
	test("lets nothing else follow, and is asked about under its own key: done once", async () => {
		await using counter = await openCounter();
		const order = await pay(counter, false);
		counter.gateway.next("lose_answer", "lose_answer", "lose_answer");
		await counter.desk.take(order, refund(5_00, 0));
		await counter.desk.take(order, refund(7_00, 1));
		expect(outcomes(await counter.desk.settle(order))).toEqual(["done"]);
		expect(new Set(counter.gateway.stepRequests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
		expect(counter.gateway.charges).toHaveLength(2);
	});

	test("is read by its transaction id once the gateway has named it", async () => {
		await using counter = await openCounter();
		const order = await pay(counter, false);
		counter.gateway.next("pending");
		await counter.desk.take(order, refund(5_00, 0));
		expect(outcomes(await counter.desk.settle(order))).toEqual(["unknown"]);
		for (const charge of counter.gateway.charges) charge.result = "APPROVED";
		expect(outcomes(await counter.desk.settle(order))).toEqual(["done"]);
		expect(counter.gateway.stepRequests).toHaveLength(1);
	});

	test("is not sent again after half a day, when the gateway may soon have forgotten its key", async () => {
		await using counter = await openCounter();
		const order = await pay(counter, false);
		counter.gateway.next("lose_answer", "lose_answer", "lose_answer");
		await counter.desk.take(order, refund(5_00, 0));
		counter.clock.now += 12 * 3_600_000;
		expect(outcomes(await counter.desk.settle(order))).toEqual(["unknown"]);
		expect(counter.gateway.stepRequests).toHaveLength(3);
	});

	test("is not given up because the next try cannot be sent", async () => {
		await using counter = await openCounter();
		const order = await pay(counter, false);
		counter.gateway.next("lose_answer", "lose_answer", "lose_answer");
		await counter.desk.take(order, refund(5_00, 0));
		await counter.gateway.stop();
		expect(outcomes(await counter.desk.settle(order))).toEqual(["unknown"]);
	});

	test("is settled after a restart in the middle of it", async () => {
		await using counter = await openCounter();
		const order = await pay(counter, true);
		const dying = counter.desk.take(order, collect);
		await counter.book.close();
		await dying.catch(() => undefined);
		await counter.restart();
		await counter.desk.settleAll();
		expect(counter.book.list().map(orderState)).toEqual(["paid"]);
		expect(counter.gateway.charges).toHaveLength(2);
	});
});

test("whatever steps are tried, no more is given back than was paid, and a hold is decided once", () => {
	const step = fc.record({
		kind: fc.constantFrom("collect", "release", "refund"),
		amountCents: fc.integer({ max: 4_000 }),
	});
	fc.assert(
		fc.property(fc.boolean(), fc.array(step, { maxLength: 30 }), (held, steps) => {
			let followUps: FollowUp[] = [];
			for (const { kind, amountCents: drawn } of steps) {
				const payment = { held, amountCents: 3_100, followUps };
				const amountCents = kind === "refund" ? drawn : 3_100;
				if (!mayFollow(payment, kind, amountCents)) continue;
				const outcome = { kind: "done", transactionId: "t", at: 1 } as const;
				followUps = [...followUps, { id: "f", kind, amountCents, startedAt: 1, outcome }];
			}
			expect(refundedCents({ followUps })).toBeLessThanOrEqual(3_100);
			expect(followUps.filter(({ kind }) => kind !== "refund").length).toBeLessThanOrEqual(held ? 1 : 0);
			expect(refundableCents({ held, amountCents: 3_100, followUps })).toBeGreaterThanOrEqual(0);
		}),
	);
});
