import {
	type CardSource,
	type CustomerDetails,
	cardSourceFields,
	customerDetailsFields,
	customerDetailsOf,
	detailsProblems,
	type GivenDetails,
	hasCardSource,
	mergeDetails,
	oneCardSource,
	payerAddressFields,
	requireOneCardSource,
} from "@cardseal/customers";
import { currencySchema, defaultCurrency } from "@cardseal/merchants";
import { amountSchema, lineOfText, type Reason, refuseFields } from "@cardseal/platform";
import { metadataField } from "@cardseal/platform/metadata";
import { purposes } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import { authenticationFields } from "../authentication/authentication-fields.ts";
import { amountPartFields, furtherFields, requireFittingParts } from "./further-fields.ts";

const currencyDescription = `ISO 4217; an enabled currency. Default: ${defaultCurrency}`;

const initiatorFields = {
	initiated_by: z.enum(["cardholder", "merchant"], "Send cardholder or merchant.").optional().openapi({
		description:
			"`merchant` for a stored card without the payer, who agreed to it when the card was stored. Default: `cardholder`",
	}),
	purpose: z
		.enum(purposes, `Send one of ${purposes.join(", ")}.`)
		.optional()
		.openapi({
			description: "Required with `initiated_by: merchant`: networks and banks treat these charges differently",
		}),
};

function requireInitiator(
	body: CardSource & { initiated_by?: string | undefined; purpose?: string | undefined; three_d_secure?: unknown },
	context: z.RefinementCtx,
): void {
	const refuse = (path: string, reason: Reason, message: string) =>
		context.addIssue({ code: "custom", path: [path], message, params: { reason } });
	if (body.initiated_by !== "merchant") {
		if (body.purpose !== undefined)
			refuse("purpose", "field_invalid", "Send a purpose only with initiated_by: merchant.");
	} else if (hasCardSource(body)) {
		const message = "With initiated_by: merchant, a stored card is charged. Send no card, security code or token.";
		refuse("initiated_by", "token_and_card", message);
	} else if (body.three_d_secure !== undefined && body.three_d_secure !== "never") {
		refuse("three_d_secure", "field_invalid", "The payer is not there to authenticate. Leave three_d_secure out.");
	} else if (body.purpose === undefined) {
		refuse("purpose", "field_required", `purpose is required: ${purposes.join(", ")}.`);
	}
}

const details = {
	...initiatorFields,
	...payerAddressFields,
	...authenticationFields,
	...customerDetailsFields,
	invoice_id: lineOfText
		.nullable()
		.optional()
		.openapi({ description: "Your own text, for searches", example: "INV-1042" }),
	metadata: metadataField,
	...furtherFields,
	sending_receipt: z.boolean("Send true or false.").default(true),
};

const amountAndCurrency = {
	amount: amountSchema,
	...amountPartFields,
	currency: currencySchema.optional().openapi({ description: currencyDescription, example: "CAD" }),
};

function requireFitting(body: GivenDetails, context: z.RefinementCtx): void {
	for (const { field, message } of detailsProblems(body)) {
		context.addIssue({ code: "custom", path: [field], message });
	}
}

export const chargeRequestSchema = z
	.object({ ...amountAndCurrency, ...cardSourceFields, ...details })
	.superRefine(requireOneCardSource)
	.superRefine(requireInitiator)
	.superRefine(requireFitting)
	.superRefine(requireFittingParts)
	.openapi("ChargeRequest", oneCardSource);

export const customerChargeRequestSchema = z
	.object({ ...amountAndCurrency, ...cardSourceFields, ...details })
	.superRefine((body, context) => {
		if (!hasCardSource(body)) return;
		requireOneCardSource(body, context);
		if (body.currency !== undefined) return;
		context.addIssue({
			code: "custom",
			path: ["currency"],
			message: "Send the currency with a new card, such as CAD.",
			params: { reason: "field_required" },
		});
	})
	.superRefine(requireInitiator)
	.superRefine(requireFitting)
	.superRefine(requireFittingParts)
	.openapi("CustomerChargeRequest");

const pathNamesCard = "The path names a stored card. Send no card or token with it.";

const storedCardCharge = z.object({ ...amountAndCurrency, ...details });

export const storedCardChargeRequestSchema = storedCardCharge
	.loose()
	.superRefine((body, context) => {
		const given = Object.entries(body).find(([name, value]) => hasCardSource({ [name]: value } as CardSource));
		if (given === undefined) return;
		const params = { reason: "token_and_card" };
		context.addIssue({ code: "custom", path: [given[0]], message: pathNamesCard, params });
	})
	.superRefine((body, context) => requireInitiator(body, context))
	.superRefine(requireFitting)
	.superRefine(requireFittingParts)
	// Unknown fields would become part of the request's fingerprint.
	.transform((body) => knownFields(body))
	.openapi("StoredCardChargeRequest");

function knownFields(body: z.output<typeof storedCardCharge>): z.output<typeof storedCardCharge> {
	const known = Object.entries(body).filter(([name]) => name in storedCardCharge.shape);
	return Object.fromEntries(known) as z.output<typeof storedCardCharge>;
}

export type ChargeRequestBody = z.infer<typeof chargeRequestSchema>;

const namingAddress = ["address1", "city", "country", "postal_code"] as const;

const noAddress = { address1: null, address2: null, city: null, province: null, country: null, postal_code: null };

/** Parts of two addresses would make one that no bank knows. */
function completing(request: GivenDetails, customer: CustomerDetails): CustomerDetails {
	const hasAddress = namingAddress.some((name) => typeof request[name] === "string");
	return hasAddress ? { ...customer, ...noAddress } : customer;
}

/**
 * Completes the details from the customer and the form's language.
 *
 * @throws Problem 400
 */
export function chargedDetails(
	request: ChargeRequestBody,
	customer: CustomerDetails | undefined,
	formLanguage?: string,
): CustomerDetails {
	const details =
		customer === undefined ? customerDetailsOf(request) : mergeDetails(completing(request, customer), request);
	if (customer !== undefined) refuseFields(detailsProblems(details));
	return { ...details, language: details.language ?? formLanguage ?? null };
}
