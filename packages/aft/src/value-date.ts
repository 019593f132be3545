import { Temporal } from "temporal-polyfill";
import { addBusinessDays, businessDayFrom } from "./calendar.ts";
import { addDays } from "./date.ts";
import type { BankProfile } from "./profile.ts";

type Timing = Pick<BankProfile, "cutOff" | "provincialHolidays">;

/**
 * The business day on which a bank takes a file that reaches it now: today before the cut-off of the bank's zone, and not
 * at it or later.
 *
 * @param now ms since 1970
 * @returns `YYYY-MM-DD`
 */
export function fileDate(now: number, { cutOff, provincialHolidays }: Timing): string {
	const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(cutOff.timeZone);
	const today = local.toPlainDate().toString();
	const isInTime = Temporal.PlainTime.compare(local.toPlainTime(), cutOff.time) < 0;
	return businessDayFrom(isInTime ? today : addDays(today, 1), provincialHolidays);
}

/**
 * The earliest value date of payments in a file that reaches the bank now.
 *
 * @param now ms since 1970
 * @returns `YYYY-MM-DD`
 *
 * @example
 * nextValueDate(Date.parse("2026-12-24T23:00:00Z"), rbcLike); // "2026-12-30": 18:00 in Toronto, then Christmas
 */
export function nextValueDate(now: number, timing: Timing): string {
	return addBusinessDays(fileDate(now, timing), timing.cutOff.leadBusinessDays, timing.provincialHolidays);
}
