import type { Admission } from "@cardseal/merchants";
import { keepEmptyFields } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { amountBody, moneyRoute } from "../money.route.ts";
import { gatherOriginal } from "../original/modify-original.ts";
import type { Payments } from "../payments.ts";
import { transactionParams } from "../transaction/transaction.route.ts";
import { capture } from "./capture.ts";

export function captureRoute(app: OpenAPIHono<GatewayEnv>, payments: Payments, admission: Admission): void {
	moneyRoute(
		app,
		payments,
		{
			operationId: "captureTransaction",
			path: "/transaction-service/capture/{transaction_id}",
			summary: "Capture an authorization",
			description:
				"Possible once, for at most the authorized amount, and without an amount for all of it; the rest of the hold is released. The response is the capture, a new " +
				"transaction. Refund the capture, not the authorization.",
			admitted: keepEmptyFields(admission.withBody("transaction", "capture")),
			params: transactionParams,
			body: amountBody,
			approved: "Captured",
		},
		{
			gather: ({ access, params, body }) => gatherOriginal(payments, access.merchant, params.transaction_id, body),
			work: ({ access: initiator, body: { amount: amountCents, metadata }, caller, keyed }, { found }) =>
				capture(payments, { initiator, found, amountCents, metadata, keyed, caller }),
		},
	);
}
