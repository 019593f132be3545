import type { Admission } from "@cardseal/merchants";
import { amountBoundSchema, anyLine } from "@cardseal/platform";
import type { Database, TextMatch } from "@cardseal/platform/db";
import {
	anyCase,
	listQueryWithMetadata,
	merchantErrors,
	metadataIn,
	pageQueryFields,
	pagingSchema,
	readPage,
	textMatchDescriptions,
} from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Vault } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { frequencySchema } from "./frequency.ts";
import { listPlans, type PlanFilters } from "./plan-list.store.ts";
import { planRecordOf, planSchema } from "./plan-record.ts";

const countAdvice = "Send a whole number of subscriptions, 0 or more.";

function countBound(description: string) {
	return z
		.string(countAdvice)
		.regex(/^[0-9]{1,15}$/, countAdvice)
		.transform(Number)
		.optional()
		.openapi({ type: "integer", minimum: 0, description });
}

const querySchema = listQueryWithMetadata({
	...pageQueryFields,
	plan_name: anyLine.optional(),
	min_amount: amountBoundSchema.optional(),
	max_amount: amountBoundSchema.optional(),
	frequency: anyCase(frequencySchema).optional(),
	min_number_of_total_subscriptions: countBound("Only plans with total_subscriptions up to this number"),
	max_number_of_total_subscriptions: countBound("Only plans with total_subscriptions of at least this number"),
	min_number_of_current_subscriptions: countBound("Only plans with current_subscriptions up to this number"),
	max_number_of_current_subscriptions: countBound("Only plans with current_subscriptions of at least this number"),
});

const answerSchema = z
	.object({
		plans: z.array(planSchema),
		entities: z.array(planSchema).openapi({ description: "The same plans, under the name of other lists" }),
		paging: pagingSchema,
	})
	.openapi("PlanList");

export interface PlanListOptions {
	database: Database;
	vault: Vault;
	admission: Admission;
	textMatch: TextMatch;
}

export function planListRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, vault, admission, textMatch }: PlanListOptions,
): void {
	const route = createRoute({
		method: "get",
		operationId: "listPlans",
		path: "/plan-service/plan",
		tags: ["Plans"],
		summary: "List plans",
		description: `Newest first, without deleted plans. ${textMatchDescriptions[textMatch]} Note the meaning of the counts:
min_… is the upper bound and max_… the lower bound.`,
		...admission.withoutBody("plan", "plans.read"),
		request: { query: querySchema },
		responses: {
			200: { description: "A page of the list", content: { "application/json": { schema: answerSchema } } },
			...merchantErrors(400, 401, 403),
		},
	});
	app.openapi(route, async (context) => {
		const { id: merchantId } = context.get("access").merchant;
		const query = context.req.valid("query");
		const filters = { ...filtersOf(merchantId, query), textMatch };
		const binding = { merchantId, list: `plans ${JSON.stringify(filters)}` };
		const { rows, paging } = await readPage(vault, binding, query, (page) => listPlans(database, filters, page));
		const plans = rows.map(planRecordOf);
		return context.json({ plans, entities: plans, paging }, 200);
	});
}

/** On the wire the bounds of counts are swapped: min_… is the upper bound, max_… the lower one (rule S-19). */
function filtersOf(merchantId: number, query: z.infer<typeof querySchema>): PlanFilters {
	return {
		merchantId,
		name: query.plan_name,
		metadata: metadataIn(query),
		frequency: query.frequency,
		minimumCents: query.min_amount,
		maximumCents: query.max_amount,
		totalAtMost: query.min_number_of_total_subscriptions,
		totalAtLeast: query.max_number_of_total_subscriptions,
		currentAtMost: query.min_number_of_current_subscriptions,
		currentAtLeast: query.max_number_of_current_subscriptions,
	};
}
