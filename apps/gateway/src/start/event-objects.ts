import { eftRecordSchema } from "@cardseal/eft";
import { type EventType, endpointEventSchema, eventMeanings, eventOf, pingSchema } from "@cardseal/events";
import {
	cardSchema,
	customerSchema,
	disputeRecordSchema,
	settlementDetailSchema,
	subscriptionSchema,
	transactionRecordSchema,
} from "@cardseal/payments";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { planSchema } from "@cardseal/subscriptions";
import { type OpenAPIHono, z } from "@hono/zod-openapi";

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
