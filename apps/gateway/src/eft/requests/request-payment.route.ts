import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { customerParams } from "../../customers/customer.route.ts";
import { merchantErrors } from "../../http/admission.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { locationHeader, setLocation } from "../../http/location.ts";
import { keyedRoute } from "../../idempotency/keyed.route.ts";
import type { Admission } from "../../merchants/admission.ts";
import { metadataField } from "../../metadata/metadata.ts";
import { amountSchema } from "../../money.ts";
import { lineOfText } from "../../text.ts";
import type { Eft } from "../eft.ts";
import { eftLocation, eftRecordSchema } from "../transfers/eft-record.ts";
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
		({ access, params, body, ...call }) =>
			requestPayment(eft, {
				...call,
				merchant: access.merchant,
				customerLookupId: params.customer_lookup_id,
				cents: body.amount,
				description: body.description ?? null,
				metadata: body.metadata,
			}),
		(context, { body }) => {
			setLocation(context, eftLocation(body));
			return context.json(body, 200);
		},
	);
}
