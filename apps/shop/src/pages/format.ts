import type { Thing } from "../catalogue.ts";
import type { CardOnFile } from "../gateway/customers.ts";
import { language, timeZone } from "../locale/en/language.ts";
import { pageWords } from "../locale/en/pages.ts";
import { currency } from "../money.ts";
import type { MaskedCard } from "../orders/order.ts";

const money = new Intl.NumberFormat(language, { style: "currency", currency });

const dateTime = new Intl.DateTimeFormat(language, {
	timeZone,
	year: "numeric",
	month: "short",
	day: "numeric",
	hour: "numeric",
	minute: "2-digit",
	timeZoneName: "short",
});

const longDate = new Intl.DateTimeFormat(language, { timeZone, dateStyle: "full" });

/** "$31.00", in the shop's one currency */
export function formatMoney(cents: number): string {
	return money.format(cents / 100);
}

/** "$31.00", or "$19.00 a month" */
export function formatPrice({ priceCents, monthly }: Thing): string {
	return monthly ? pageWords.front.aMonth(formatMoney(priceCents)) : formatMoney(priceCents);
}

/** Date and time in the shop's zone, with the zone. `time` in ms since 1970. */
export function formatTime(time: number): string {
	return dateTime.format(time);
}

/** "Monday, December 14, 2026", in the shop's zone. `time` in ms since 1970. */
export function formatDate(time: number): string {
	return longDate.format(time);
}

/** "Visa •••• 1111" */
export function formatCard({ brand, suffix }: MaskedCard): string {
	return `${brand} •••• ${suffix}`;
}

/** "08/31" */
export function formatExpiry({ month, year }: CardOnFile["expiry"]): string {
	return `${month}/${year}`;
}

/** "4111 1111 1111 1111", as it is embossed. */
export function formatTestCard(number: string): string {
	return number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
}
