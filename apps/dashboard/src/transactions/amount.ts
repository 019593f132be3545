/** Amounts as people type them, and as the gateway has them, held in whole cents between. */

/** The gateway takes at most 999,999.99. French groups thousands with a space. */
const typed = /^(\d{1,6}|\d{1,3}\s\d{3})(?:[.,](\d{1,2}))?$/;

/** Parses a typed amount with a point or a comma into cents; `undefined` when it is not an amount above zero. */
export function parseAmount(text: string): number | undefined {
	// Nothing is charged where nothing is to be paid.
	return parseCents(text) || undefined;
}

function parseCents(text: string): number | undefined {
	const [, dollars, fraction = ""] = typed.exec(text.trim()) ?? [];
	return dollars === undefined ? undefined : Number(dollars.replace(/\s/, "")) * 100 + Number(fraction.padEnd(2, "0"));
}

/** A bound of a list's amounts as the gateway writes it, which may be 0; `undefined` when what was typed is no amount. */
export function amountBoundToSend(text: string): string | undefined {
	const cents = parseCents(text);
	return cents === undefined ? undefined : decimalOf(cents);
}

/** Formats a typed amount for the gateway. An invalid one is sent as typed: the gateway says what is wrong. */
export function amountToSend(text: string): string {
	const cents = parseAmount(text);
	return cents === undefined ? text.trim() : decimalOf(cents);
}

/** Cents of an amount in dollars, as records have it. */
export function centsOf(dollars: number): number {
	return Math.round(dollars * 100);
}

/** The decimal text that the gateway reads exactly: `31.00`. */
export function decimalOf(cents: number): string {
	return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}
