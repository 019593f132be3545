import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Database } from "../db/database.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { merchantErrors, type ServiceGuard } from "../http/service-guard.ts";
import { isLookupId, parseNumericId } from "../ids.ts";
import { notFound } from "../problem.ts";
import { recordOf, type Transaction, transactionRecordSchema } from "./transaction-record.ts";
import { findTransaction } from "./transactions.store.ts";

export function transactionRoute(app: OpenAPIHono<GatewayEnv>, database: Database, guard: ServiceGuard): void {
	const route = createRoute({
		method: "get",
		path: "/transaction-service/transaction/{transaction_id}",
		tags: ["Transactions"],
		summary: "Read a transaction",
		security: [{ bearer: [] }],
		middleware: guard.withoutBody("transaction"),
		request: {
			params: z.object({
				transaction_id: z.string().openapi({ description: "Its numeric id or its transaction_id", example: "100001" }),
			}),
		},
		responses: {
			200: { description: "The transaction", content: { "application/json": { schema: transactionRecordSchema } } },
			...merchantErrors(401, 403, 404),
		},
	});
	app.openapi(route, async (context) => {
		const { transaction_id: id } = context.req.valid("param");
		return context.json(recordOf(await getTransaction(database, context.var.access.merchant.id, id)), 200);
	});
}

/** @throws Problem 404 for an id that does not exist, is malformed, or is another merchant's: all the same to see */
async function getTransaction(database: Database, merchantId: number, id: string): Promise<Transaction> {
	const numericId = parseNumericId(id);
	const reference = numericId !== undefined ? { id: numericId } : isLookupId(id) ? { transactionId: id } : undefined;
	const transaction = reference && (await findTransaction(database, merchantId, reference));
	if (transaction === undefined) throw notFound("transaction");
	return transaction;
}
