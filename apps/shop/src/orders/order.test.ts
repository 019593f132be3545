import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canBePaid, endAttempt, newOrderId, type Order, type Outcome, orderState, startAttempt } from "./order.ts";

const placed: Order = {
	id: "K3M9XP2T7Q5W8Z4C6N1B0VHD",
	placedAt: 1,
	slug: "enamel-mug",
	quantity: 1,
	amountCents: 31_00,
	hold: false,
	attempts: [],
};
const card = { brand: "Visa", suffix: "1111" };
const outcomes = {
	paid: { kind: "paid", transactionId: "t1", card, at: 2 },
	held: { kind: "held", transactionId: "t1", card, at: 2 },
	declined: { kind: "declined", transactionId: "t1", card, reason: "general" },
	unknown: { kind: "unknown", transactionId: null },
	clearing: { kind: "clearing", transactionId: "t1" },
	returned: { kind: "returned", transactionId: "t1" },
	notCharged: { kind: "not_charged", why: "refused" },
} satisfies Record<string, Outcome>;
type Step = "start" | keyof typeof outcomes;
const names = Object.keys(outcomes) as (keyof typeof outcomes)[];

function apply(order: Order, step: Step): Order {
	const attempt = { method: "card", name: "A", email: "a@example.com", customerId: null, startedAt: 2 } as const;
	if (step === "start") return startAttempt(order, attempt);
	return endAttempt(order, order.attempts.at(-1)?.id ?? "none", outcomes[step], 3);
}

const orderAfter = (...steps: Step[]) => steps.reduce(apply, placed);

describe("an order", () => {
	test.each<[string, ...Step[]]>([
		["open"],
		["paying", "start"],
		["paid", "start", "paid"],
		["held", "start", "held"],
		["declined", "start", "declined"],
		["unknown", "start", "unknown"],
		["open", "start", "notCharged"],
		["clearing", "start", "clearing"],
		["paid", "start", "clearing", "paid"],
		["returned", "start", "clearing", "returned"],
		["paying", "start", "declined", "start"],
		["paid", "start", "unknown", "paid"],
		["open", "start", "unknown", "notCharged"],
	])("is %s after %s %s %s", (state, ...steps) => {
		expect(orderState(orderAfter(...steps))).toBe(state);
	});

	test("can be paid only while no attempt has taken money or still may", () => {
		const payable = names.filter((name) => canBePaid(orderAfter("start", name)));
		expect(payable).toEqual(["declined", "returned", "notCharged"]);
		expect(() => apply(orderAfter("start"), "start")).toThrow("no attempt may start");
		for (const name of ["paid", "unknown"] as const) {
			expect(() => orderAfter("start", name, "start")).toThrow("no attempt may start");
		}
	});

	test.each(["paid", "declined", "returned", "notCharged"] as const)(
		"an attempt that is %s does not end again",
		(name) => {
			expect(() => orderAfter("start", name, "unknown")).toThrow("not in flight");
		},
	);

	test("is paid at most once and stays paid, whatever is tried", () => {
		fc.assert(
			fc.property(fc.array(fc.constantFrom<Step>("start", ...names), { maxLength: 20 }), (steps) => {
				let order = placed;
				for (const step of steps) {
					const wasPaid = orderState(order) === "paid";
					try {
						order = apply(order, step);
					} catch {
						// Refused: the order is as it was.
					}
					if (wasPaid) expect(orderState(order)).toBe("paid");
				}
				expect(order.attempts.filter(({ outcome }) => outcome?.kind === "paid").length).toBeLessThanOrEqual(1);
			}),
		);
	});

	test("gives each attempt its own id", () => {
		const order = orderAfter("start", "declined", "start", "declined", "start");
		expect(new Set(order.attempts.map(({ id }) => id)).size).toBe(3);
	});

	test("has an id of 120 random bits: none repeats and none follows from another", () => {
		const ids = Array.from({ length: 200 }, newOrderId);
		expect(ids.every((id) => /^[0-9A-HJKMNP-TV-Z]{24}$/.test(id))).toBe(true);
		expect(new Set(ids).size).toBe(200);
		expect(new Set(ids.map((id) => id.slice(0, 6))).size).toBeGreaterThan(190);
	});
});
