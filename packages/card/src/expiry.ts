/** Two-digit years mean 20YY. */
const century = 2000;

/**
 * Returns the first moment, in ms since 1970, at which a card has expired everywhere on earth. A card is valid to the
 * end of its month, which ends last in UTC-12, twelve hours after UTC.
 *
 * @param month two digits, "01" to "12"
 * @param year the last two digits, "00" to "99" for 2000 to 2099
 */
export function expiresAt(month: string, year: string): number {
	return Date.UTC(century + Number(year), Number(month), 1, 12);
}

/**
 * Returns true when the card's last month has ended everywhere.
 *
 * @param now ms since 1970
 */
export function isExpired(month: string, year: string, now: number): boolean {
	return now >= expiresAt(month, year);
}

/**
 * Returns true for a year more than twenty years ahead. Cards are not issued for longer, so it is a typing error ("72"
 * for "27") or another field's value.
 */
const longestValidityYears = 20;

export function isTooFarAhead(year: string, now: number): boolean {
	return century + Number(year) > new Date(now).getUTCFullYear() + longestValidityYears;
}
