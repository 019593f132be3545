import type { StaffAdmission } from "@cardseal/merchants";
import type { Clocks } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { callerOf, merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { transactionParams } from "../transaction/transaction.route.ts";
import { sendReceiptAgain } from "./send-again.ts";

const sentSchema = z
	.object({
		email: z.string().nullable().openapi({ description: "The recipient's address", example: "name@example.com" }),
	})
	.openapi("SentReceipt");

export interface ReceiptRouteOptions {
	database: Database;
	clocks: Clocks;
	admission: StaffAdmission;
}

export function receiptRoute(app: OpenAPIHono<GatewayEnv>, options: ReceiptRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "sendReceipt",
		path: "/transactions/{transaction_id}/receipt",
		tags: ["Transactions"],
		summary: "Send the receipt to the payer again",
		description: "Needs no body. The email counts towards the hourly limits.",
		...options.admission.withoutBody("receipt.send"),
		request: { params: transactionParams },
		responses: {
			200: { description: "The receipt is queued", content: { "application/json": { schema: sentSchema } } },
			...merchantErrors(401, 403, 404, 409),
		},
	});
	app.openapi(route, async (context) => {
		const { transaction_id: id } = context.req.valid("param");
		const email = await sendReceiptAgain(options, context.get("access").merchant, id, callerOf(context));
		return context.json({ email }, 200);
	});
}
