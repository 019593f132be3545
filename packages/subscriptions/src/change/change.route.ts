import { customerAnswer, customerSchema } from "@cardseal/customers";
import { requireAlsoScope } from "@cardseal/merchants";
import { amountSchema, paymentFailure, paymentFailureFields } from "@cardseal/platform";
import { callerOf, changesOf, helpOf, helpSchemas, merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { requestableStatuses } from "../lifecycle.ts";
import { quantitySchema } from "../start-terms.ts";
import { detailsFields, type SubscriptionRouteOptions, subscriptionParams } from "../subscription-schema.ts";
import { changeSubscription } from "./change.ts";

const changeSchema = z
	.object({
		status: z
			.enum(requestableStatuses, "Send ACTIVE, PAUSED, CANCELED or CANCELLED.")
			.optional()
			.openapi({ description: "CANCELED and CANCELLED mean the same; each is stored as sent" }),
		card_lookup_id: z
			.string("Send the card's lookup_id in quotes.")
			.optional()
			.openapi({ description: "Any card of the same customer" }),
		amount: amountSchema.optional().openapi({
			description:
				"Dollars for one unit, from the next period: a payment in flight or awaiting a retry keeps its amount",
		}),
		quantity: quantitySchema
			.optional()
			.openapi({ description: "Multiplies the amount, 1 to 9,999; from the next period, as a changed amount" }),
		...detailsFields,
	})
	.openapi("ChangeSubscriptionRequest");

/** The customer with the fields of an error, which no client takes for a resumption. */
export const notResumedSchema = customerSchema
	.extend({ ...paymentFailureFields, ...helpSchemas })
	.openapi("CustomerWithFailedPayment");

const failureMessages = {
	declined:
		"The open payment was declined, so the subscription does not continue. Attempts that were planned stay planned. " +
		"Use another card, or try again later.",
	outcome_pending: "The outcome of the open payment is not known yet. Read the customer in a few seconds.",
} as const;

export function changeSubscriptionRoute(app: OpenAPIHono<GatewayEnv>, options: SubscriptionRouteOptions): void {
	const { subscriptions, admission, recordOf } = options;
	const route = createRoute({
		method: "patch",
		operationId: "changeSubscription",
		path: "/customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}",
		tags: ["Subscriptions"],
		summary: "Change, pause, cancel or reactivate a subscription",
		description:
			"Changes the given fields. After the response to PAUSED, CANCELED or CANCELLED no new payment starts, and a payment in " +
			"flight has its outcome. ACTIVE continues with the next due date. From RETRY or SUSPENDED it first tries the open payment " +
			"once, at once; if that fails, status and planned attempts stay, and the response is 402. An EXPIRED subscription can only be cancelled. For ACTIVE, an `amount` or a `quantity`, a token also needs the scope `transaction`.",
		...admission.withBody("customer", "subscriptions.write"),
		request: {
			params: subscriptionParams,
			body: { required: true, content: { "application/json": { schema: changesOf(changeSchema) } } },
		},
		responses: {
			200: customerAnswer,
			402: {
				description: "The open payment was declined, or its outcome is not known yet; the whole customer",
				content: { "application/json": { schema: notResumedSchema } },
			},
			...merchantErrors(400, 401, 403, 404, 413, 415),
		},
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const { customer_lookup_id: customerLookupId, subscription_lookup_id: subscriptionLookupId } =
			context.req.valid("param");
		const path = { customerLookupId, subscriptionLookupId };
		const changes = context.req.valid("json");
		const { status, amount, quantity } = changes;
		if (status === "ACTIVE" || amount !== undefined || quantity !== undefined) {
			requireAlsoScope(context.get("access"), "transaction");
		}
		const { customer, failure } = await changeSubscription(subscriptions, merchant, path, changes, callerOf(context));
		const record = await recordOf(customer);
		if (failure === undefined) return context.json(record, 200);
		context.set("reason", failure);
		const refusal = paymentFailure(failure, failureMessages[failure]);
		return context.json({ ...record, ...refusal, ...helpOf(context, failure) }, 402);
	});
}
