import { amountSchema, type FieldError, formatDollars, maximumCents } from "@cardseal/platform";
import { z } from "@hono/zod-openapi";
import { isTooLarge } from "./pricing.ts";

const maximumTrialDays = 365;
const maximumQuantity = 9_999;

const trialAdvice = `Send a whole number of days from 0 to ${maximumTrialDays}.`;
const quantityAdvice = `Send a whole number from 1 to ${maximumQuantity}.`;

export const trialDaysSchema = z.int(trialAdvice).min(0, trialAdvice).max(maximumTrialDays, trialAdvice).openapi({
	description:
		"Free days from the start on, 0 to 365. The first period begins after them, and is the first to be charged",
	example: 14,
});

/** 0 is no fee. */
export const setupFeeSchema = z
	.union([z.literal([0, "0", "0.00"]).transform(() => 0), amountSchema], "Send a set-up fee in dollars, or 0 for none.")
	.openapi({
		type: ["number", "string"],
		minimum: 0,
		maximum: maximumCents / 100,
		description: "Dollars, charged once with the first payment; 0 for none",
		example: 25,
	});

export const quantitySchema = z
	.int(quantityAdvice)
	.min(1, quantityAdvice)
	.max(maximumQuantity, quantityAdvice)
	.openapi({ description: "Multiplies the amount, 1 to 9,999", example: 3 });

/** Returns the problem of terms whose next payment would be too large. */
export function amountProblem(
	terms: Parameters<typeof isTooLarge>[0],
	field: "amount" | "quantity" | "plan_lookup_id",
): FieldError | undefined {
	if (!isTooLarge(terms)) return undefined;
	const largest = formatDollars(maximumCents);
	const message = `The amount times the quantity, with the set-up fee, is more than ${largest}, the largest payment. Send a smaller amount or quantity.`;
	return { field, reason: "amount_too_large", message };
}
