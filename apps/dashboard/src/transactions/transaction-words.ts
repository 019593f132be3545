import type { TransactionRecord } from "../api/records.ts";

type Card = Pick<TransactionRecord, "card_type" | "card_suffix">;
type Payer = Pick<TransactionRecord, "first_name" | "last_name" | "email"> &
	Partial<Pick<TransactionRecord, "company">>;

/** `Visa •••• 0005`, of a card on file, whose last four digits are text. */
export function maskOf({ card_type, card_suffix }: { card_type: string; card_suffix: string }): string {
	return `${card_type} •••• ${card_suffix}`;
}

/** `Visa •••• 0005`: a record has the last four digits as a number. */
export function cardName({ card_type, card_suffix }: Card): string {
	return `${card_type} •••• ${String(card_suffix).padStart(4, "0")}`;
}

/** The best name a record has for its payer: the person, else the company, else the address, else nothing. */
export function payerName({ first_name, last_name, company, email }: Payer): string {
	const person = [first_name, last_name].filter(Boolean).join(" ");
	return person || company || email || "";
}
