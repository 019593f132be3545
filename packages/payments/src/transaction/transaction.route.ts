import type { Admission } from "@cardseal/merchants";
import type { Database } from "@cardseal/platform/db";
import { merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Transaction } from "../tables.ts";
import type { NextAction } from "./next-action.ts";
import { recordOf, transactionRecordSchema } from "./transaction-record.ts";
import { getTransaction } from "./transactions.store.ts";

export const transactionParams = z.object({
	transaction_id: z.string().openapi({ description: "Its numeric id or its transaction_id", example: "100001" }),
});

export interface TransactionRouteOptions {
	database: Database;
	admission: Admission;
	findNextAction: (transaction: Transaction) => Promise<NextAction | null>;
}

export function transactionRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, admission, findNextAction }: TransactionRouteOptions,
): void {
	const route = createRoute({
		method: "get",
		operationId: "getTransaction",
		path: "/transaction-service/transaction/{transaction_id}",
		tags: ["Transactions"],
		summary: "Read a transaction",
		...admission.withoutBody("transaction", "transactions.read"),
		request: {
			params: transactionParams,
		},
		responses: {
			200: { description: "The transaction", content: { "application/json": { schema: transactionRecordSchema } } },
			...merchantErrors(401, 403, 404),
		},
	});
	app.openapi(route, async (context) => {
		const { transaction_id: id } = context.req.valid("param");
		const transaction = await getTransaction(database, context.get("access").merchant.id, id);
		const nextAction = await findNextAction(transaction);
		return context.json({ ...recordOf(transaction), ...(nextAction !== null && { next_action: nextAction }) }, 200);
	});
}
