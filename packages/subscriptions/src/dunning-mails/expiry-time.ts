import { Temporal } from "temporal-polyfill";

const mailDays = 10;

/** Two digits each. */
export interface CardExpiry {
	expiry_month: string;
	expiry_year: string;
}

const century = 2000;

/**
 * A card is valid to the end of its month in the merchant's time zone.
 *
 * @param timeZone IANA name
 * @returns ms since 1970
 */
export function expiryTimes(card: CardExpiry, timeZone: string): { expiresAt: number; mailAt: number } {
	const month = Temporal.PlainYearMonth.from({
		year: century + Number(card.expiry_year),
		month: Number(card.expiry_month),
	});
	const firstDayAfter = month.add({ months: 1 }).toPlainDate({ day: 1 });
	const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).epochMilliseconds;
	return {
		expiresAt: startOf(firstDayAfter),
		mailAt: startOf(firstDayAfter.subtract({ days: mailDays })),
	};
}
