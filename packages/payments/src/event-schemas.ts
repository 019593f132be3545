import { eventOf } from "@cardseal/events";
import { z } from "@hono/zod-openapi";
import { cardSchema, customerSchema } from "./customers/customer-record.ts";
import { disputeRecordSchema } from "./disputes/dispute-record.ts";
import { settlementDetailSchema } from "./settlements/settlement-record.ts";
import { transactionRecordSchema } from "./transaction/transaction-record.ts";

/** Events about a customer's things name the customer. */
export const ofCustomer = {
	customer_lookup_id: z.string().openapi({ description: "The customer that it belongs to" }),
};

/** Keys begin the types of events. */
export const eventSchemas = {
	transaction: eventOf("transaction", transactionRecordSchema).openapi("TransactionEvent"),
	customer: eventOf("customer", customerSchema).openapi("CustomerEvent"),
	card: eventOf("card", cardSchema.extend(ofCustomer).openapi("CardOfCustomer")).openapi("CardEvent"),
	settlement: eventOf("settlement", settlementDetailSchema).openapi("SettlementEvent"),
	dispute: eventOf("dispute", disputeRecordSchema).openapi("DisputeEvent"),
};
