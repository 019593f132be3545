import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expiryTimes } from "./expiry-time.ts";

const timesOf = (month: string, year: string, timeZone: string) =>
	expiryTimes({ expiry_month: month, expiry_year: year }, timeZone);

describe("a card's expiry", () => {
	test("is the end of its month in the merchant's time zone, and its mail ten days before", () => {
		const { expiresAt, mailAt } = timesOf("08", "26", "America/Toronto");
		expect(new Date(expiresAt).toISOString()).toBe("2026-09-01T04:00:00.000Z");
		expect(new Date(mailAt).toISOString()).toBe("2026-08-22T04:00:00.000Z");
	});

	test("follows the time zone, also into the next year", () => {
		expect(new Date(timesOf("12", "26", "Pacific/Kiritimati").expiresAt).toISOString()).toBe(
			"2026-12-31T10:00:00.000Z",
		);
		expect(new Date(timesOf("12", "26", "Pacific/Pago_Pago").expiresAt).toISOString()).toBe("2027-01-01T11:00:00.000Z");
		expect(new Date(timesOf("02", "28", "UTC").mailAt).toISOString()).toBe("2028-02-20T00:00:00.000Z");
	});

	test("has its mail at the start of a day, also if the clocks change within the ten days", () => {
		// Clocks go forward on 30 March 2025 in Europe.
		const { expiresAt, mailAt } = timesOf("03", "25", "Europe/Berlin");
		expect(new Date(mailAt).toISOString()).toBe("2025-03-21T23:00:00.000Z");
		expect(expiresAt - mailAt).toBe((10 * 24 - 1) * 3_600_000);
	});

	test("comes ten days after its mail, give or take an hour, for every month and zone", () => {
		const month = fc.integer({ min: 1, max: 12 }).map((number) => String(number).padStart(2, "0"));
		const year = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, "0"));
		const zone = fc.constantFrom("UTC", "America/St_Johns", "America/Vancouver", "Australia/Lord_Howe", "Africa/Cairo");
		fc.assert(
			fc.property(month, year, zone, (expiry_month, expiry_year, timeZone) => {
				const { expiresAt, mailAt } = expiryTimes({ expiry_month, expiry_year }, timeZone);
				expect(Math.abs(expiresAt - mailAt - 10 * 24 * 3_600_000)).toBeLessThanOrEqual(3_600_000);
			}),
		);
	});
});
