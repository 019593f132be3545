import { describe, expect, test } from "vitest";
import { planRow, start, subscriptionRow } from "../../../test/fixtures/subscriptions/rows.ts";
import { daysLater, dueAt } from "./calendar.ts";
import { afterRequest, afterApproval as approveWith, nextStep } from "./lifecycle.ts";
import { type PlanChange, paidLeftCents, planChangeProblem, planPlanChange } from "./plan-change.ts";
import { amountDue } from "./pricing.ts";
import type { Subscription } from "./tables.ts";

const day = 86_400_000;

const afterApproval = (
	before: Subscription,
	{ period, amountCents = amountDue(before, period) }: { period: number; amountCents?: number },
	now: number,
) => approveWith(before, { period, amountCents }, now);

/** A subscription whose first payment was approved on its due date. */
function paid(changes: Partial<Subscription> = {}): Subscription {
	const before = subscriptionRow({ ...changes, charging_transaction_id: "9fK2mQ7xW1aZ3bC4dE5f" });
	const after = { ...before, ...afterApproval(before, { period: before.next_period }, before.next_run ?? start) };
	return { ...after, charging_transaction_id: null };
}

function change(changes: Partial<PlanChange> = {}): PlanChange {
	return { plan: planRow(), quantity: 1, when: "now", prorate: false, ...changes };
}

function changed(before: Subscription, wanted: PlanChange, now: number) {
	const planned = planPlanChange(before, wanted, { leftCents: before.paid_cents ?? 0, now });
	return { ...planned, after: { ...before, ...planned.columns } };
}

function days(one: Subscription, periods: number[]): string[] {
	return periods.map((period) => new Date(dueAt(one, period)).toISOString().slice(0, 10));
}

describe("a trial", () => {
	const trial = (start_date: number, trial_days: number, time_zone = "UTC") =>
		subscriptionRow({
			start_date,
			trial_days,
			time_zone,
			billing_anchor: daysLater({ time_zone }, start_date, trial_days),
		});

	test("S-28 the first period begins after the trial, and counts the others", () => {
		const one = trial(Date.UTC(2026, 0, 17, 9), 14);
		expect(days(one, [0, 1, 2])).toEqual(["2026-01-31", "2026-02-28", "2026-03-31"]);
		expect(days(trial(Date.UTC(2028, 1, 1), 28), [0, 1, 12])).toEqual(["2028-02-29", "2028-03-29", "2029-02-28"]);
	});

	test("S-28 its days are those of the merchant's zone", () => {
		const zone = "America/Toronto";
		const start = Date.UTC(2026, 2, 7, 14);
		expect(dueAt(trial(start, 2, zone), 0) - start).toBe(2 * day - 3_600_000);
	});

	test("S-28 a pause during the trial keeps its end", () => {
		const one = { ...trial(start, 30), next_run: start + 30 * day };
		const pausedOne = { ...one, ...afterRequest(one, "PAUSED", start + day) };
		expect(afterRequest(pausedOne, "ACTIVE", start + 2 * day)).toMatchObject({
			next_period: 0,
			next_run: start + 30 * day,
		});
	});
});

describe("a change of plan at the renewal", () => {
	test("S-30 charges the new plan from the next due date on, which does not move", () => {
		const { after, lines, period } = changed(paid(), change({ when: "renewal", quantity: 2 }), start + day);
		expect(after).toMatchObject({ plan_id: 4, name: "Espresso", next_run: Date.UTC(2026, 1, 28, 9) });
		expect(nextStep(after, start + day)).toBeUndefined();
		expect(nextStep(after, Date.UTC(2026, 1, 28, 9))).toEqual({ period: 1, attempt: 1, amountCents: 12_400 });
		expect({ lines, period }).toEqual({ lines: [{ kind: "period", amountCents: 12_400, quantity: 2 }], period: 1 });
		expect(days(after, [1, 2])).toEqual(["2026-02-28", "2026-03-31"]);
	});

	test("S-30 of another frequency counts from that due date on", () => {
		const { after } = changed(paid(), change({ when: "renewal", plan: planRow({ frequency: "WEEKLY" }) }), start + day);
		expect(days(after, [1, 2, 3])).toEqual(["2026-02-28", "2026-03-07", "2026-03-14"]);
		const yearly = changed(
			paid({ start_date: Date.UTC(2028, 0, 29), next_run: Date.UTC(2028, 0, 29) }),
			change({ when: "renewal", plan: planRow({ frequency: "ANNUALLY" }) }),
			Date.UTC(2028, 1, 1),
		);
		expect(days(yearly.after, [1, 2, 5])).toEqual(["2028-02-29", "2029-02-28", "2032-02-29"]);
	});

	test("S-30 in the trial keeps the trial and the set-up fee", () => {
		const trial = subscriptionRow({
			billing_anchor: start + 30 * day,
			next_run: start + 30 * day,
			setup_fee_cents: 2_500,
		});
		const { after } = changed(
			trial,
			change({ when: "renewal", plan: planRow({ setup_fee_cents: 9_900, trial_days: 7 }) }),
			start + day,
		);
		expect(nextStep(after, start + 30 * day)).toEqual({ period: 0, attempt: 1, amountCents: 8_700 });
	});

	test("S-30 counts the payments of the new plan from the change on", () => {
		const limited = change({ when: "renewal", plan: planRow({ number_of_payments: 3 }) });
		const { after } = changed(paid({ completed_cycles: 11, number_of_payments: null }), limited, start + day);
		expect(after.number_of_payments).toBe(15);
		expect(changed(after, limited, start + day).after.number_of_payments).toBe(15);
	});
});

describe("a change of plan now", () => {
	const now = start + 7 * day;

	test("S-30 begins a period with the next key, due at once", () => {
		const { after } = changed(paid(), change(), now);
		expect(nextStep(after, now)).toEqual({ period: 1, attempt: 1, amountCents: 6_200 });
		const again = { ...after, ...afterApproval(after, { period: 1 }, now) };
		expect(days(again, [1, 2, 3])).toEqual(["2026-02-07", "2026-03-07", "2026-04-07"]);
		expect(nextStep(again, now)).toBeUndefined();
	});

	test("S-30 with proration charges the difference: 21 of 28 days of 31.00 are 23.25", () => {
		const { after, lines } = changed(paid(), change({ prorate: true }), now);
		expect(lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
			["period", 6_200],
			["credit", -2_325],
		]);
		expect(nextStep(after, now)?.amountCents).toBe(3_875);
		const again: Subscription = { ...after, ...afterApproval(after, { period: 1 }, now) };
		expect(again).toMatchObject({ credit_cents: 0, paid_cents: 6_200, paid_from: now });
		expect(nextStep(again, again.next_run ?? 0)?.amountCents).toBe(6_200);
	});

	test("S-30 refunds what the unused days are worth more, and the credit pays the period", () => {
		const one = paid({ frequency: "ANNUALLY", amount_cents: 36_500 });
		const { after, payBackCents } = changed(one, change({ prorate: true }), start + 65 * day);
		expect(payBackCents).toBe(30_000 - 6_200);
		expect(after).toMatchObject({
			credit_cents: 0,
			completed_cycles: 2,
			next_period: 2,
			next_run: dueAt(after, 2),
			paid_cents: 6_200,
			paid_transaction_id: one.paid_transaction_id,
			paid_back_cents: payBackCents,
		});
		expect(nextStep(after, start + 65 * day)).toBeUndefined();
	});

	test("S-30 a credit of exactly the new period moves no money", () => {
		const one = paid({ amount_cents: 12_400 });
		const { after, payBackCents } = changed(one, change({ prorate: true }), start + 14 * day);
		expect({ payBackCents, next: after.next_period }).toEqual({ payBackCents: 0, next: 2 });
		expect(nextStep(after, start + 14 * day)).toBeUndefined();
	});

	test("S-30 the last payment of a plan that a credit pays ends the subscription", () => {
		const one = paid({ amount_cents: 99_900 });
		const { after } = changed(one, change({ prorate: true, plan: planRow({ number_of_payments: 1 }) }), now);
		expect(after).toMatchObject({ status: "EXPIRED", next_run: null, completed_cycles: 2, number_of_payments: 2 });
	});

	test("S-30 before the start charges the whole first period with its set-up fee", () => {
		const { after } = changed(subscriptionRow({ setup_fee_cents: 2_500 }), change({ prorate: true }), start - day);
		expect(nextStep(after, start - day)).toEqual({ period: 0, attempt: 1, amountCents: 8_700 });
		expect(after.start_date).toBe(start - day);
	});

	test("S-30 a declined payment keeps its credit for the retries, until the period is passed", () => {
		const { after } = changed(paid(), change({ prorate: true }), now);
		const pausedOne = { ...after, ...afterRequest(after, "PAUSED", now) };
		expect(pausedOne.credit_cents).toBe(0);
		const resumed = { ...pausedOne, ...afterRequest(pausedOne, "ACTIVE", now) };
		expect(nextStep(resumed, resumed.next_run ?? 0)?.amountCents).toBe(6_200);
	});

	test("S-30 a clock that stepped back credits the whole period at most", () => {
		const { lines } = changed(paid(), change({ prorate: true }), start - 40 * day);
		expect(lines.at(-1)).toMatchObject({ kind: "credit", amountCents: -3_100 });
	});
});

describe("the paid period", () => {
	const period = { paid_cents: 3_100, paid_back_cents: 0 };

	test.each([
		["nothing", 0, {}, 3_100],
		["a refund by hand", 1_000, {}, 2_100],
		["a refund of an earlier change of plan", 1_000, { paid_back_cents: 1_000 }, 3_100],
		["refunds of both", 1_500, { paid_back_cents: 1_000 }, 2_600],
		["an earlier change's refund that failed", 0, { paid_back_cents: 1_000 }, 3_100],
		["more than it cost", 5_600, {}, 0],
	])("S-30 has after %s", (_case, takenBackCents, ofPeriod, left) => {
		expect(paidLeftCents({ ...period, ...ofPeriod }, takenBackCents)).toBe(left);
	});
});

describe("a change of plan is refused", () => {
	const refused: [string, Partial<Subscription>, Partial<PlanChange>, string][] = [
		["to a deleted plan", {}, { plan: planRow({ deleted_at: start }) }, "plan_deleted"],
		["to another currency", {}, { plan: planRow({ currency: "USD" }) }, "plan_currency_differs"],
		["to too large an amount", {}, { plan: planRow({ amount_cents: 99_999_999 }), quantity: 2 }, "amount_too_large"],
		["with proration at the renewal", {}, { when: "renewal", prorate: true }, "field_invalid"],
		["to the same terms", {}, { plan: planRow({ id: 3, amount_cents: 3_100 }) }, "plan_unchanged"],
		["while PAUSED", { status: "PAUSED", next_run: null }, {}, "subscription_not_active"],
		["once CANCELED", { status: "CANCELED", next_run: null }, {}, "subscription_not_active"],
		["once CANCELLED", { status: "CANCELLED", next_run: null }, {}, "subscription_not_active"],
		["once EXPIRED", { status: "EXPIRED", next_run: null }, {}, "subscription_not_active"],
		["in RETRY", { status: "RETRY", open_period: 0 }, {}, "subscription_payment_open"],
		["in SUSPENDED", { status: "SUSPENDED", open_period: 0, next_run: null }, {}, "subscription_payment_open"],
		["with a payment in flight", { charging_transaction_id: "9fK2mQ7xW1aZ3bC4dE5f" }, {}, "subscription_payment_open"],
		["with a payment due", { next_run: start + day }, {}, "subscription_payment_open"],
		["after an attempt that no bank was asked about", { not_received_attempts: 1 }, {}, "subscription_payment_open"],
	];

	test.each(refused)("S-30 %s", (_case, columns, wanted, reason) => {
		const one = { ...paid(), ...columns };
		expect(planChangeProblem(one, change(wanted), start + day)?.reason).toBe(reason);
	});

	test("S-30 otherwise not", () => {
		expect(planChangeProblem(paid(), change(), start + day)).toBeUndefined();
		const same = change({ plan: planRow({ id: 3, amount_cents: 3_100 }), when: "renewal" });
		expect(planChangeProblem(paid(), same, start + day)).toBeUndefined();
	});
});
