import type { Schemas } from "../api/records.ts";
import type { App } from "../shell/app.ts";

export type Plan = Schemas["Plan"];
export type Frequency = Plan["frequency"];

/** The words for the gateway's names, including its spelling MOTHLY. */
export const frequencies: readonly Frequency[] = ["DAILY", "WEEKLY", "MOTHLY", "QUARTERLY", "ANNUALLY"];

/** `$31.00 CAD each month`, of a plan or of a subscription. */
export function priceOf(
	{ words, formats }: Pick<App, "words" | "formats">,
	{ amount, currency, frequency }: { amount: number; currency: string; frequency: string },
): string {
	const every: Record<string, string> = words.plans.every;
	return `${formats.money(amount, currency)} ${every[frequency] ?? frequency}`;
}
