import type { FollowUpOperation } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Admission } from "../http/admission.ts";
import { callerOf } from "../http/caller.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { describeKeyedRoute, idempotencyOf } from "../http/idempotency-header.ts";
import { amountSchema } from "../money.ts";
import { followUp } from "./follow-up.ts";
import { answerMoney, moneyResponses } from "./money.route.ts";
import type { Payments } from "./payments.ts";
import { transactionParams } from "./transaction.route.ts";

const bodySchema = z.object({ amount: amountSchema }).openapi("AmountRequest");

const withAmount: { operation: FollowUpOperation; summary: string; description: string }[] = [
	{
		operation: "capture",
		summary: "Capture an authorization",
		description:
			"Once, with at most the amount that was authorized; the rest of the hold is released. The answer is the capture, " +
			"a transaction of its own, which is what refunds are made of.",
	},
	{
		operation: "refund",
		summary: "Refund a sale or a capture",
		description: "In parts, together at most its amount. In this answer, the id is a string.",
	},
];

/** POST /capture, /refund and /void: what follows a charge. */
export function followUpRoutes(app: OpenAPIHono<GatewayEnv>, payments: Payments, admission: Admission): void {
	for (const { operation, ...words } of withAmount) {
		const path = `/transaction-service/${operation}/{transaction_id}`;
		const route = createRoute({
			...describe(path, words),
			...admission.withBody("transaction", operation),
			request: {
				params: transactionParams,
				body: { required: true, content: { "application/json": { schema: bodySchema } } },
			},
		});
		describeKeyedRoute(app, route);
		app.openapi({ ...route, hide: true }, async (context) => {
			const result = await followUp(payments, {
				operation,
				initiator: context.get("access"),
				transactionId: context.req.valid("param").transaction_id,
				amountCents: context.req.valid("json").amount,
				idempotency: idempotencyOf(context, path),
				caller: callerOf(context),
			});
			return answerMoney(context, result);
		});
	}
	voidRoute(app, payments, admission);
}

function voidRoute(app: OpenAPIHono<GatewayEnv>, payments: Payments, admission: Admission): void {
	const path = "/transaction-service/void/{transaction_id}";
	const route = createRoute({
		...describe(path, {
			summary: "Void a transaction",
			description:
				"Releases an authorization that was not captured, or a sale or capture before the merchant's day ends. No body " +
				"is needed. The answer is the void, a transaction of its own.",
		}),
		...admission.withoutBody("transaction", "void"),
		request: { params: transactionParams },
	});
	describeKeyedRoute(app, route);
	app.openapi({ ...route, hide: true }, async (context) => {
		const result = await followUp(payments, {
			operation: "void",
			initiator: context.get("access"),
			transactionId: context.req.valid("param").transaction_id,
			amountCents: undefined,
			idempotency: idempotencyOf(context, path),
			caller: callerOf(context),
		});
		return answerMoney(context, result);
	});
}

function describe(path: string, words: { summary: string; description: string }) {
	return {
		method: "post" as const,
		path,
		tags: ["Transactions"],
		...words,
		responses: moneyResponses("Done"),
	};
}
