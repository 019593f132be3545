import { customerParams, getCustomer } from "@cardseal/customers";
import type { Admission } from "@cardseal/merchants";
import { amountSchema, lineOfText } from "@cardseal/platform";
import { locationHeader, merchantErrors, setLocation } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { keyedRoute } from "@cardseal/platform/idempotency";
import { metadataField } from "@cardseal/platform/metadata";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Eft } from "../eft.ts";
import { eftLocation, eftRecordSchema } from "../transaction/eft-record.ts";
import { maximumOpen, requestPayment } from "./request-payment.ts";

const path = "/transaction-service-vt/eft/request/{customer_lookup_id}";

const bodySchema = z
	.object({
		amount: amountSchema,
		description: lineOfText
			.nullish()
			.openapi({ description: "The purpose, shown to the payer", example: "Walnut boards" }),
		metadata: metadataField,
	})
	.openapi("MoneyRequest");

export function requestPaymentRoute(app: OpenAPIHono<GatewayEnv>, eft: Eft, admission: Admission): void {
	keyedRoute(
		app,
		eft,
		{
			operationId: "requestPayment",
			path,
			tags: ["EFT"],
			summary: "Request a payment from a customer",
			description:
				"Emails the customer a link to a page on which they pay from their bank account or decline. The request is PENDING until " +
				"then, for at most 30 days. A payment is in the wallet at once, and available when the payer's bank has paid. " +
				`One email address can have at most ${maximumOpen} open requests from you: one more is answered with 409.`,
			findOut:
				"Look at the wallet in the web application to see whether the request is there before you send it again.",
			admitted: admission.withBody("eft", "wallet.request"),
			params: customerParams,
			body: bodySchema,
			responses: {
				200: {
					description: "The request was sent",
					headers: locationHeader,
					content: { "application/json": { schema: eftRecordSchema } },
				},
				...merchantErrors(400, 401, 403, 404, 409, 413, 415, 422),
			},
		},
		{
			async gather({ access, params, body: { amount, description = null, metadata } }) {
				const customer = await getCustomer(eft.database, access.merchant, params.customer_lookup_id);
				return { asked: { customer: customer.lookup_id, amount, description, metadata }, customer };
			},
			work: ({ access: { merchant }, body, caller, keyed }, { customer }) => {
				const { amount: cents, description = null, metadata } = body;
				return requestPayment(eft, { merchant, customer, cents, description, metadata, keyed, caller });
			},
			send(context, { body }) {
				setLocation(context, eftLocation(body));
				return context.json(body, 200);
			},
		},
	);
}
