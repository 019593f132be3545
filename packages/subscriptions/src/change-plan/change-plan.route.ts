import { customerAnswer, getCustomer } from "@cardseal/customers";
import { requireAlsoScope } from "@cardseal/merchants";
import { findTransaction } from "@cardseal/payments";
import { paymentFailure } from "@cardseal/platform";
import { helpOf, merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { keyedRoute } from "@cardseal/platform/idempotency";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { notResumedSchema } from "../change/change.route.ts";
import { quantitySchema } from "../start-terms.ts";
import { type SubscriptionRouteOptions, subscriptionParams } from "../subscription-schema.ts";
import { findSubscription } from "../subscriptions.store.ts";
import type { Subscriptions } from "../subscriptions.ts";
import { type ChangedPlanResponse, changePlan, refundReference } from "./change-plan.ts";

const whenAdvice = "Send now or renewal.";

const changePlanSchema = z
	.object({
		plan_lookup_id: z
			.string("Send the plan's lookup_id in quotes.")
			.openapi({ description: "A plan in the same currency", example: "9fK2mQ7xW1aZ3bC4dE5f" }),
		quantity: quantitySchema.optional().openapi({ description: "1 to 9,999; by default as before" }),
		when: z.enum(["now", "renewal"], whenAdvice).openapi({
			example: "renewal",
			description: "`now` begins a new period and charges it at once; `renewal` waits for the next due date",
		}),
		prorate: z.boolean("Send true or false.").default(false).openapi({
			description:
				"With `now`: credits the whole days that are left of the paid period, rounded half up to the cent. The difference is charged, or refunded, in one payment",
		}),
	})
	.openapi("ChangePlanOfSubscriptionRequest");

const failureMessages = {
	declined:
		"The plan was changed, and the first payment of the new period was declined. It is tried again as other payments of " +
		"subscriptions. Use another card, or try again later.",
	refund_declined:
		"The plan was changed, and the refund for unused days was declined. Refund the last payment by hand.",
	outcome_pending:
		"The plan was changed. The outcome of the payment is not known yet. Read the customer in a few seconds.",
} as const;

export function changePlanRoute(app: OpenAPIHono<GatewayEnv>, options: SubscriptionRouteOptions): void {
	const { subscriptions, admission, recordOf } = options;
	keyedRoute(
		app,
		subscriptions,
		{
			operationId: "changeSubscriptionPlan",
			path: "/customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}/change-plan",
			tags: ["Subscriptions"],
			summary: "Move a subscription to another plan",
			description:
				"Takes name, amount, frequency, receipts and number of payments from the plan; payments count from the change on. The " +
				"subscription keeps its set-up fee and its trial. `GET …/preview` with the same fields shows what is charged. " +
				"Only an ACTIVE subscription without a payment that is due, open or in flight can change: otherwise 409. A repeated " +
				"request with the same Idempotency-Key changes nothing again, and returns the customer as it is then. A token also " +
				"needs the scope `transaction`.",
			findOut: "Read the subscription to see whether it has the new plan before you send it again.",
			admitted: admission.withBody("customer", "subscriptions.write"),
			params: subscriptionParams,
			body: changePlanSchema,
			responses: {
				200: customerAnswer,
				402: {
					description: "The plan was changed; the payment was declined, or its outcome is not known yet",
					content: { "application/json": { schema: notResumedSchema } },
				},
				...merchantErrors(400, 401, 403, 404, 409, 413, 415, 422, 503),
			},
		},
		{
			gather({ access, params, body }) {
				requireAlsoScope(access, "transaction");
				return { asked: { ...params, ...body } };
			},
			work: ({ access: initiator, params, body: request, keyed, caller }) =>
				changePlan(subscriptions, { initiator, path: pathOf(params), request, keyed, caller }),
			async send(context, { body }, { access: { merchant }, params }) {
				const customer = await getCustomer(subscriptions.database, merchant, params.customer_lookup_id);
				const failure = await findFailure(subscriptions, { merchantId: merchant.id, customerId: customer.id }, body);
				const record = await recordOf(customer);
				if (failure === undefined) return context.json(record, 200);
				const reason = failure === "refund_declined" ? "declined" : failure;
				context.set("reason", reason);
				const refusal = paymentFailure(reason, failureMessages[failure]);
				return context.json({ ...record, ...refusal, ...helpOf(context, reason) }, 402);
			},
		},
	);
}

function pathOf(params: z.infer<typeof subscriptionParams>) {
	return { customerLookupId: params.customer_lookup_id, subscriptionLookupId: params.subscription_lookup_id };
}

/** Reads the outcome of the change's payment, as it is now. */
async function findFailure(
	{ database, clocks }: Subscriptions,
	{ merchantId, customerId }: { merchantId: number; customerId: number },
	{ subscription_lookup_id: lookupId, period, when }: ChangedPlanResponse["body"],
): Promise<keyof typeof failureMessages | undefined> {
	if (when === "renewal") return undefined;
	const refund = await findTransaction(database, merchantId, {
		transactionId: refundReference(lookupId, period),
	});
	if (refund?.status === "DECLINED") return "refund_declined";
	if (refund?.status === "PENDING") return "outcome_pending";
	const subscription = await findSubscription(database, customerId, lookupId);
	if (subscription === undefined) return undefined;
	const { next_run: nextRun, next_period: next, open_period: open } = subscription;
	const isDue = nextRun !== null && nextRun <= clocks.business.now();
	if (open === period) return isDue ? "outcome_pending" : "declined";
	return next === period && isDue ? "outcome_pending" : undefined;
}
