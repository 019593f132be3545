const century = 2000;

/**
 * In ms since 1970. A card is valid to the end of its month, which ends last in UTC-12.
 *
 * @param month "01" to "12"
 * @param year "00" to "99" for 2000 to 2099
 */
export function expiresAt(month: string, year: string): number {
	return Date.UTC(century + Number(year), Number(month), 1, 12);
}

/** @param now ms since 1970 */
export function isExpired(month: string, year: string, now: number): boolean {
	return now >= expiresAt(month, year);
}

/** A later year is a typing error ("72" for "27"). */
const longestValidityYears = 20;

export function isTooFarAhead(year: string, now: number): boolean {
	return century + Number(year) > new Date(now).getUTCFullYear() + longestValidityYears;
}
