import type { StaffAdmission } from "@cardseal/merchants";
import { retryAdviceOf, retryAdviceSchema, transactionStatuses } from "@cardseal/payments";
import { dollars, getFound, pickFields } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { listQuery, merchantErrors, pageQueryFields, pagingSchema, readPage } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { declineCodes, type Vault } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { findSubscriptionRow } from "../subscriptions.store.ts";
import { listAttempts } from "./attempt-list.store.ts";

const time = z.int().openapi({ description: "UNIX time in milliseconds" });

const attemptSchema = z
	.object({
		period: z.int().openapi({ description: "The period, counted from 0" }),
		attempt: z.int().openapi({ description: "The attempt, counted from 1 within the period" }),
		attempted_at: time,
		transaction_id: z.string(),
		transaction_result: z.enum(transactionStatuses),
		transaction_message: z.string().nullable(),
		decline_code: z.enum(declineCodes).nullable(),
		retry: retryAdviceSchema.nullable(),
		amount: z.number(),
		currency: z.string(),
		card_type: z.string(),
		card_suffix: z.string(),
	})
	.openapi("SubscriptionAttempt");

const answerSchema = z
	.object({ entities: z.array(attemptSchema), paging: pagingSchema })
	.openapi("SubscriptionAttemptList");

export interface AttemptListRouteOptions {
	database: Database;
	vault: Vault;
	admission: StaffAdmission;
}

export function attemptListRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, vault, admission }: AttemptListRouteOptions,
): void {
	const route = createRoute({
		method: "get",
		operationId: "listSubscriptionAttempts",
		path: "/subscriptions/{subscription_lookup_id}/attempts",
		tags: ["Subscriptions"],
		summary: "List the attempts to charge a subscription",
		description: "Newest first.",
		...admission.withoutBody("customers.read"),
		request: { params: z.object({ subscription_lookup_id: z.string() }), query: listQuery(pageQueryFields) },
		responses: {
			200: { description: "A page of attempts", content: { "application/json": { schema: answerSchema } } },
			...merchantErrors(400, 401, 403, 404),
		},
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const { subscription_lookup_id: lookupId } = context.req.valid("param");
		const find = () => findSubscriptionRow(database, merchant.id, lookupId);
		const subscription = await getFound("subscription", lookupId, find);
		const binding = { merchantId: merchant.id, list: `attempts of ${subscription}` };
		const { rows, paging } = await readPage(vault, binding, context.req.valid("query"), (page) =>
			listAttempts(database, subscription, page),
		);
		const entities = rows.map((row) =>
			pickFields(attemptSchema, {
				...row,
				transaction_result: row.status,
				transaction_message: row.message,
				retry: retryAdviceOf(row),
				amount: dollars(row.amount_cents),
			}),
		);
		return context.json({ entities, paging }, 200);
	});
}
