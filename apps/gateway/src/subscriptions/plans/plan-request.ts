import { z } from "@hono/zod-openapi";
import { currencySchema } from "../../merchants/currency.ts";
import { amountSchema } from "../../money.ts";
import { lineOfText } from "../../text.ts";
import { frequencySchema } from "./frequency.ts";

/** More than anybody lives to pay. Whoever means no end leaves the number out. */
const maximumPayments = 999_999;
const paymentsAdvice = `Send a whole number of payments from 1 to ${maximumPayments}, or leave it out for a plan without end.`;

/** The body of a new plan, and of one that is changed: whatever is left out is then at its default again. */
export const planRequestSchema = z
	.object({
		name: lineOfText
			.refine((name) => name.trim() !== "", "Send a name for the plan.")
			.openapi({
				description: "Shown on receipts; may repeat, though one name for each plan is easier to tell apart",
				example: "Coffee of the month",
			}),
		amount: amountSchema,
		currency: currencySchema.openapi({ description: "ISO 4217; one that is enabled for you", example: "CAD" }),
		frequency: frequencySchema.openapi({
			description: "How often it is paid. A month is spelled MOTHLY, a quarter has three months",
			example: "MOTHLY",
		}),
		number_of_payments: z
			.int(paymentsAdvice)
			.min(1, paymentsAdvice)
			.max(maximumPayments, paymentsAdvice)
			.nullable()
			.optional()
			.openapi({
				description: "Approved payments until a subscription is over; without it there is no end",
				example: 12,
			}),
		send_receipt: z
			.boolean("Send true or false.")
			.default(false)
			.openapi({ description: "Whether payers get a receipt for each payment" }),
	})
	.openapi("PlanRequest");

export type PlanRequest = z.infer<typeof planRequestSchema>;
