import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { customerParams } from "../../customers/customer.route.ts";
import { type Admission, merchantErrors } from "../../http/admission.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { keyedRoute } from "../../http/keyed-route.ts";
import { amountSchema } from "../../money.ts";
import { lineOfText } from "../../text.ts";
import type { Eft } from "../eft.ts";
import { eftRecordSchema } from "../transfers/eft-record.ts";
import { askForMoney, maximumWaiting } from "./ask-for-money.ts";

const path = "/transaction-service-vt/eft/request/{customer_lookup_id}";

const bodySchema = z
	.object({
		amount: amountSchema,
		description: lineOfText.nullish().openapi({ description: "What it is for", example: "Walnut boards" }),
	})
	.openapi("MoneyRequest");

/** POST request: asks a customer for money. */
export function requestRoute(app: OpenAPIHono<GatewayEnv>, eft: Eft, admission: Admission): void {
	keyedRoute(
		app,
		{
			path,
			tags: ["EFT"],
			summary: "Ask a customer for money",
			description:
				"Mails the customer a link to a page on which they pay from their bank account, or decline. PENDING until they do, " +
				"and for 30 days at most. What they pay is in the wallet at once, and available when their bank has paid. " +
				`One payer has at most ${maximumWaiting} requests of yours before them: 409 for one more.`,
			admitted: admission.withBody("eft", "wallet.request"),
			params: customerParams,
			body: bodySchema,
			responses: {
				200: { description: "Asked", content: { "application/json": { schema: eftRecordSchema } } },
				...merchantErrors(400, 401, 403, 404, 409, 413, 415, 422),
			},
		},
		({ access, params, body, ...call }) =>
			askForMoney(eft, {
				...call,
				merchant: access.merchant,
				customerLookupId: params.customer_lookup_id,
				cents: body.amount,
				description: body.description ?? null,
			}),
		(context, { body }) => context.json(body, 200),
	);
}
