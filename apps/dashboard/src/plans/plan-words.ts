import type { Schemas } from "../api/records.ts";
import type { App } from "../shell/app.ts";
import { amountBoundToSend } from "../transactions/amount.ts";

export type Plan = Schemas["Plan"];
export type Frequency = Plan["frequency"];

/** The words for the gateway's names, including its spelling MOTHLY. */
export const frequencies: readonly Frequency[] = ["DAILY", "WEEKLY", "MOTHLY", "QUARTERLY", "ANNUALLY"];

/** `$31.00 CAD each month` or `3 × $31.00 CAD each month`, of a plan or of a subscription. */
export function priceOf(
	{ words, formats }: Pick<App, "words" | "formats">,
	{ amount, currency, frequency, quantity }: { amount: number; currency: string; frequency: string; quantity: number },
): string {
	const every: Record<string, string> = words.plans.every;
	const times = quantity === 1 ? "" : `${formats.count(quantity)} × `;
	return `${times}${formats.money(amount, currency)} ${every[frequency] ?? frequency}`;
}

/** The gateway refuses -1, which stands for text that is no number. */
export function daysToSend(text: string): number {
	const days = Number(text);
	return Number.isNaN(days) ? -1 : days;
}

/** An empty fee is 0. */
export function feeToSend(text: string): string {
	return amountBoundToSend(text.trim() === "" ? "0" : text) ?? text.trim();
}
