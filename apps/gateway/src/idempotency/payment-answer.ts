import type { DeclineClass } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import type { Transaction } from "../payments/tables.ts";
import { isCharge, type TransactionType } from "../payments/transaction.ts";
import { recordOf, transactionRecordSchema } from "../payments/transaction-record.ts";

/**
 * The answer where nobody may take it that money was moved: it was declined, or the outcome is not known yet. The record, and
 * what an error answer has.
 */
export const failedPaymentSchema = transactionRecordSchema
	.extend({
		status: z.literal(402),
		code: z.literal("PAYMENT_FAILED"),
		message: z.string().openapi({ description: "What happened and what to do next" }),
		request_id: z.string().optional(),
	})
	.openapi("FailedPayment");

/** What a request to move money is answered with, now and whenever the same request comes again. */
export type PaymentAnswer =
	| { status: 200; body: z.infer<typeof transactionRecordSchema> }
	| { status: 402; body: z.infer<typeof failedPaymentSchema> };

const cardAdvice: Record<DeclineClass, string> = {
	soft: "Nothing was charged. Try again later or use another card.",
	hard: "Nothing was charged. Do not try this card again: ask for another one.",
	data: "Nothing was charged. Check the card's details and try again.",
};

const followUpAdvice = {
	capture: "Nothing was captured; the authorization stands as it did.",
	refund: "Nothing was refunded.",
	void: "Nothing was voided.",
} as const satisfies Partial<Record<TransactionType, string>>;

const notKnownYet =
	"The outcome is not known yet, because the processor has not answered. Do not ask for it again: " +
	"read this transaction in a few seconds, it is found out by itself.";

/**
 * What would tell a decline of the guard from one of the bank's, were the answer of a guarded merchant shown to a payer
 * who tries stolen cards (F-11). The transaction's report has both.
 */
const forReportsAlone = { guard_reason: null, processor_transaction_id: null };

/** The answer that a transaction's state stands for. */
export function answerOf(transaction: Transaction): PaymentAnswer {
	const record = recordOf(transaction);
	// As the specification has it, in this answer alone.
	const body = transaction.type === "refund" ? { ...record, id: String(record.id) } : record;
	if (transaction.status === "APPROVED") return { status: 200, body };
	const shown = transaction.is_guarded ? { ...body, ...forReportsAlone } : body;
	const message = transaction.status === "PENDING" ? notKnownYet : `${transaction.message} ${adviceFor(transaction)}`;
	return { status: 402, body: { ...shown, status: 402, code: "PAYMENT_FAILED", message } };
}

function adviceFor({ type, decline_class: declineClass }: Transaction): string {
	return isCharge(type) ? cardAdvice[declineClass ?? "soft"] : followUpAdvice[type];
}
