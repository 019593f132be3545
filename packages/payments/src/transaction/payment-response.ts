import { paymentFailure, paymentFailureFields } from "@cardseal/platform";
import type { DeclineClass } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import type { Transaction } from "../tables.ts";
import type { NextAction } from "./next-action.ts";
import { isCharge, modificationWords } from "./transaction.ts";
import { answeredRecordOf, transactionRecordSchema } from "./transaction-record.ts";

/** A record that no client takes for an approval. */
export const failedPaymentSchema = transactionRecordSchema
	.extend({
		...paymentFailureFields,
		request_id: z.string().optional(),
		doc_url: z.string().optional().openapi({ description: "The address of the reason in the gateway's docs" }),
	})
	.openapi("FailedPayment");

export type PaymentResponse =
	| { status: 200; body: z.infer<typeof transactionRecordSchema> }
	| { status: 402; body: z.infer<typeof failedPaymentSchema> }
	/** The processor refuses the account. */
	| { status: 503; body: z.infer<typeof transactionRecordSchema> };

const cardAdvice: Record<DeclineClass, string> = {
	soft: "Nothing was charged. Try again later or use another card.",
	hard: "Nothing was charged. Do not try this card again: ask for another one.",
	data: "Nothing was charged. Check the card's details and try again.",
	configuration: "Nothing was charged, and no bank was asked: the request or the processor's account must change.",
};

const authenticationAdvice =
	"Nothing was charged. Charge again with three_d_secure: auto while the payer is there, or use another card.";

const notKnownYet =
	"The outcome is not known yet, because the processor has not answered. Do not send the payment again: " +
	"read this transaction in a few seconds. The gateway keeps asking the processor.";

const payerMustAct =
	"The payer has to authenticate with the bank. Open next_action.url in the payer's browser, and read this transaction " +
	"afterwards. Do not send the payment again.";

/** Fields that would show a payer who tests stolen cards a decline by card-testing protection (F-11). */
const reportOnly = { card_testing_reason: null, processor_transaction_id: null, avs_result: null, cvv_result: null };

/** @param nextAction the payer's page, while a PENDING charge waits for the payer */
export function responseOf(transaction: Transaction, nextAction: NextAction | null = null): PaymentResponse {
	const body = answeredRecordOf(transaction);
	if (transaction.status === "APPROVED") return { status: 200, body };
	if (transaction.decline_code === "account_refused") return { status: 503, body };
	const shown = transaction.is_protected ? { ...body, ...reportOnly } : body;
	if (nextAction !== null) {
		return {
			status: 402,
			body: { ...shown, ...paymentFailure("action_required", payerMustAct), next_action: nextAction },
		};
	}
	const message = transaction.status === "PENDING" ? notKnownYet : declineMessage(transaction);
	const reason = transaction.status === "PENDING" ? "outcome_pending" : "declined";
	return { status: 402, body: { ...shown, ...paymentFailure(reason, message) } };
}

/** Adds a missing full stop. */
function declineMessage(transaction: Transaction): string {
	const { message } = transaction;
	const sentence = message === null || /[.!?…]$/.test(message) ? message : `${message}.`;
	return `${sentence} ${adviceFor(transaction)}`;
}

function adviceFor({ type, decline_class: declineClass, decline_code: code }: Transaction): string {
	if (code === "authentication_required") return authenticationAdvice;
	return isCharge(type) ? cardAdvice[declineClass ?? "soft"] : modificationWords[type].declined;
}
