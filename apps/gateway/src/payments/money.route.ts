import type { OpenAPIHono, RouteConfig } from "@hono/zod-openapi";
import type { Context } from "hono";
import { merchantErrors } from "../http/admission.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { idempotencyKeyHeader, parseIdempotencyKey } from "../http/idempotency.ts";
import type { IdempotencyKey } from "./idempotency.ts";
import { failedPaymentSchema, type PaymentAnswer } from "./payment-answer.ts";
import { transactionRecordSchema } from "./transaction-record.ts";

/** The answers of every route that moves money. */
export function moneyResponses(approved: string) {
	return {
		200: { description: approved, content: { "application/json": { schema: transactionRecordSchema } } },
		402: {
			description: "Declined, or the outcome is not known yet",
			content: { "application/json": { schema: failedPaymentSchema } },
		},
		...merchantErrors(400, 401, 403, 404, 409, 413, 415, 422),
	};
}

/**
 * Describes a route with its Idempotency-Key header. The header is described here and read by
 * `idempotencyOf`: a schema for it on the route itself would copy every header there is.
 */
export function describeKeyedRoute(app: OpenAPIHono<GatewayEnv>, route: RouteConfig): void {
	const { middleware: _guards, ...description } = route;
	app.openAPIRegistry.registerPath({ ...description, request: { ...route.request, headers: idempotencyKeyHeader } });
}

/** The request's Idempotency-Key, if it has one. `route` is the path with its parameters' names. */
export function idempotencyOf(context: Context<GatewayEnv>, route: string): IdempotencyKey | undefined {
	const key = parseIdempotencyKey(context.req.header("Idempotency-Key"));
	return key === undefined ? undefined : { route, key };
}

/** Says when an answer is one that the key got before. */
export function tellReplay(context: Context<GatewayEnv>, replayed: boolean): void {
	if (replayed) context.header("Idempotency-Replayed", "true");
}

/** Sends what came of it. */
export function answerMoney(
	context: Context<GatewayEnv>,
	{ answer, replayed }: { answer: PaymentAnswer; replayed: boolean },
) {
	tellReplay(context, replayed);
	if (answer.status === 200) return context.json(answer.body, 200);
	return context.json({ ...answer.body, request_id: context.var.requestId }, 402);
}
