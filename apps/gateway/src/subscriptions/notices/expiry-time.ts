import { Temporal } from "temporal-polyfill";

/** How long before its card expires a customer is told, which is time to hand in another one. */
const noticeDays = 10;

/** A card's expiry as it is stored: two digits each. */
export interface CardExpiry {
	expiry_month: string;
	expiry_year: string;
}

/** A card carries two digits of its year; all of them mean 20YY. */
const century = 2000;

/**
 * When a card is told to expire, and when its customer is told so. Pure. A card is good to the end of its month, by the
 * merchant's clock here: what the payer reads is a day, and no day is the same everywhere.
 *
 * @param timeZone IANA name
 * @returns ms since 1970
 */
export function expiryTimes(card: CardExpiry, timeZone: string): { expiresAt: number; noticeAt: number } {
	const month = Temporal.PlainYearMonth.from({
		year: century + Number(card.expiry_year),
		month: Number(card.expiry_month),
	});
	const firstDayAfter = month.add({ months: 1 }).toPlainDate({ day: 1 });
	const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).epochMilliseconds;
	return {
		expiresAt: startOf(firstDayAfter),
		noticeAt: startOf(firstDayAfter.subtract({ days: noticeDays })),
	};
}
