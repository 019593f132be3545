import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Database } from "../../db/database.ts";
import type { StaffAdmission } from "../../http/admission.ts";
import { merchantErrors } from "../../http/admission.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { transactionParams } from "../transaction/transaction.route.ts";
import { recordOf, transactionRecordSchema } from "../transaction/transaction-record.ts";
import { getTransaction } from "../transaction/transactions.store.ts";
import { listLife } from "./payment-life.store.ts";

const lifeSchema = z
	.object({
		transactions: z.array(transactionRecordSchema).openapi({
			description: "Oldest first: the sale or authorization, then its captures, refunds and voids",
		}),
	})
	.openapi("PaymentLife");

/** GET of a payment's history, by the id of any of its transactions. */
export function paymentLifeRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, admission }: { database: Database; admission: StaffAdmission },
): void {
	const route = createRoute({
		method: "get",
		operationId: "getPaymentHistory",
		path: "/transactions/{transaction_id}/life",
		tags: ["Transactions"],
		summary: "Read the history of a payment",
		...admission.withoutBody("transactions.read"),
		request: { params: transactionParams },
		responses: {
			200: { description: "The payment's transactions", content: { "application/json": { schema: lifeSchema } } },
			...merchantErrors(401, 403, 404),
		},
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const asked = await getTransaction(database, merchant.id, context.req.valid("param").transaction_id);
		const transactions = await listLife(database, merchant.id, asked.transaction_id);
		return context.json({ transactions: transactions.map(recordOf) }, 200);
	});
}
