import type { Admission } from "@cardseal/merchants";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { moneyRoute } from "../money.route.ts";
import { gatherOriginal } from "../original/modify-original.ts";
import type { Payments } from "../payments.ts";
import { transactionParams } from "../transaction/transaction.route.ts";
import { voidOriginal } from "./void.ts";

export function voidRoute(app: OpenAPIHono<GatewayEnv>, payments: Payments, admission: Admission): void {
	moneyRoute(
		app,
		payments,
		{
			operationId: "voidTransaction",
			path: "/transaction-service/void/{transaction_id}",
			summary: "Void a transaction",
			description:
				"Releases an authorization that was not captured, or cancels a sale or capture before the merchant's day ends. " +
				"Needs no body. The response is the void, a new transaction.",
			// A body is read first, although none is needed.
			admitted: admission.withBody("transaction", "void"),
			params: transactionParams,
			approved: "Voided",
		},
		{
			gather: ({ access, params }) => gatherOriginal(payments, access.merchant, params.transaction_id),
			work: ({ access: initiator, caller, keyed }, { found }) =>
				voidOriginal(payments, { initiator, found, keyed, caller }),
		},
	);
}
