import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Clocks } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { merchantErrors } from "../../http/admission.ts";
import { callerOf } from "../../http/caller.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import type { StaffAdmission } from "../../merchants/admission.ts";
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
