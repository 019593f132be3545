import type { Schemas } from "../api/records.ts";
import type { App } from "../shell/app.ts";
import { amountBoundToSend } from "../transactions/amount.ts";
import type { Choice } from "../ui/forms/fields.tsx";

export type Plan = Schemas["Plan"];
export type Frequency = Plan["frequency"];

/** The newest of the plans are offered. */
export const offeredPlans = { query: new URLSearchParams({ limit: "100" }) };

export function planChoices(app: App, plans: Plan[]): Choice<string>[] {
	return plans.map((plan) => [plan.lookup_id, `${plan.name}: ${priceOf(app, plan)}`]);
}

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

export function feeToSend(text: string): string {
	return amountBoundToSend(text.trim() === "" ? "0" : text) ?? text.trim();
}
