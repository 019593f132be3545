import { fieldProblem } from "@cardseal/platform";
import { z } from "@hono/zod-openapi";
import type { Merchant } from "./merchant.ts";

/** `requireCurrency` checks that the merchant may use it. */
export const currencySchema = z
	.string("Send a currency code such as CAD.")
	.regex(/^[A-Z]{3}$/, "Send the currency as three capital letters (ISO 4217), such as CAD.");

export const defaultCurrency = "CAD";

const currencyNotEnabled = (enabled: string[]) =>
	fieldProblem([
		{
			field: "currency",
			reason: "currency_not_enabled",
			message: `Use a currency that is enabled for you: ${enabled.join(", ")}.`,
		},
	]);

/** @throws Problem 400 for a currency that is not enabled for the merchant (rule X-21) */
export function requireCurrency({ currencies }: Pick<Merchant, "currencies">, currency: string): void {
	if (!currencies.includes(currency)) throw currencyNotEnabled(currencies);
}
