import type { Operation } from "@cardseal/vault";
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { idempotencyKeyHeader, parseIdempotencyKey } from "../http/idempotency.ts";
import { merchantErrors, type ServiceGuard } from "../http/service-guard.ts";
import { charge, type Payments } from "./charge.ts";
import { failedChargeSchema } from "./charge-answer.ts";
import { chargeRequestSchema } from "./charge-request.ts";
import { transactionRecordSchema } from "./transaction-record.ts";

const endpoints: { operation: Operation; path: string; summary: string }[] = [
	{ operation: "sale", path: "/transaction-service/sale", summary: "Charge a card" },
	{ operation: "authorization", path: "/transaction-service/authorize", summary: "Hold an amount on a card" },
];

/** POST /sale and POST /authorize: the same way with one flag. */
export function chargeRoutes(app: OpenAPIHono<GatewayEnv>, payments: Payments, guard: ServiceGuard): void {
	for (const { operation, path, summary } of endpoints) {
		const route = createRoute({
			method: "post",
			path,
			tags: ["Transactions"],
			summary,
			security: [{ bearer: [] }],
			middleware: guard.withBody("transaction"),
			request: {
				body: { required: true, content: { "application/json": { schema: chargeRequestSchema } } },
			},
			responses: {
				200: { description: "Approved", content: { "application/json": { schema: transactionRecordSchema } } },
				402: {
					description: "Declined, or the outcome is not known yet",
					content: { "application/json": { schema: failedChargeSchema } },
				},
				...merchantErrors(400, 401, 403, 409, 413, 415, 422),
			},
		});
		// The header is described here and read by `parseIdempotencyKey`: a schema for it would copy every header there is.
		const { middleware: _guards, ...description } = route;
		const request = { ...route.request, headers: idempotencyKeyHeader };
		app.openAPIRegistry.registerPath({ ...description, request });
		app.openapi({ ...route, hide: true }, async (context) => {
			const key = parseIdempotencyKey(context.req.header("Idempotency-Key"));
			const { answer, replayed } = await charge(payments, {
				operation,
				charger: context.var.access,
				request: context.req.valid("json"),
				idempotency: key === undefined ? undefined : { route: path, key },
			});
			if (replayed) context.header("Idempotency-Replayed", "true");
			if (answer.status === 200) return context.json(answer.body, 200);
			return context.json({ ...answer.body, request_id: context.var.requestId }, 402);
		});
	}
}
