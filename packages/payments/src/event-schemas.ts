import { eventOf } from "@cardseal/events";
import { settlementDetailSchema } from "./settlements/settlement-record.ts";
import { transactionRecordSchema } from "./transaction/transaction-record.ts";

/** Keys begin the types of events. */
export const eventSchemas = {
	transaction: eventOf("transaction", transactionRecordSchema).openapi("TransactionEvent"),
	settlement: eventOf("settlement", settlementDetailSchema).openapi("SettlementEvent"),
};
