import { z } from "@hono/zod-openapi";
import { cardSourceFields, requireOneCardSource } from "../cards/card-source.ts";
import { customerDetailsFields, nameProblem, postalCodeProblem } from "../customers/customer-details.ts";
import { amountSchema } from "../money.ts";
import { lineOfText } from "../text.ts";

/** The body of a sale or an authorization. */
export const chargeRequestSchema = z
	.object({
		amount: amountSchema,
		currency: z
			.string("Send a currency code such as CAD.")
			.regex(/^[A-Z]{3}$/, "Send the currency as three capital letters (ISO 4217), such as CAD.")
			.optional()
			.openapi({ description: "ISO 4217; one that the merchant has enabled. CAD when it is left out", example: "CAD" }),
		...cardSourceFields,
		...customerDetailsFields,
		invoice_id: lineOfText
			.nullable()
			.optional()
			.openapi({ description: "Your own text to find the charge by", example: "INV-1042" }),
		sending_receipt: z.boolean("Send true or false.").default(true),
	})
	.superRefine(requireOneCardSource)
	.superRefine((body, context) => {
		const postalCode = postalCodeProblem(body);
		if (postalCode !== undefined) context.addIssue({ code: "custom", path: ["postal_code"], message: postalCode });
		const name = nameProblem(body);
		if (name !== undefined) context.addIssue({ code: "custom", path: ["last_name"], message: name });
	})
	.openapi("ChargeRequest");

export type ChargeRequestBody = z.infer<typeof chargeRequestSchema>;
