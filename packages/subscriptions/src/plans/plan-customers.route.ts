import {
	answerCustomerList,
	type CustomerListOptions,
	customerListAnswer,
	customerListDescription,
	customerListQuery,
} from "@cardseal/customers";
import { getFound } from "@cardseal/platform";
import { merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { currentStatuses } from "../status.ts";
import { findAnyPlan } from "./subscribed-plans.store.ts";

const planParams = z.object({
	plan_lookup_id: z.string().openapi({ description: "The plan's lookup_id", example: "Lk6jH4gF2dS8aP0oI1uY" }),
});

/** Includes deleted plans, whose subscriptions continue. */
export function planCustomersRoute(app: OpenAPIHono<GatewayEnv>, options: CustomerListOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "listPlanCustomers",
		path: "/customer-service/customer/plan/{plan_lookup_id}",
		tags: ["Customers"],
		summary: "List the customers subscribed to a plan",
		description: `Customers with a subscription that is ACTIVE, RETRY, SUSPENDED or PAUSED. ${customerListDescription(options.textMatch)}`,
		...options.admission.withoutBody("customer", "customers.read"),
		request: { params: planParams, query: customerListQuery },
		responses: { 200: customerListAnswer, ...merchantErrors(400, 401, 403, 404) },
	});
	app.openapi(route, async (context) => {
		const { id: merchantId } = context.get("access").merchant;
		const { plan_lookup_id: lookupId } = context.req.valid("param");
		const plan = await getFound("plan", lookupId, () => findAnyPlan(options.database, merchantId, lookupId));
		const scope = { merchantId, subscribed: { planId: plan.id, statuses: currentStatuses } };
		return context.json(await answerCustomerList(options, scope, context.req.valid("query")), 200);
	});
}
