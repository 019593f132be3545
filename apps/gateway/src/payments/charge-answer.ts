import type { DeclineClass } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import type { Transaction } from "../db/schema.ts";
import { recordOf, transactionRecordSchema } from "./transaction-record.ts";

/** The answer for a charge that was not approved: the record, and what an error answer has. */
export const failedChargeSchema = transactionRecordSchema
	.extend({
		status: z.literal(402),
		code: z.literal("PAYMENT_FAILED"),
		message: z.string().openapi({ description: "What happened and what to do next" }),
		request_id: z.string().optional(),
	})
	.openapi("FailedCharge");

/** What a charge is answered with, now and whenever the same request comes again. */
export type ChargeAnswer =
	| { status: 200; body: z.infer<typeof transactionRecordSchema> }
	| { status: 402; body: z.infer<typeof failedChargeSchema> };

const advice: Record<DeclineClass, string> = {
	soft: "Nothing was charged. Try again later or use another card.",
	hard: "Nothing was charged. Do not try this card again: ask for another one.",
	data: "Nothing was charged. Check the card's details and try again.",
};

const notKnownYet =
	"The outcome is not known yet, because the processor has not answered. Do not charge again: " +
	"read this transaction in a few seconds, it is found out by itself.";

/** The answer that a transaction's state stands for. */
export function answerOf(transaction: Transaction): ChargeAnswer {
	const record = recordOf(transaction);
	if (transaction.status === "APPROVED") return { status: 200, body: record };
	const message =
		transaction.status === "PENDING"
			? notKnownYet
			: `${transaction.message} ${advice[transaction.decline_class ?? "soft"]}`;
	return { status: 402, body: { ...record, status: 402, code: "PAYMENT_FAILED", message } };
}
