/** A card carries two digits of its year; all of them mean 20YY. */
const century = 2000;

/**
 * The first moment, in ms since 1970, at which a card with this expiry is no longer good anywhere on earth. A card is
 * good to the end of its month; the month ends last in UTC-12, twelve hours after it has ended in UTC.
 *
 * @param month two digits, "01" to "12"
 * @param year the last two digits, "00" to "99" for 2000 to 2099
 */
export function expiresAt(month: string, year: string): number {
	return Date.UTC(century + Number(year), Number(month), 1, 12);
}

/**
 * Whether the card's last month has ended everywhere.
 *
 * @param now ms since 1970
 */
export function isExpired(month: string, year: string, now: number): boolean {
	return now >= expiresAt(month, year);
}

/**
 * No card is issued for longer than twenty years, so a later year is a slip of the finger ("72" for "27") or another
 * field's value, and would otherwise be stored as a card that is good for decades.
 */
const longestValidityYears = 20;

export function isTooFarAhead(year: string, now: number): boolean {
	return century + Number(year) > new Date(now).getUTCFullYear() + longestValidityYears;
}
