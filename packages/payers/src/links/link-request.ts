import { currencySchema } from "@cardseal/merchants";
import { amountPartFields, requireFittingParts } from "@cardseal/payments";
import { amountSchema, emailAddress, languages, lineOfText, lineUpTo } from "@cardseal/platform";
import { metadataField } from "@cardseal/platform/metadata";
import { z } from "@hono/zod-openapi";
import { linkMethods } from "../tables.ts";

const ofOnePayment = [
	"amount",
	"currency",
	"amount_tax",
	"amount_tip",
	"invoice_id",
	"operation",
	"store_card",
	"methods",
] as const;

export const linkRequestSchema = z
	.object({
		amount: amountSchema.optional().openapi({ description: "Dollars; required without `plan_lookup_id`" }),
		currency: currencySchema.optional(),
		description: lineOfText
			.refine((text) => text.trim() !== "", "Say what the payment is for: the payer reads it.")
			.openapi({ description: "What the payment is for; the payer reads it", example: "Invoice 1042" }),
		invoice_id: lineOfText.nullable().optional(),
		email: emailAddress.nullable().optional().openapi({ description: "The payer's, for the receipt and for `send`" }),
		language: z
			.enum(languages, `Send one of ${languages.join(", ")}.`)
			.nullable()
			.optional(),
		expires_at: z
			.int("Send a time in milliseconds since 1970.")
			.optional()
			.openapi({ description: "ms since 1970. Default: in 30 days; at most in 365" }),
		operation: z
			.enum(["sale", "authorize"], "Send sale or authorize.")
			.optional()
			.openapi({ description: "`authorize` holds the amount for a later capture. Default: `sale`" }),
		store_card: z
			.enum(["never", "ask"], "Send never or ask.")
			.optional()
			.openapi({ description: "`ask`: the payer may let you keep the card for the customer. Default: `never`" }),
		customer_lookup_id: z.string("Send the customer's lookup_id in quotes.").nullable().optional(),
		plan_lookup_id: z
			.string("Send the plan's lookup_id in quotes.")
			.nullable()
			.optional()
			.openapi({
				description:
					"The payer subscribes to this plan, which decides amount and currency. The page makes the customer, unless " +
					"`customer_lookup_id` names one. A token also needs the scope `customer`",
			}),
		methods: z
			.array(z.enum(linkMethods, "Send card, bank or both."))
			.min(1, "Send card, bank or both.")
			.max(linkMethods.length, "Send card, bank or both.")
			.optional()
			.openapi({
				description:
					'How the payer may pay. Default: `["card"]`. `bank` is a payment from a Canadian bank account into your wallet, in CAD; a ' +
					"token also needs the scope `eft`",
			}),
		...amountPartFields,
		return_url: lineUpTo(1_000).nullable().optional().openapi({
			description: "Your page to go on to after the payment, on a registered origin. `lookup_id` is added to its query",
		}),
		metadata: metadataField,
	})
	.superRefine(({ amount, ...parts }, context) => {
		if (amount !== undefined) requireFittingParts({ amount, ...parts }, context);
	})
	.superRefine((request, context) => {
		const refuse = (field: string, reason: string, message: string) =>
			context.addIssue({ code: "custom", path: [field], message, params: { reason } });
		if ((request.plan_lookup_id ?? null) === null) {
			if (request.amount === undefined) refuse("amount", "field_required", "Send the amount in dollars.");
			if (request.operation === "authorize" && request.methods?.includes("bank")) {
				refuse(
					"methods",
					"field_invalid",
					"A bank account cannot be authorized for later. Send methods: card, or operation: sale.",
				);
			}
			return;
		}
		for (const field of ofOnePayment) {
			if ((request[field] ?? null) === null) continue;
			refuse(field, "field_invalid", `Leave ${field} out: the plan decides how the payer is charged.`);
		}
	})
	.superRefine(({ store_card, customer_lookup_id }, context) => {
		if (store_card !== "ask" || (customer_lookup_id ?? null) !== null) return;
		const message = "Name the customer whose card it will be (customer_lookup_id).";
		context.addIssue({ code: "custom", path: ["store_card"], message, params: { reason: "field_invalid" } });
	})
	.openapi("PaymentLinkRequest");

export type LinkRequest = z.output<typeof linkRequestSchema>;
