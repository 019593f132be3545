import type { Admission } from "@cardseal/merchants";
import { keepEmptyFields } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { amountBody, moneyRoute } from "../money.route.ts";
import { gatherOriginal } from "../original/modify-original.ts";
import type { Payments } from "../payments.ts";
import { transactionParams } from "../transaction/transaction.route.ts";
import { refund } from "./refund.ts";

export function refundRoute(app: OpenAPIHono<GatewayEnv>, payments: Payments, admission: Admission): void {
	moneyRoute(
		app,
		payments,
		{
			operationId: "refundTransaction",
			path: "/transaction-service/refund/{transaction_id}",
			summary: "Refund a sale or a capture",
			description:
				"In whole or in parts, without an amount all that is left; the sum of all refunds is at most the amount of the original. In this response, the id is a string.",
			admitted: keepEmptyFields(admission.withBody("transaction", "refund")),
			params: transactionParams,
			body: amountBody,
			approved: "Refunded",
		},
		{
			gather: ({ access, params, body }) => gatherOriginal(payments, access.merchant, params.transaction_id, body),
			work: ({ access: initiator, body: { amount: amountCents, metadata }, caller, keyed }, { found }) =>
				refund(payments, { initiator, found, amountCents, metadata, keyed, caller }),
		},
	);
}
