import { currencySchema } from "@cardseal/merchants";
import { amountSchema, lineOfText } from "@cardseal/platform";
import { metadataField } from "@cardseal/platform/metadata";
import { z } from "@hono/zod-openapi";
import { quantitySchema, setupFeeSchema, trialDaysSchema } from "../start-terms.ts";
import { frequencySchema } from "./frequency.ts";

const maximumPayments = 999_999;
const paymentsAdvice = `Send a whole number of payments from 1 to ${maximumPayments}, or omit it to charge until cancelled.`;

export const planRequestSchema = z
	.object({
		name: lineOfText
			.refine((name) => name.trim() !== "", "Send a name for the plan.")
			.openapi({
				description: "Shown on receipts; need not be unique",
				example: "Coffee of the month",
			}),
		amount: amountSchema,
		quantity: quantitySchema.default(1),
		trial_days: trialDaysSchema.default(0),
		setup_fee: setupFeeSchema.default(0),
		currency: currencySchema.openapi({ description: "ISO 4217; an enabled currency", example: "CAD" }),
		frequency: frequencySchema.openapi({
			description: "The interval of payments. MOTHLY is every month, QUARTERLY every three months",
			example: "MOTHLY",
		}),
		number_of_payments: z
			.int(paymentsAdvice)
			.min(1, paymentsAdvice)
			.max(maximumPayments, paymentsAdvice)
			.nullable()
			.optional()
			.openapi({
				description: "Approved payments after which a subscription expires; omit it to charge until cancelled",
				example: 12,
			}),
		send_receipt: z
			.boolean("Send true or false.")
			.default(false)
			.openapi({ description: "True if payers receive a receipt for each payment" }),
		metadata: metadataField,
	})
	.openapi("PlanRequest");

export type PlanRequest = z.infer<typeof planRequestSchema>;
