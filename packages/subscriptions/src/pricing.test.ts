import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { amountDue, amountOf, isTooLarge, type Priced, paymentLines, unusedCents } from "./pricing.ts";

const priced: Priced = {
	amount_cents: 3_100,
	quantity: 1,
	amount_from_period: 0,
	former_amount_cents: null,
	setup_fee_cents: 0,
	completed_cycles: 0,
	credit_cents: 0,
};

describe("a payment", () => {
	test("S-29 is the amount times the quantity", () => {
		expect(amountDue({ ...priced, quantity: 3 }, 0)).toBe(9_300);
		expect(paymentLines({ ...priced, quantity: 3 }, 0)).toEqual([{ kind: "period", amountCents: 9_300, quantity: 3 }]);
	});

	test("S-28 has the set-up fee until a payment was approved, whatever its period", () => {
		const first = { ...priced, setup_fee_cents: 2_500 };
		expect([0, 1, 7].map((period) => amountDue(first, period))).toEqual([5_600, 5_600, 5_600]);
		expect(amountDue({ ...first, completed_cycles: 1 }, 1)).toBe(3_100);
	});

	test("S-30 is less by a credit", () => {
		expect(amountDue({ ...priced, credit_cents: 1_033 }, 4)).toBe(2_067);
	});

	test("S-16 of a period before a changed price keeps its amount, which a new quantity does not multiply", () => {
		const changed = { ...priced, quantity: 5, amount_from_period: 3, former_amount_cents: 6_200 };
		expect([2, 3].map((period) => amountOf(changed, period))).toEqual([6_200, 15_500]);
		expect(paymentLines(changed, 2)).toEqual([{ kind: "period", amountCents: 6_200, quantity: null }]);
	});

	test("S-29 is at most the largest amount, with the set-up fee of the first payment", () => {
		const largest = { ...priced, amount_cents: 11_111_111, quantity: 9 };
		expect(isTooLarge(largest)).toBe(false);
		expect(isTooLarge({ ...largest, setup_fee_cents: 1 })).toBe(true);
		expect(isTooLarge({ ...largest, setup_fee_cents: 1, completed_cycles: 1 })).toBe(false);
		expect(isTooLarge({ ...largest, quantity: 10 })).toBe(true);
	});
});

describe("unused days", () => {
	const day = 86_400_000;
	const utc = (...date: [number, number, number, number?]) => Date.UTC(date[0], date[1] - 1, date[2], date[3] ?? 9);
	const toronto = (text: string) => Temporal.ZonedDateTime.from(`${text}[America/Toronto]`).epochMilliseconds;

	test.each([
		["the moment of the due date", utc(2026, 1, 31), 2_800],
		["an hour later, which uses its day", utc(2026, 1, 31, 10), 2_700],
		["a day later", utc(2026, 2, 1), 2_700],
		["the day before the end", utc(2026, 2, 27), 100],
		["the last hour", utc(2026, 2, 28, 8), 0],
		["the end", utc(2026, 2, 28), 0],
		["a week after the end", utc(2026, 3, 7), 0],
		["a clock that stepped back before the period", utc(2026, 1, 1), 2_800],
	])("S-30 of 31 January to 28 February are worth, at %s", (_case, now, cents) => {
		const paid = { paid_from: utc(2026, 1, 31), paid_until: utc(2026, 2, 28), leftCents: 2_800, time_zone: "UTC" };
		expect(unusedCents(paid, now)).toBe(cents);
	});

	test("S-30 count 29 February", () => {
		const paid = { paid_from: utc(2028, 2, 1), paid_until: utc(2028, 3, 1), leftCents: 2_900, time_zone: "UTC" };
		expect(unusedCents(paid, utc(2028, 2, 29))).toBe(100);
		const year = { paid_from: utc(2028, 1, 1), paid_until: utc(2029, 1, 1), leftCents: 36_600, time_zone: "UTC" };
		expect(unusedCents(year, utc(2028, 12, 31))).toBe(100);
	});

	test("S-30 are days of the merchant's zone: one of 23 or 25 hours is a day", () => {
		const march = {
			paid_from: toronto("2026-03-01T09:00"),
			paid_until: toronto("2026-04-01T09:00"),
			leftCents: 3_100,
			time_zone: "America/Toronto",
		};
		expect(unusedCents(march, toronto("2026-03-07T09:00"))).toBe(2_500);
		expect(unusedCents(march, toronto("2026-03-08T09:00"))).toBe(2_400);
		const november = {
			...march,
			paid_from: toronto("2026-11-01T00:30"),
			paid_until: toronto("2026-11-02T00:30"),
			leftCents: 100,
		};
		expect(november.paid_until - november.paid_from).toBe(25 * 3_600_000);
		expect(unusedCents(november, november.paid_from)).toBe(100);
		expect(unusedCents(november, november.paid_from + 1)).toBe(0);
	});

	test.each([
		[1, 2, 1, 1],
		[1, 3, 1, 0],
		[2, 3, 1, 1],
		[5, 10, 1, 1],
		[4, 10, 1, 0],
		[99_999_999, 365, 364, 99_726_026],
	])("S-30 %d cents for %d days are rounded half up: %d days are %d cents", (leftCents, days, unused, cents) => {
		const paid = { paid_from: 0, paid_until: days * day, leftCents, time_zone: "UTC" };
		expect(unusedCents(paid, (days - unused) * day)).toBe(cents);
	});

	test("S-30 are never worth more than the period, nor more later", () => {
		const cases = fc.record({
			from: fc.integer({ min: 0, max: Date.UTC(2040, 0, 1) }),
			days: fc.integer({ min: 1, max: 366 }),
			leftCents: fc.integer({ min: 0, max: 99_999_999 }),
			time_zone: fc.constantFrom("UTC", "America/Toronto", "Australia/Lord_Howe", "Pacific/Apia"),
			at: fc.tuple(fc.double({ min: -0.5, max: 1.5, noNaN: true }), fc.double({ min: -0.5, max: 1.5, noNaN: true })),
		});
		fc.assert(
			fc.property(cases, ({ from, days, leftCents, time_zone, at }) => {
				const paid = { paid_from: from, paid_until: from + days * day, leftCents, time_zone };
				const [early, late] = at
					.map((share) => Math.round(from + share * days * day))
					.sort((one, other) => one - other)
					.map((now) => unusedCents(paid, now)) as [number, number];
				expect(late).toBeGreaterThanOrEqual(0);
				expect(early).toBeGreaterThanOrEqual(late);
				expect(leftCents).toBeGreaterThanOrEqual(early);
			}),
		);
	});
});
