import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planRow, start, subscriptionRow as subscription } from "../../../test/fixtures/subscriptions/rows.ts";
import { dueAt } from "./calendar.ts";
import {
	afterNoTry,
	afterRequest,
	afterUnasked,
	afterApproval as approveWith,
	type Decline,
	afterDecline as declineWith,
	delinquentCycles,
	type LifecycleChange,
	nextStep,
	type RenewalStep,
	type RequestableStatus,
	requestableStatuses,
	statusProblem,
	unaskedRetryMinutes,
	withPrice,
} from "./lifecycle.ts";
import { type PlanChange, planChangeProblem, planPlanChange } from "./plan-change.ts";
import { amountDue, amountOf } from "./pricing.ts";
import { isCurrent } from "./status.ts";
import type { Subscription } from "./tables.ts";

const hour = 3_600_000;
const day = 24 * hour;
const retryDays = [1, 3, 5, 7];

const afterDecline = (before: Subscription, decline: Omit<Decline, "retryDays">, now: number) =>
	declineWith(before, { ...decline, retryDays }, now);

const afterApproval = (
	before: Subscription,
	{ period, amountCents = amountDue(before, period) }: { period: number; amountCents?: number },
	now: number,
) => approveWith(before, { period, amountCents }, now);

/** A subscription whose first payment was declined softly on its due date. */
function inRetry(changes: Partial<Subscription> = {}): Subscription {
	const before = subscription(changes);
	return { ...before, ...afterDecline(before, { period: 0, isSoft: true, adviceCode: null }, start) };
}

/** A subscription whose first payment had a hard decline. */
function inSuspension(changes: Partial<Subscription> = {}): Subscription {
	const before = subscription(changes);
	return { ...before, ...afterDecline(before, { period: 0, isSoft: false, adviceCode: null }, start) };
}

const asked = (before: Subscription, status: RequestableStatus, now: number): Subscription => ({
	...before,
	...afterRequest(before, status, now),
});

describe("nextStep", () => {
	test("nothing is charged before the due date, and the first period from then on", () => {
		expect(nextStep(subscription(), start - 1)).toBeUndefined();
		expect(nextStep(subscription(), start)).toEqual({ period: 0, attempt: 1, amountCents: 3_100 });
	});

	test("S-07 each missed period is charged, oldest first", () => {
		let one = subscription({ frequency: "DAILY" });
		const now = start + 4 * day + hour;
		const charged: number[] = [];
		for (let step = nextStep(one, now); step !== undefined; step = nextStep(one, now)) {
			charged.push(dueAt(one, step.period));
			one = { ...one, ...afterApproval(one, step, now) };
		}
		expect(charged).toEqual([0, 1, 2, 3, 4].map((days) => start + days * day));
		expect(one).toMatchObject({ status: "ACTIVE", next_period: 5, next_run: start + 5 * day, completed_cycles: 5 });
	});
});

describe("a declined payment", () => {
	test("S-09 a declined payment is tried again 1, 3, 5 and 7 days after its due date, then no more", () => {
		let one = subscription();
		const tries: number[] = [];
		for (let now = start; one.next_run !== null; now = one.next_run ?? now) {
			const step = nextStep(one, now);
			tries.push((now - start) / day);
			one = { ...one, ...afterDecline(one, { period: step?.period ?? -1, isSoft: true, adviceCode: null }, now) };
		}
		expect(tries).toEqual([0, ...retryDays]);
		expect(one).toMatchObject({ status: "SUSPENDED", suspended_reason: "retries_used", failed_attempts: 5 });
	});

	test("S-09 retry table: n delays give exactly n retries, at these days, also when each of them comes late", () => {
		let one = subscription();
		let now = start + 30 * day;
		const tries: number[] = [];
		for (let step = nextStep(one, now); step !== undefined; step = nextStep(one, now)) {
			tries.push((now - start) / day);
			one = { ...one, ...afterDecline(one, { period: step.period, isSoft: true, adviceCode: null }, now) };
			now = one.next_run ?? now;
		}
		expect(tries).toEqual([30, 31, 33, 35, 37]);
	});

	test("S-09 a decline that says never suspends at once", () => {
		expect(inSuspension()).toMatchObject({
			status: "SUSPENDED",
			suspended_reason: "declined",
			next_run: null,
			open_period: 0,
			failed_attempts: 1,
		});
	});

	test.each([
		["24", 1],
		["25", 24],
		["26", 48],
		["27", 96],
		["28", 144],
		["29", 192],
		["30", 240],
	] as const)("S-09 with advice code %s is tried again after %d hours, not by our own table", (adviceCode, hours) => {
		const now = start + hour / 2;
		const before = subscription();
		const after = { ...before, ...afterDecline(before, { period: 0, isSoft: true, adviceCode }, now) };
		expect(after).toMatchObject({ status: "RETRY", failed_attempts: 1, next_run: now + hours * hour });
		const again = afterDecline(after, { period: 0, isSoft: true, adviceCode: null }, after.next_run ?? 0);
		expect(again.next_run).toBeGreaterThanOrEqual(start + 3 * day);
	});

	test.each(["03", "21"] as const)(
		"S-09 a decline with advice code %s is not tried again, even if soft",
		(adviceCode) => {
			expect(afterDecline(subscription(), { period: 0, isSoft: true, adviceCode }, start)).toMatchObject({
				status: "SUSPENDED",
				suspended_reason: "declined",
				next_run: null,
			});
			const asActive = asked(inRetry(), "ACTIVE", start + hour);
			expect(afterDecline(asActive, { period: 0, isSoft: true, adviceCode }, start + hour).status).toBe("SUSPENDED");
		},
	);

	test("S-09 a hard decline and the last attempt suspend, whatever the bank advises", () => {
		const last = inRetry({ failed_attempts: retryDays.length - 1 });
		for (const [one, isSoft] of [
			[subscription(), false],
			[last, true],
		] as const) {
			expect(afterDecline(one, { period: 0, isSoft, adviceCode: "24" }, start + 7 * day).status).toBe("SUSPENDED");
		}
	});

	test("S-09 an approval at a later attempt leaves due dates unchanged", () => {
		const now = start + 3 * day;
		const before = inRetry();
		expect({ ...before, ...afterApproval(before, { period: 0 }, now) }).toMatchObject({
			status: "ACTIVE",
			open_period: null,
			failed_attempts: 0,
			completed_cycles: 1,
			next_period: 1,
			next_run: Date.UTC(2026, 1, 28, 9),
			last_success: now,
		});
	});

	test("S-10 periods that fall due during dunning are counted, and never charged", () => {
		const now = start + 3 * day + hour;
		const before = inRetry({ frequency: "DAILY" });
		expect(delinquentCycles(before, now)).toBe(3);
		const after = { ...before, ...afterApproval(before, { period: 0 }, now) };
		expect(after).toMatchObject({ next_period: 4, next_run: start + 4 * day, completed_cycles: 1 });
		expect(delinquentCycles(after, now)).toBe(0);
	});

	test("S-09 renewal with a deleted card does not start dunning", () => {
		const before = subscription();
		const after = { ...before, ...afterNoTry(before, { period: 0, reason: "card_deleted" }, start) };
		expect(after).toMatchObject({
			status: "SUSPENDED",
			suspended_reason: "card_deleted",
			failed_attempts: 0,
			open_period: 0,
			next_run: null,
		});
		expect(nextStep(after, start + 100 * day)).toBeUndefined();
	});
});

test("S-13 a request for ACTIVE that a clock stepping back repeats plans no try of its own", () => {
	const again = asked(asked(inSuspension(), "ACTIVE", start + day), "ACTIVE", start);
	expect(again).toMatchObject({ is_reactivating: true, planned_run: null, next_run: start });
	const declined = { ...again, ...afterDecline(again, { period: 0, isSoft: true, adviceCode: null }, start) };
	expect(declined).toMatchObject({ status: "SUSPENDED", next_run: null });
});

describe("a payment that no bank was asked about", () => {
	const away = { period: 0, isRefused: false };
	const minute = 60_000;
	const unasked = (before: Subscription, now = start, about = away): Subscription => ({
		...before,
		...afterUnasked(before, about, now),
	});

	test.each([
		["the first", subscription(), 2],
		["a retry", inRetry(), 3],
	])("S-05 is no failed attempt: %s is tried again in a minute, under the next number", (_case, before, attempt) => {
		const now = start + day;
		const after = unasked(before, now);
		expect(after).toEqual({ ...before, not_received_attempts: 1, next_run: now + minute });
		expect(nextStep(after, now)).toBeUndefined();
		expect(nextStep(after, now + minute)).toEqual({ period: 0, attempt, amountCents: 3_100 });
	});

	test("S-05 counts as failed after 1, 5, 15 and 60 minutes", () => {
		const tried = unaskedRetryMinutes.reduce((before, minutes) => {
			const after = unasked(before);
			expect(after.next_run).toBe(start + minutes * minute);
			return after;
		}, subscription());
		expect(afterUnasked(tried, away, start)).toBeUndefined();
		const failed = { ...tried, ...afterDecline(tried, { period: 0, isSoft: true, adviceCode: null }, start) };
		expect(nextStep(failed, start + day)?.attempt).toBe(unaskedRetryMinutes.length + 2);
		const paid = { ...failed, ...afterApproval(failed, { period: 0 }, start + day) };
		expect(afterUnasked(paid, { ...away, period: 1 }, start)).toMatchObject({ not_received_attempts: 1 });
	});

	test("never counts while the processor refuses the account or the request: it is tried daily", () => {
		const refused = { period: 0, isRefused: true };
		const tried = unaskedRetryMinutes.reduce((before) => unasked(before, start, refused), subscription());
		const later = unasked(unasked(tried, start, refused), start + day, refused);
		expect(later).toMatchObject({ status: "ACTIVE", failed_attempts: 0, next_run: start + 2 * day });
	});

	test("S-13 counts in a try that was asked for: its planned tries stay", () => {
		expect(afterUnasked(asked(inSuspension(), "ACTIVE", start), away, start)).toBeUndefined();
	});

	test("S-11 a period is skipped when the subscription is stopped during or after such an attempt", () => {
		expect(afterUnasked(asked(subscription(), "PAUSED", start), away, start)).toBeUndefined();
		const resumed = asked(asked(unasked(subscription()), "PAUSED", start), "ACTIVE", start - day);
		expect(nextStep(resumed, start + 40 * day)).toMatchObject({ period: 1, attempt: 1 });
	});
});

describe("number_of_payments", () => {
	test("S-14 approved payments count towards number_of_payments; the last one expires the subscription", () => {
		const before = subscription({ number_of_payments: 2, completed_cycles: 1, next_period: 4 });
		expect({ ...before, ...afterApproval(before, { period: 4 }, start) }).toMatchObject({
			status: "EXPIRED",
			completed_cycles: 2,
			next_run: null,
		});
		expect(afterDecline(before, { period: 4, isSoft: true, adviceCode: null }, start)).toMatchObject({
			status: "RETRY",
		});
	});

	test("S-14 the last payment expires a subscription paused during it, but not a cancelled one", () => {
		const last = subscription({ number_of_payments: 1 });
		expect(afterApproval(asked(last, "PAUSED", start), { period: 0 }, start)).toMatchObject({ status: "EXPIRED" });
		const cancelled = asked(last, "CANCELLED", start);
		const after = { ...cancelled, ...afterApproval(cancelled, { period: 0 }, start) };
		expect(after).toMatchObject({ status: "CANCELLED", completed_cycles: 1 });
		expect(statusProblem(after, "ACTIVE")).toMatch(/can only be cancelled/);
	});

	test.each([
		["ACTIVE", false],
		["PAUSED", false],
		["CANCELED", true],
		["CANCELLED", true],
	] as const)("S-14 a subscription that is over takes %s: %s", (wanted, isTaken) => {
		const over = subscription({ status: "EXPIRED", number_of_payments: 1, completed_cycles: 1, next_run: null });
		expect(statusProblem(over, wanted) === undefined).toBe(isTaken);
		expect(statusProblem(subscription(), wanted)).toBeUndefined();
	});
});

describe("a request for a status", () => {
	test.each(["PAUSED", "CANCELED", "CANCELLED"] as const)("S-11 S-12 %s stops every queued charge", (wanted) => {
		for (const before of [subscription(), inRetry(), inSuspension()]) {
			const after = asked(before, wanted, start + hour);
			expect(after).toMatchObject({ status: wanted, next_run: null, open_period: null, failed_attempts: 0 });
			expect(nextStep(after, start + 1_000 * day)).toBeUndefined();
		}
	});

	test.each(["PAUSED", "CANCELED", "CANCELLED"] as const)(
		"S-11 S-12 ACTIVE after %s continues with the next due date; periods due meanwhile are not charged",
		(status) => {
			const stopped = subscription({ status, next_run: null });
			expect(asked(stopped, "ACTIVE", start + 40 * day)).toMatchObject({
				status: "ACTIVE",
				next_period: 2,
				next_run: Date.UTC(2026, 2, 31, 9),
			});
			expect(asked(stopped, "ACTIVE", start - hour)).toMatchObject({ next_period: 0, next_run: start });
		},
	);

	test.each([
		["RETRY", inRetry()],
		["SUSPENDED", inSuspension()],
	])("S-10 ACTIVE from %s tries the open period once, at once", (status, before) => {
		const now = start + hour;
		const after = asked(before, "ACTIVE", now);
		expect(after).toMatchObject({ status, next_run: now, planned_run: before.next_run });
		expect(asked(after, "ACTIVE", now)).toEqual(after);
		const step = nextStep(after, now);
		expect(step).toMatchObject({ period: 0, attempt: 2 });
		expect({ ...after, ...afterApproval(after, { period: 0 }, now) }).toMatchObject({
			status: "ACTIVE",
			completed_cycles: 1,
			open_period: null,
			next_run: Date.UTC(2026, 1, 28, 9),
		});
		const declined = { ...after, ...afterDecline(after, { period: 0, isSoft: true, adviceCode: null }, now) };
		expect(declined).toEqual({
			...before,
			failed_attempts: 2,
			unplanned_attempts: 1,
			last_run: now,
		});
		expect({ ...after, ...afterDecline(after, { period: 0, isSoft: false, adviceCode: null }, now) }).toMatchObject({
			status: "SUSPENDED",
			next_run: null,
		});
	});

	test("S-10 ACTIVE starts no second attempt where a planned one is due", () => {
		expect(afterRequest(inRetry(), "ACTIVE", start + day)).toEqual({});
	});

	test("ACTIVE does not change an ACTIVE subscription", () => {
		expect(afterRequest(subscription(), "ACTIVE", start + hour)).toEqual({});
	});
});

describe("an outcome after a stop", () => {
	test.each(["PAUSED", "CANCELED", "CANCELLED"] as const)(
		"S-13 an outcome after a stop counts, and changes nothing else: %s",
		(status) => {
			const stopped = asked(subscription(), status, start);
			expect({ ...stopped, ...afterApproval(stopped, { period: 0 }, start) }).toMatchObject({
				status,
				completed_cycles: 1,
				next_run: null,
			});
			expect({
				...stopped,
				...afterDecline(stopped, { period: 0, isSoft: true, adviceCode: null }, start),
			}).toMatchObject({
				status,
				open_period: null,
				next_run: null,
			});
		},
	);

	test("S-11 an outcome after a reactivation does not reopen its period", () => {
		const resumed = asked(asked(inRetry(), "PAUSED", start + day), "ACTIVE", start + day);
		const after = { ...resumed, ...afterDecline(resumed, { period: 0, isSoft: true, adviceCode: null }, start + day) };
		expect(after).toMatchObject({ status: "ACTIVE", open_period: null, next_period: 1, failed_attempts: 0 });
	});
});

describe("a changed amount", () => {
	const changed = (before: Subscription): Subscription => ({
		...before,
		...withPrice(before, { amount_cents: 5_000, quantity: 1 }),
	});

	test("S-16 a changed amount applies from the next payment", () => {
		expect(nextStep(changed(subscription()), start)?.amountCents).toBe(5_000);
	});

	test.each([
		["is tried again", inRetry()],
		["is in flight", subscription({ charging_transaction_id: "9fK2mQ7xW1aZ3bC4dE5f" })],
	])("S-16 a changed amount does not apply to a payment that %s", (_case, before) => {
		const after = changed(changed(before));
		const step = nextStep(after, start + day);
		expect(step).toMatchObject({ period: 0, amountCents: 3_100 });
		const paid = { ...after, charging_transaction_id: null, ...afterApproval(after, { period: 0 }, start + day) };
		expect(nextStep(paid, start + 40 * day)).toMatchObject({ period: 1, amountCents: 5_000 });
	});
});

describe("any sequence of events, including clock steps back", () => {
	interface World {
		now: number;
		one: Subscription;
		inFlight: RenewalStep | undefined;
		/** The parts of the payment in flight. */
		extras: { price: number; fee: number; credit: number };
		/** Returns the keys of all attempts. */
		attempts: string[];
		/** First attempts before the due date. */
		early: string[];
		/** The periods that a payment or a credit paid. */
		approved: number[];
		/** The set-up fees in approved payments. */
		fees: number;
		/** Payments less refunds, and what paid periods cost less credits. */
		moneyCents: number;
		worthCents: number;
	}

	type Happening = (world: World) => void;

	const become = (world: World, change: LifecycleChange) => {
		world.one = { ...world.one, ...change };
	};

	const stepNow = ({ one, inFlight, now }: World) => (inFlight === undefined ? nextStep(one, now) : undefined);

	const opens: Happening = (world) => {
		world.inFlight ??= stepNow(world);
		if (world.inFlight === undefined || world.one.charging_transaction_id !== null) return;
		world.one = { ...world.one, charging_transaction_id: "9fK2mQ7xW1aZ3bC4dE5f" };
		world.attempts.push(`${world.inFlight.period} ${world.inFlight.attempt}`);
		const { period, attempt } = world.inFlight;
		// A period that is open was due, whatever a clock says that stepped back.
		if (attempt === 1 && world.one.open_period === null && world.now < dueAt(world.one, period))
			world.early.push(`${period} ${world.now}`);
		const { completed_cycles, setup_fee_cents, credit_cents } = world.one;
		world.extras = {
			price: amountOf(world.one, period),
			fee: completed_cycles === 0 ? setup_fee_cents : 0,
			credit: credit_cents,
		};
	};

	const ends =
		(outcome: (world: World, step: RenewalStep) => LifecycleChange): Happening =>
		(world) => {
			const { inFlight } = world;
			if (inFlight === undefined) return;
			world.inFlight = undefined;
			become(world, outcome(world, inFlight));
			world.one = { ...world.one, charging_transaction_id: null };
		};

	const declines = (isSoft: boolean) =>
		ends(({ one, now }, { period }) => afterDecline(one, { period, isSoft, adviceCode: null }, now));

	const getsLost = ends(
		({ one, now }, { period }) =>
			afterUnasked(one, { period, isRefused: false }, now) ??
			afterDecline(one, { period, isSoft: true, adviceCode: null }, now),
	);

	const approves = ends((world, step) => {
		const { one, extras } = world;
		world.approved.push(step.period);
		world.fees += extras.fee;
		world.moneyCents += step.amountCents;
		const paid = afterApproval(one, step, world.now);
		world.worthCents += extras.price + extras.fee - extras.credit;
		// The credit of a period that was stopped is dropped.
		expect(paid.paid_cents).toBe(extras.price - extras.credit + one.credit_cents);
		return paid;
	});

	const reprices =
		(amount_cents: number, quantity: number): Happening =>
		(world) => {
			world.one = { ...world.one, ...withPrice(world.one, { amount_cents, quantity }) };
		};

	const changesPlan =
		(change: PlanChange): Happening =>
		(world) => {
			const { one, now } = world;
			if (planChangeProblem(one, change, now) !== undefined) return;
			const planned = planPlanChange(one, change, { leftCents: one.paid_cents ?? 0, now });
			world.one = { ...one, ...planned.columns };
			if (change.when !== "now" || world.one.next_period === planned.period) return;
			const credit = planned.lines.find(({ kind }) => kind === "credit")?.amountCents ?? 0;
			world.approved.push(planned.period);
			world.moneyCents -= planned.payBackCents;
			world.worthCents += amountOf(world.one, planned.period) + credit;
		};

	const losesCard: Happening = (world) => {
		const step = stepNow(world);
		if (step !== undefined) become(world, afterNoTry(world.one, { ...step, reason: "card_deleted" }, world.now));
	};

	const passes =
		(milliseconds: number): Happening =>
		(world) => {
			world.now += milliseconds;
		};

	const asks =
		(wanted: RequestableStatus): Happening =>
		(world) => {
			if (statusProblem(world.one, wanted) === undefined) become(world, afterRequest(world.one, wanted, world.now));
		};

	const planChanges = fc.record({
		plan: fc
			.record({
				id: fc.integer({ min: 3, max: 5 }),
				amount_cents: fc.constantFrom(1, 100, 3_100, 90_000),
				frequency: fc.constantFrom("DAILY" as const, "MOTHLY" as const, "ANNUALLY" as const),
				number_of_payments: fc.option(fc.integer({ min: 1, max: 3 })),
			})
			.map((terms) => ({ ...planRow(), ...terms })),
		quantity: fc.constantFrom(1, 2, 9_999),
		when: fc.constantFrom("now" as const, "now" as const, "renewal" as const),
		prorate: fc.boolean(),
	});

	const happenings = fc.oneof(
		{ weight: 4, arbitrary: fc.constant(opens) },
		{
			weight: 4,
			arbitrary: fc.constantFrom(approves, declines(true), declines(true), declines(false), getsLost, losesCard),
		},
		{ weight: 2, arbitrary: fc.constantFrom(-2, -1, 1, 2, 7, 31).map((days) => passes(days * day)) },
		{ weight: 2, arbitrary: fc.constantFrom(...requestableStatuses).map(asks) },
		{
			weight: 1,
			arbitrary: fc.tuple(fc.constantFrom(1, 200, 5_000), fc.constantFrom(1, 4)).map((price) => reprices(...price)),
		},
		{ weight: 2, arbitrary: planChanges.map(changesPlan) },
	);

	const lives = fc.record({
		trial_days: fc.constantFrom(0, 1, 30),
		setup_fee_cents: fc.constantFrom(0, 2_500),
		quantity: fc.constantFrom(1, 3),
		frequency: fc.constantFrom("DAILY" as const, "WEEKLY" as const, "MOTHLY" as const),
		number_of_payments: fc.option(fc.integer({ min: 1, max: 6 })),
		happenings: fc.array(happenings, { maxLength: 80, size: "max" }),
	});

	/** Applies events and checks after each. */
	function checkLives(check: (world: World) => void): void {
		fc.assert(
			fc.property(lives, ({ happenings, ...terms }) => {
				const firstDue = start + terms.trial_days * day;
				const one = subscription({ ...terms, billing_anchor: firstDue, next_run: firstDue });
				const sums = { extras: { price: 0, fee: 0, credit: 0 }, fees: 0, moneyCents: 0, worthCents: 0 };
				const world: World = { now: start, one, inFlight: undefined, attempts: [], early: [], approved: [], ...sums };
				for (const happen of happenings) {
					happen(world);
					check(world);
				}
			}),
			{ numRuns: 300 },
		);
	}

	test("S-05 S-08 no attempt is repeated and no period is paid twice", () => {
		checkLives(({ one, attempts, approved }) => {
			expect(new Set(attempts).size).toBe(attempts.length);
			expect(new Set(approved).size).toBe(approved.length);
			expect(one.completed_cycles).toBe(approved.length);
		});
	});

	test("S-28 nothing is charged in the trial, and the set-up fee exactly once", () => {
		checkLives(({ one, approved, fees, early }) => {
			expect(fees).toBe(approved.length === 0 ? 0 : one.setup_fee_cents);
			expect(early).toEqual([]);
		});
	});

	test("S-30 every payment is above 0, and payments less refunds are what paid periods cost less credits", () => {
		checkLives(({ one, now, moneyCents, worthCents }) => {
			expect(nextStep(one, now)?.amountCents ?? 1).toBeGreaterThan(0);
			expect(moneyCents).toBe(worthCents);
			expect(one.credit_cents).toBeLessThanOrEqual(one.paid_cents ?? 0);
		});
	});

	test("S-11 S-12 a subscription has a next payment exactly while it is ACTIVE or RETRY", () => {
		checkLives(({ one: { status, next_run, is_reactivating } }) => {
			expect(next_run !== null).toBe(status === "ACTIVE" || status === "RETRY" || is_reactivating);
		});
	});

	test("S-10 a subscription in RETRY or SUSPENDED has an open, earlier period", () => {
		checkLives(({ one: { status, open_period, next_period } }) => {
			if (status === "RETRY" || status === "SUSPENDED") expect(open_period).not.toBeNull();
			expect(open_period ?? -1).toBeLessThan(next_period);
		});
	});

	test("S-14 a subscription is never paid more often than agreed, and is not current once fully paid", () => {
		checkLives(({ one: { status, number_of_payments, completed_cycles } }) => {
			expect(completed_cycles).toBeLessThanOrEqual(number_of_payments ?? completed_cycles);
			if (completed_cycles === number_of_payments) expect(isCurrent(status)).toBe(false);
		});
	});

	test("S-01 due dates follow the calendar while no period is open or tried again", () => {
		checkLives(({ one }) => {
			const isUntouched = one.open_period === null && one.not_received_attempts === 0;
			if (one.status === "ACTIVE" && isUntouched) expect(one.next_run).toBe(dueAt(one, one.next_period));
		});
	});
});
