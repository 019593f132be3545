import type { Context } from "hono";
import { merchantErrors } from "../http/admission.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { setReplayHeader } from "../http/idempotency-header.ts";
import { failedPaymentSchema, type PaymentAnswer } from "../idempotency/payment-answer.ts";
import { transactionRecordSchema } from "./transaction-record.ts";

/** The answers of every route that moves money. */
export function moneyResponses(approved: string) {
	return {
		200: { description: approved, content: { "application/json": { schema: transactionRecordSchema } } },
		402: {
			description: "Declined, or the outcome is not known yet",
			content: { "application/json": { schema: failedPaymentSchema } },
		},
		...merchantErrors(400, 401, 403, 404, 409, 413, 415, 422),
	};
}

/** Sends what came of it. */
export function answerMoney(
	context: Context<GatewayEnv>,
	{ answer, replayed }: { answer: PaymentAnswer; replayed: boolean },
) {
	setReplayHeader(context, replayed);
	if (answer.status === 200) return context.json(answer.body, 200);
	return context.json({ ...answer.body, request_id: context.get("requestId") }, 402);
}
