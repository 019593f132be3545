/** The gateway takes at most 999,999.99. French groups thousands with a space. */
const typed = /^(\d{1,6}|\d{1,3}\s\d{3})(?:[.,](\d{1,2}))?$/;

export function parseAmount(text: string): number | undefined {
	return parseCents(text) || undefined;
}

function parseCents(text: string): number | undefined {
	const [, dollars, fraction = ""] = typed.exec(text.trim()) ?? [];
	return dollars === undefined ? undefined : Number(dollars.replace(/\s/, "")) * 100 + Number(fraction.padEnd(2, "0"));
}

export function amountBoundToSend(text: string): string | undefined {
	const cents = parseCents(text);
	return cents === undefined ? undefined : decimalOf(cents);
}

/** An invalid amount is sent as typed: the gateway says what is wrong. */
export function amountToSend(text: string): string {
	const cents = parseAmount(text);
	return cents === undefined ? text.trim() : decimalOf(cents);
}

export function centsOf(dollars: number): number {
	return Math.round(dollars * 100);
}

export function decimalOf(cents: number): string {
	return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}
