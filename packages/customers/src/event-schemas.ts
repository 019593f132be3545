import { eventOf } from "@cardseal/events";
import { z } from "@hono/zod-openapi";
import { cardSchema, customerSchema } from "./customer-record.ts";

/** Events about a customer's things name the customer. */
export const ofCustomer = {
	customer_lookup_id: z.string().openapi({ description: "The customer that it belongs to" }),
};

/** Keys begin the types of events. */
export const eventSchemas = {
	customer: eventOf("customer", customerSchema).openapi("CustomerEvent"),
	card: eventOf("card", cardSchema.extend(ofCustomer).openapi("CardOfCustomer")).openapi("CardEvent"),
};
