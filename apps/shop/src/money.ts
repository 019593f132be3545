/** The one currency this shop sells in. */
export const currency = "CAD";

/** Dollars as the gateway's JSON wants them: 1050 cents is the number 10.5. */
export function toDollars(cents: number): number {
	return cents / 100;
}

/** Whole cents of an amount in dollars that the gateway answered. */
export function toCents(dollars: number): number {
	return Math.round(dollars * 100);
}
