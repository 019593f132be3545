import { z } from "@hono/zod-openapi";
import { customerDetailsFields, nameProblem, postalCodeProblem } from "../customers/customer-details.ts";
import { amountSchema } from "../money.ts";
import { lineOfText } from "../text.ts";

/** Wire names of the card fields, and the names the vault has for them. */
export const cardFieldNames = {
	card_number: "number",
	card_expiry_month: "month",
	card_expiry_year: "year",
	cvv2: "securityCode",
} as const;

const wireNames = Object.keys(cardFieldNames) as (keyof typeof cardFieldNames)[];

/** Checked by the vault, under the same rule as a card out of a token. Here it is only carried past. */
function cardField(description: string, example: string) {
	return z.unknown().optional().openapi({ type: "string", description, example });
}

/** The body of a sale or an authorization. */
export const chargeRequestSchema = z
	.object({
		amount: amountSchema,
		currency: z
			.string("Send a currency code such as CAD.")
			.regex(/^[A-Z]{3}$/, "Send the currency as three capital letters (ISO 4217), such as CAD.")
			.optional()
			.openapi({ description: "ISO 4217; one that the merchant has enabled. CAD when it is left out", example: "CAD" }),
		token: z.unknown().optional().openapi({
			type: "string",
			description: "An encrypted card token, made in the browser; instead of the four card fields",
			example: "ct1AQHU9vts1Y5FTz85bm7rG8YAFBd60JUprX-NmJ09BgxOne55UjIX5…",
		}),
		card_number: cardField("Digits only", "4111111111111111"),
		card_expiry_month: cardField("Two digits", "08"),
		card_expiry_year: cardField("Two digits", "29"),
		cvv2: cardField("Three digits, four for Amex. Never stored", "123"),
		...customerDetailsFields,
		invoice_id: lineOfText
			.nullable()
			.optional()
			.openapi({ description: "Your own text to find the charge by", example: "INV-1042" }),
		sending_receipt: z.boolean("Send true or false.").default(true),
	})
	.superRefine((body, context) => {
		const present = wireNames.filter((name) => name in body);
		if ("token" in body) {
			if (present.length === 0) return;
			const message = "Send either a token or the four card fields, not both.";
			context.addIssue({ code: "custom", path: ["token"], message });
			return;
		}
		for (const name of wireNames) {
			if (present.includes(name)) continue;
			context.addIssue({
				code: "custom",
				path: [name],
				message: `${name} is required, or a token instead of the card.`,
			});
		}
	})
	.superRefine((body, context) => {
		const postalCode = postalCodeProblem(body);
		if (postalCode !== undefined) context.addIssue({ code: "custom", path: ["postal_code"], message: postalCode });
		const name = nameProblem(body);
		if (name !== undefined) context.addIssue({ code: "custom", path: ["last_name"], message: name });
	})
	.openapi("ChargeRequest");

export type ChargeRequestBody = z.infer<typeof chargeRequestSchema>;
