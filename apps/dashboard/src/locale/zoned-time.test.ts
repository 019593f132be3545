import { expect, test } from "vitest";
import { momentIn } from "./zoned-time.ts";

test.each([
	["winter", "2026-01-15", "09:00", "America/Toronto", "2026-01-15T14:00:00Z"],
	["summer", "2026-07-15", "09:00", "America/Toronto", "2026-07-15T13:00:00Z"],
	["a zone ahead of UTC", "2026-01-01", "00:30", "Asia/Kolkata", "2025-12-31T19:00:00Z"],
	["UTC", "2026-02-28", "23:59", "UTC", "2026-02-28T23:59:00Z"],
	["the hour that is skipped", "2026-03-08", "02:30", "America/Toronto", "2026-03-08T07:30:00Z"],
	["the hour that comes twice", "2026-11-01", "01:30", "America/Toronto", "2026-11-01T05:30:00Z"],
	["the morning after", "2026-11-01", "09:00", "America/Toronto", "2026-11-01T14:00:00Z"],
])("what a clock shows there is one moment: %s", (_, date, time, timeZone, moment) => {
	expect(new Date(momentIn(date, time, timeZone)).toISOString()).toBe(new Date(moment).toISOString());
});

test("what is no date is no moment", () => {
	expect(momentIn("", "09:00", "UTC")).toBeNaN();
});
