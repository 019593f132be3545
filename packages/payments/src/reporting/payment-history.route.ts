import { type Customer, findCustomer } from "@cardseal/customers";
import type { StaffAdmission } from "@cardseal/merchants";
import type { Database } from "@cardseal/platform/db";
import { merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { retryAdviceOf, retryAdviceSchema } from "../transaction/retry-advice.ts";
import { transactionParams } from "../transaction/transaction.route.ts";
import { recordOf, transactionRecordSchema } from "../transaction/transaction-record.ts";
import { getTransaction } from "../transaction/transactions.store.ts";
import { listNeedingAttention } from "../unresolved/attention.store.ts";
import { listHistory } from "./payment-history.store.ts";

const text = z.string().nullable();

const historySchema = z
	.object({
		customer: z
			.object({ lookup_id: z.string(), email: z.string(), first_name: text, last_name: text, company: text })
			.nullable()
			.openapi({ description: "The customer whose stored card was charged" }),
		subscription: z
			.object({ lookup_id: z.string(), name: z.string() })
			.nullable()
			.openapi({ description: "The customer's subscription that the payment is for" }),
		transactions: z.array(transactionRecordSchema).openapi({
			description: "Oldest first: the sale or authorization, then its captures, refunds and voids",
		}),
		needs_attention: z.array(z.string()).openapi({
			description: "Ids of pending transactions whose outcome the processor does not know. The operator finds it out.",
		}),
		declines: z
			.array(z.object({ transaction_id: z.string(), retry: retryAdviceSchema }))
			.openapi({ description: "Whether the card of each declined transaction may be tried again" }),
	})
	.openapi("PaymentHistory");

export interface PaymentHistoryRouteOptions {
	database: Database;
	admission: StaffAdmission;
	/** Finds the subscription that a transaction renewed. */
	findRenewed(merchantId: number, transactionId: string): Promise<{ lookup_id: string; name: string } | undefined>;
}

export function paymentHistoryRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, admission, findRenewed }: PaymentHistoryRouteOptions,
): void {
	const route = createRoute({
		method: "get",
		operationId: "getPaymentHistory",
		path: "/transactions/{transaction_id}/history",
		tags: ["Transactions"],
		summary: "Read the history of a payment",
		...admission.withoutBody("transactions.read"),
		request: { params: transactionParams },
		responses: {
			200: { description: "The payment's transactions", content: { "application/json": { schema: historySchema } } },
			...merchantErrors(401, 403, 404),
		},
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const asked = await getTransaction(database, merchant.id, context.req.valid("param").transaction_id);
		const transactions = await listHistory(database, merchant.id, asked.transaction_id);
		const [charge = asked] = transactions;
		const pending = transactions.flatMap(({ status, transaction_id: id }) => (status === "PENDING" ? [id] : []));
		const [customer, subscription, needingAttention] = await Promise.all([
			charge.customer_lookup_id === null ? undefined : findCustomer(database, merchant.id, charge.customer_lookup_id),
			findRenewed(merchant.id, charge.transaction_id),
			listNeedingAttention(database, { transactionIds: pending, limit: pending.length }),
		]);
		return context.json(
			{
				customer: customer === undefined ? null : payerOf(customer),
				subscription: subscription ?? null,
				transactions: transactions.map(recordOf),
				needs_attention: needingAttention.map(({ transaction_id: id }) => id),
				declines: transactions.flatMap((transaction) => {
					const retry = retryAdviceOf(transaction);
					return retry === null ? [] : [{ transaction_id: transaction.transaction_id, retry }];
				}),
			},
			200,
		);
	});
}

function payerOf({ lookup_id, email, first_name, last_name, company }: Customer) {
	return { lookup_id, email, first_name, last_name, company };
}
