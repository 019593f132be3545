import { Temporal } from "temporal-polyfill";
import type { BankProfile } from "../profile.ts";
import { addBusinessDays, businessDayFrom } from "./calendar.ts";
import { addDays } from "./date.ts";

type Timing = Pick<BankProfile, "cutOff" | "provincialHolidays">;

/** `YYYY-MM-DD`, from ms since 1970. */
export function bankDate(now: number, { cutOff }: Pick<BankProfile, "cutOff">): string {
	return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(cutOff.timeZone).toPlainDate().toString();
}

/** Returns ms since 1970. */
export function startOfBankDate(date: string, { cutOff }: Pick<BankProfile, "cutOff">): number {
	return Temporal.PlainDate.from(date).toZonedDateTime(cutOff.timeZone).epochMilliseconds;
}

/**
 * The bank processes a file on this business day.
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
 * @param now ms since 1970
 * @returns `YYYY-MM-DD`
 *
 * @example
 * nextValueDate(Date.parse("2026-12-24T23:00:00Z"), rbcLike); // "2026-12-30": 18:00 in Toronto, then Christmas
 */
export function nextValueDate(now: number, timing: Timing): string {
	return addBusinessDays(fileDate(now, timing), timing.cutOff.leadBusinessDays, timing.provincialHolidays);
}
