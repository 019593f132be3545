import { ofCustomer, subscriptionSchema } from "@cardseal/customers";
import { eventOf } from "@cardseal/events";
import { planSchema } from "./plans/plan-record.ts";

/** Keys begin the types of events. */
export const eventSchemas = {
	plan: eventOf("plan", planSchema).openapi("PlanEvent"),
	subscription: eventOf(
		"subscription",
		subscriptionSchema.extend(ofCustomer).openapi("SubscriptionOfCustomer"),
	).openapi("SubscriptionEvent"),
};
