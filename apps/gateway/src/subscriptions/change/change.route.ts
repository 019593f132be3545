import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { customerAnswer } from "../../customers/customer.route.ts";
import { merchantErrors } from "../../http/admission.ts";
import { changesOf } from "../../http/body/empty-fields.ts";
import { callerOf } from "../../http/caller.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { requireAlsoScope } from "../../merchants/access.ts";
import { amountSchema } from "../../money.ts";
import { requestableStatuses } from "../lifecycle.ts";
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
			description: "Dollars, from the next period: a payment in flight or awaiting a retry keeps its amount",
		}),
		...detailsFields,
	})
	.openapi("ChangeSubscriptionRequest");

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
			"flight has its outcome. ACTIVE continues with the next due date; an open payment (RETRY, SUSPENDED) is tried once, " +
			"at once. An EXPIRED subscription can only be cancelled. For ACTIVE or an `amount`, a token also needs the scope `transaction`.",
		...admission.withBody("customer", "subscriptions.write"),
		request: {
			params: subscriptionParams,
			body: { required: true, content: { "application/json": { schema: changesOf(changeSchema) } } },
		},
		responses: { 200: customerAnswer, ...merchantErrors(400, 401, 403, 404, 413, 415) },
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const { customer_lookup_id: customerLookupId, subscription_lookup_id: subscriptionLookupId } =
			context.req.valid("param");
		const path = { customerLookupId, subscriptionLookupId };
		const changes = context.req.valid("json");
		if (changes.status === "ACTIVE" || changes.amount !== undefined) {
			requireAlsoScope(context.get("access"), "transaction");
		}
		const customer = await changeSubscription(subscriptions, merchant, path, changes, callerOf(context));
		return context.json(await recordOf(customer), 200);
	});
}
