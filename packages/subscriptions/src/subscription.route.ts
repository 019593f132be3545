import { getCustomer, subscriptionSchema } from "@cardseal/customers";
import { type Merchant, requireAlsoScope } from "@cardseal/merchants";
import { listTransactions, recordOf, transactionListAnswer } from "@cardseal/payments";
import { getFound } from "@cardseal/platform";
import { listQuery, merchantErrors, pageQueryFields, readPage } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { subscriptionRecordOf } from "./subscription-record.ts";
import { type SubscriptionRouteOptions, subscriptionParams } from "./subscription-schema.ts";
import { findSubscription, type SubscriptionWithPlan } from "./subscriptions.store.ts";
import type { Subscriptions } from "./subscriptions.ts";

const path = "/customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}";

export function subscriptionRoutes(app: OpenAPIHono<GatewayEnv>, options: SubscriptionRouteOptions): void {
	readRoute(app, options);
	paymentsRoute(app, options);
}

/** @throws Problem 404, the same for another customer's and an unknown one */
export async function getSubscription(
	{ database }: Subscriptions,
	merchant: Merchant,
	ids: { customer_lookup_id: string; subscription_lookup_id: string },
): Promise<SubscriptionWithPlan> {
	const customer = await getCustomer(database, merchant, ids.customer_lookup_id);
	const { subscription_lookup_id: lookupId } = ids;
	return getFound("subscription", lookupId, () => findSubscription(database, customer.id, lookupId));
}

function readRoute(app: OpenAPIHono<GatewayEnv>, { subscriptions, admission }: SubscriptionRouteOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "getSubscription",
		path,
		tags: ["Subscriptions"],
		summary: "Read a subscription",
		...admission.withoutBody("customer", "customers.read"),
		request: { params: subscriptionParams },
		responses: {
			200: { description: "The subscription", content: { "application/json": { schema: subscriptionSchema } } },
			...merchantErrors(401, 403, 404),
		},
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const subscription = await getSubscription(subscriptions, merchant, context.req.valid("param"));
		return context.json(subscriptionRecordOf(subscription, subscriptions.clocks.business.now()), 200);
	});
}

function paymentsRoute(app: OpenAPIHono<GatewayEnv>, { subscriptions, admission }: SubscriptionRouteOptions): void {
	const { database, vault } = subscriptions;
	const route = createRoute({
		method: "get",
		operationId: "listSubscriptionPayments",
		path: `${path}/payment`,
		tags: ["Subscriptions"],
		summary: "List the payments of a subscription",
		description:
			"Newest first: every attempt to charge it, with their refunds and voids. A token also needs the scope `transaction:read`.",
		...admission.withoutBody("customer", "transactions.read"),
		request: { params: subscriptionParams, query: listQuery(pageQueryFields) },
		responses: { 200: transactionListAnswer, ...merchantErrors(400, 401, 403, 404) },
	});
	app.openapi(route, async (context) => {
		const { merchant, scopes } = context.get("access");
		const { lookup_id: lookupId } = await getSubscription(subscriptions, merchant, context.req.valid("param"));
		requireAlsoScope({ scopes }, "transaction", "transaction:read");
		const filters = { merchantId: merchant.id, timeZone: merchant.timeZone, subscriptionLookupId: lookupId };
		const binding = { merchantId: merchant.id, list: `payments of ${lookupId}` };
		const { rows, paging } = await readPage(vault, binding, context.req.valid("query"), (page) =>
			listTransactions(database, filters, page),
		);
		return context.json({ entities: rows.map(recordOf), paging }, 200);
	});
}
