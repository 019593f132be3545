import { customerParams, customerSchema, getCustomer } from "@cardseal/customers";
import { requireAlsoScope } from "@cardseal/merchants";
import { amountSchema } from "@cardseal/platform";
import { locationHeader, merchantErrors, setLocation } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { keyedRoute, keyReused } from "@cardseal/platform/idempotency";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { quantitySchema, setupFeeSchema, trialDaysSchema } from "../start-terms.ts";
import { detailsFields, type SubscriptionRouteOptions } from "../subscription-schema.ts";
import { createSubscription } from "./create.ts";

const createSchema = z
	.object({
		plan_lookup_id: z.string("Send the plan's lookup_id in quotes.").openapi({ example: "9fK2mQ7xW1aZ3bC4dE5f" }),
		card_lookup_id: z
			.string("Send the card's lookup_id in quotes.")
			.openapi({ description: "A stored card of the customer", example: "Zx8cV7bN6mK5jH4gF3dS" }),
		start_date: z.number("Send start_date as a whole number of milliseconds since 1970.").openapi({
			type: "integer",
			description:
				"When the trial begins, or without one the first payment falls due; ms since 1970: in the future, at most ten years ahead",
			example: 1_798_761_600_000,
		}),
		amount: amountSchema
			.nullable()
			.optional()
			.openapi({ description: "Dollars for one unit and period; by default the amount of the plan" }),
		quantity: quantitySchema.nullable().optional(),
		trial_days: trialDaysSchema.nullable().optional(),
		setup_fee: setupFeeSchema.nullable().optional(),
		...detailsFields,
	})
	.openapi("CreateSubscriptionRequest");

const createdSchema = customerSchema
	.extend({ subscription_lookup_id: z.string().openapi({ description: "The subscription that this request made" }) })
	.openapi("CustomerWithNewSubscription");

const created = {
	description: "The whole customer, and the new subscription's lookup_id",
	headers: locationHeader,
	content: { "application/json": { schema: createdSchema } },
};

const anyCustomer = { operationId: "createSubscription", path: "/customer-service/customer/subscription" };

/** Another name, for clients that put the customer into the path. */
const namedCustomer = {
	operationId: "createCustomerSubscription",
	path: "/customer-service/customer/{customer_lookup_id}/subscription",
	aliasOf: anyCustomer.path,
	params: customerParams,
};

export function createSubscriptionRoutes(app: OpenAPIHono<GatewayEnv>, options: SubscriptionRouteOptions): void {
	createSubscriptionRoute(app, options, anyCustomer);
	createSubscriptionRoute(app, options, namedCustomer);
}

function createSubscriptionRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ subscriptions, admission, recordOf }: SubscriptionRouteOptions,
	place: typeof anyCustomer & Partial<Pick<typeof namedCustomer, "params" | "aliasOf">>,
): void {
	keyedRoute(
		app,
		subscriptions,
		{
			...place,
			tags: ["Subscriptions"],
			summary: "Subscribe a customer to a plan",
			description:
				"Subscribes the customer who owns the card. Payments fall due at the start date, or after the trial, and then at the " +
				"same local time in the merchant's time zone, at the plan's frequency. `quantity`, `trial_days` and `setup_fee` are the plan's unless sent. Later changes of the plan do not affect the subscription. A " +
				"repeated request with the same Idempotency-Key creates no second subscription and returns the customer as it is then. " +
				"A token also needs the scope `transaction`, because the card is charged.",
			findOut:
				"Read the customer (GET /customer-service/customer/{customer_lookup_id}) to see whether the subscription is there before you send it again.",
			admitted: admission.withBody("customer", "subscriptions.write"),
			body: createSchema,
			responses: { 200: created, ...merchantErrors(400, 401, 403, 404, 409, 413, 415, 422) },
		},
		{
			gather({ access, body }) {
				requireAlsoScope(access, "transaction");
				// The card implies the customer, so both paths ask for the same.
				return { asked: body };
			},
			work: ({ access: { merchant }, params, body, keyed, caller }) =>
				createSubscription(subscriptions, { merchant, request: { ...body, ...params }, keyed, caller }),
			async send(context, { body }, { access: { merchant }, params }) {
				const { customer_lookup_id: customerLookupId, subscription_lookup_id } = body;
				// A repetition may name another customer.
				if ((params?.customer_lookup_id ?? customerLookupId) !== customerLookupId) throw keyReused();
				const customer = await getCustomer(subscriptions.database, merchant, customerLookupId);
				setLocation(context, `/customer-service/customer/${customerLookupId}/subscription/${subscription_lookup_id}`);
				return context.json({ ...(await recordOf(customer)), subscription_lookup_id }, 200);
			},
		},
	);
}
