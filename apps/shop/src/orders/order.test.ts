import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	applyEvent,
	canBePaid,
	nextAttemptId,
	type Order,
	type OrderEvent,
	type Outcome,
	orderState,
} from "./order.ts";

const orderId = "K3M9XP2T7Q5W8Z4C6N1B0VHD";
const placed: OrderEvent = {
	type: "placed",
	order: orderId,
	at: 1,
	slug: "enamel-mug",
	quantity: 1,
	amountCents: 3100,
	hold: false,
};
const card = { brand: "Visa", suffix: "1111" };

const outcomes: Record<string, Outcome> = {
	paid: { kind: "paid", transactionId: "t1", card, at: 2 },
	declined: { kind: "declined", transactionId: "t1", card, reason: "general" },
	unknown: { kind: "unknown", transactionId: null },
	accepted: { kind: "accepted", transactionId: "t1" },
	paidByBank: { kind: "paid_by_bank", transactionId: "t1" },
	returned: { kind: "returned", transactionId: "t1" },
	notCharged: { kind: "not_charged", why: "refused" },
};

function start(order: Order): OrderEvent {
	return {
		type: "attempt_started",
		order: orderId,
		attempt: nextAttemptId(order),
		at: 2,
		name: "A",
		email: "a@example.com",
		customer: null,
		onFile: false,
		byBank: false,
	};
}

function end(order: Order, outcome: Outcome): OrderEvent {
	return { type: "attempt_ended", order: orderId, attempt: order.attempts.at(-1)?.id ?? "none", at: 3, outcome };
}

function orderAfter(...steps: ((order: Order) => OrderEvent)[]): Order {
	return steps.reduce((order, step) => applyEvent(order, step(order)), applyEvent(undefined, placed));
}

function ending(name: keyof typeof outcomes): (order: Order) => OrderEvent {
	return (order) => end(order, outcomes[name] as Outcome);
}

describe("an order's state", () => {
	test.each([
		["open", orderAfter()],
		["paying", orderAfter(start)],
		["paid", orderAfter(start, ending("paid"))],
		["declined", orderAfter(start, ending("declined"))],
		["unknown", orderAfter(start, ending("unknown"))],
		["open", orderAfter(start, ending("notCharged"))],
		["clearing", orderAfter(start, ending("accepted"))],
		["paid", orderAfter(start, ending("accepted"), ending("paidByBank"))],
		["returned", orderAfter(start, ending("accepted"), ending("returned"))],
		["paying", orderAfter(start, ending("declined"), start)],
		["paid", orderAfter(start, ending("unknown"), ending("paid"))],
		["open", orderAfter(start, ending("unknown"), ending("notCharged"))],
	])("is %s after its events", (state, order) => {
		expect(orderState(order)).toBe(state);
	});

	test("is payable only while no attempt has taken money or still may", () => {
		const payable = Object.entries(outcomes).filter(([name]) => canBePaid(orderAfter(start, ending(name))));
		expect(payable.map(([name]) => name)).toEqual(["declined", "returned", "notCharged"]);
		expect(canBePaid(orderAfter(start))).toBe(false);
	});
});

describe("what may follow", () => {
	test.each(["paid", "unknown"])("no attempt starts on an order that is %s", (name) => {
		const order = orderAfter(start, ending(name));
		expect(() => applyEvent(order, start(order))).toThrow("no attempt may start");
	});

	test("no second attempt starts while one is under way", () => {
		const order = orderAfter(start);
		expect(() => applyEvent(order, start(order))).toThrow("no attempt may start");
	});

	test.each(["paid", "declined", "paidByBank", "returned", "notCharged"])(
		"an attempt that ended %s does not end again",
		(name) => {
			const order = orderAfter(start, ending(name));
			expect(() => applyEvent(order, end(order, outcomes.unknown as Outcome))).toThrow("not under way");
		},
	);

	test("whatever is tried in whatever order, an order is paid at most once and stays paid", () => {
		const step = fc.constantFrom("start", ...Object.keys(outcomes));
		fc.assert(
			fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
				let order = orderAfter();
				for (const name of steps) {
					const wasPaid = orderState(order) === "paid";
					try {
						order = applyEvent(order, name === "start" ? start(order) : ending(name)(order));
					} catch {
						// Refused: the order is as it was.
					}
					if (wasPaid) expect(orderState(order)).toBe("paid");
				}
				const paid = order.attempts.filter(
					({ outcome }) => outcome?.kind === "paid" || outcome?.kind === "paid_by_bank",
				);
				expect(paid.length).toBeLessThanOrEqual(1);
			}),
		);
	});

	test("each attempt has an id of its own", () => {
		const order = orderAfter(start, ending("declined"), start, ending("declined"), start);
		expect(new Set(order.attempts.map(({ id }) => id)).size).toBe(3);
	});

	test("an order that was never placed takes no events", () => {
		expect(() => applyEvent(undefined, start(orderAfter()))).toThrow("never placed");
	});
});
