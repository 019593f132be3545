import { currencySchema } from "@cardseal/merchants";
import { amountSchema, emailAddress, languages, lineOfText, lineUpTo } from "@cardseal/platform";
import { metadataField } from "@cardseal/platform/metadata";
import { z } from "@hono/zod-openapi";

export const linkRequestSchema = z
	.object({
		amount: amountSchema,
		currency: currencySchema.optional(),
		description: lineOfText
			.refine((text) => text.trim() !== "", "Say what the payment is for: the payer reads it.")
			.openapi({ description: "What the payment is for; the payer reads it", example: "Invoice 1042" }),
		invoice_id: lineOfText.nullable().optional(),
		email: emailAddress.nullable().optional().openapi({ description: "The payer's, for the receipt" }),
		language: z
			.enum(languages, `Send one of ${languages.join(", ")}.`)
			.nullable()
			.optional(),
		expires_at: z
			.int("Send a time in milliseconds since 1970.")
			.optional()
			.openapi({ description: "ms since 1970. Default: in 30 days; at most in 365" }),
		operation: z.enum(["sale", "authorize"], "Send sale or authorize.").optional(),
		store_card: z
			.enum(["never", "ask"], "Send never or ask.")
			.optional()
			.openapi({ description: "`ask`: the payer may let you keep the card for the customer. Default: `never`" }),
		customer_lookup_id: z.string("Send the customer's lookup_id in quotes.").nullable().optional(),
		amount_tax: amountSchema.nullable().optional(),
		amount_tip: amountSchema.nullable().optional(),
		return_url: lineUpTo(1_000).nullable().optional().openapi({
			description: "Your page to go on to after the payment, on a registered origin. `lookup_id` is added to its query",
		}),
		metadata: metadataField,
	})
	.superRefine(({ amount, amount_tax, amount_tip, store_card, customer_lookup_id }, context) => {
		const refuse = (path: string, message: string) =>
			context.addIssue({ code: "custom", path: [path], message, params: { reason: "field_invalid" } });
		if ((amount_tax ?? 0) + (amount_tip ?? 0) > amount) {
			refuse("amount_tax", "amount_tax and amount_tip are together at most the amount.");
		}
		if (store_card === "ask" && (customer_lookup_id ?? null) === null) {
			refuse("store_card", "Name the customer whose card it will be (customer_lookup_id).");
		}
	})
	.openapi("PaymentLinkRequest");

export type LinkRequest = z.output<typeof linkRequestSchema>;
