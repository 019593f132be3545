import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { customerAnswer, customerParams } from "../../customers/customer.route.ts";
import { getCustomer } from "../../customers/customer.ts";
import { customerDetailsFields } from "../../customers/customer-details.ts";
import type { CustomerRecord } from "../../customers/customer-record.ts";
import type { Customer } from "../../customers/tables.ts";
import { type Admission, merchantErrors } from "../../http/admission.ts";
import { callerOf } from "../../http/caller.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { keyedRoute } from "../../http/keyed-route.ts";
import { amountSchema } from "../../money.ts";
import { lineOfText } from "../../text.ts";
import { createSubscription } from "../create/create.ts";
import { requestableStatuses } from "../lifecycle.ts";
import type { Subscriptions } from "../subscriptions.ts";
import { changeSubscription } from "./change.ts";

export interface SubscriptionRouteOptions {
	subscriptions: Subscriptions;
	admission: Admission;
	/** A customer with all that belongs to it. */
	recordOf(customer: Customer): Promise<CustomerRecord>;
}

const detailsFields = {
	email: customerDetailsFields.email.openapi({
		description: "Receives receipts and notices instead of the customer's own address; null clears it",
	}),
	bcc_emails: customerDetailsFields.bcc_emails,
	description: lineOfText.nullable().optional().openapi({ description: "Shown on receipts; null clears it" }),
};

const createSchema = z
	.object({
		plan_lookup_id: z.string("Send the plan's lookup_id in quotes."),
		card_lookup_id: z
			.string("Send the card's lookup_id in quotes.")
			.openapi({ description: "A stored card. Its customer is the one who subscribes." }),
		start_date: z.number("Send start_date as a whole number of milliseconds since 1970.").openapi({
			type: "integer",
			description: "When the first payment falls due, ms since 1970: in the future, at most ten years ahead",
			example: 1_798_761_600_000,
		}),
		amount: amountSchema
			.nullable()
			.optional()
			.openapi({ description: "Dollars for each period; the plan's amount when it is left out" }),
		...detailsFields,
	})
	.openapi("CreateSubscriptionRequest");

const changeSchema = z
	.object({
		status: z
			.enum(requestableStatuses, "Send ACTIVE, PAUSED, CANCELED or CANCELLED.")
			.optional()
			.openapi({ description: "CANCELED and CANCELLED mean the same and are kept as they are sent" }),
		card_lookup_id: z
			.string("Send the card's lookup_id in quotes.")
			.optional()
			.openapi({ description: "Any card of the same customer" }),
		amount: amountSchema.optional().openapi({
			description: "Dollars, from the next period on: a payment that is under way or tried again keeps its amount",
		}),
		...detailsFields,
	})
	.openapi("ChangeSubscriptionRequest");

/** The subscription of a customer in a path. */
const subscriptionParams = customerParams.extend({
	subscription_lookup_id: z
		.string()
		.openapi({ description: "The subscription's lookup_id", example: "Qw7eR5tY3uI1oP9aS2dF" }),
});

/** POST and PATCH of a subscription; each answers with the whole customer. */
export function subscriptionRoutes(app: OpenAPIHono<GatewayEnv>, options: SubscriptionRouteOptions): void {
	createRouteOf(app, options);
	changeRouteOf(app, options);
}

function createRouteOf(app: OpenAPIHono<GatewayEnv>, options: SubscriptionRouteOptions): void {
	const { subscriptions, admission, recordOf } = options;
	keyedRoute(
		app,
		{
			path: "/customer-service/customer/subscription",
			tags: ["Subscriptions"],
			summary: "Subscribe a customer to a plan",
			description:
				"The customer is the one whose card it is. Payments fall due at the start date and then at the same local time " +
				"in the merchant's time zone, as often as the plan says. What the plan says is kept: later changes of the plan " +
				"do not touch the subscription. Repeated with its Idempotency-Key, the request makes no second one: the answer is " +
				"the customer as it is by then.",
			admitted: admission.withBody("customer", "subscriptions.write"),
			body: createSchema,
			responses: { 200: customerAnswer, ...merchantErrors(400, 401, 403, 404, 413, 415, 422) },
		},
		({ access, body, idempotency, caller }) =>
			createSubscription(subscriptions, access.merchant, body, idempotency, caller),
		async (context, { body }) => {
			const { merchant } = context.get("access");
			const customer = await getCustomer(subscriptions.database, merchant, body.customer_lookup_id);
			return context.json(await recordOf(customer), 200);
		},
	);
}

function changeRouteOf(app: OpenAPIHono<GatewayEnv>, options: SubscriptionRouteOptions): void {
	const { subscriptions, admission, recordOf } = options;
	const route = createRoute({
		method: "patch",
		path: "/customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}",
		tags: ["Subscriptions"],
		summary: "Change, pause, cancel or reactivate a subscription",
		description:
			"Changes the fields that are given. Once PAUSED, CANCELED or CANCELLED is answered, no payment begins any more; " +
			"one that was under way has its outcome. ACTIVE goes on with the next due date; a payment that is open " +
			"(RETRY, SUSPENDED) is tried once, at once. An EXPIRED subscription can only be cancelled.",
		...admission.withBody("customer", "subscriptions.write"),
		request: {
			params: subscriptionParams,
			body: { required: true, content: { "application/json": { schema: changeSchema } } },
		},
		responses: { 200: customerAnswer, ...merchantErrors(400, 401, 403, 404, 413, 415) },
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const { customer_lookup_id: customerLookupId, subscription_lookup_id: subscriptionLookupId } =
			context.req.valid("param");
		const path = { customerLookupId, subscriptionLookupId };
		const changes = context.req.valid("json");
		const customer = await changeSubscription(subscriptions, merchant, path, changes, callerOf(context));
		return context.json(await recordOf(customer), 200);
	});
}
