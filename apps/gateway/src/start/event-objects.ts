import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { cardSchema, customerSchema, subscriptionSchema } from "../customers/customer-record.ts";
import { eftRecordSchema } from "../eft/transfers/eft-record.ts";
import { endpointEventSchema, pingSchema } from "../events/endpoints/endpoint-events.ts";
import { eventOf } from "../events/event-record.ts";
import { type EventType, eventMeanings } from "../events/event-types.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { disputeRecordSchema } from "../payments/disputes/dispute-record.ts";
import { settlementDetailSchema } from "../payments/settlements/settlement-record.ts";
import { transactionRecordSchema } from "../payments/transaction/transaction-record.ts";
import { planSchema } from "../subscriptions/plans/plan-record.ts";

const ofCustomer = { customer_lookup_id: z.string().openapi({ description: "The customer that it belongs to" }) };

/** Keys begin the types of events. */
const schemas = {
	transaction: eventOf("transaction", transactionRecordSchema).openapi("TransactionEvent"),
	customer: eventOf("customer", customerSchema).openapi("CustomerEvent"),
	card: eventOf("card", cardSchema.extend(ofCustomer).openapi("CardOfCustomer")).openapi("CardEvent"),
	plan: eventOf("plan", planSchema).openapi("PlanEvent"),
	subscription: eventOf(
		"subscription",
		subscriptionSchema.extend(ofCustomer).openapi("SubscriptionOfCustomer"),
	).openapi("SubscriptionEvent"),
	eft: eventOf("eft", eftRecordSchema).openapi("EftEvent"),
	settlement: eventOf("settlement", settlementDetailSchema).openapi("SettlementEvent"),
	dispute: eventOf("dispute", disputeRecordSchema).openapi("DisputeEvent"),
	endpoint: endpointEventSchema,
	ping: pingSchema,
};

export const eventSchema = z.union(Object.values(schemas)).openapi("Event");

export function describeWebhooks(app: OpenAPIHono<GatewayEnv>): void {
	for (const [type, description] of Object.entries(eventMeanings)) {
		const [kind = ""] = type.split(".");
		app.openAPIRegistry.registerWebhook({
			method: "post",
			path: type as EventType,
			tags: ["Events"],
			summary: type,
			description,
			request: {
				body: { required: true, content: { "application/json": { schema: schemas[kind as keyof typeof schemas] } } },
			},
			responses: { "2XX": { description: "The event was received" } },
		});
	}
}
