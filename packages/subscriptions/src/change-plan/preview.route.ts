import { dollars, fieldProblem } from "@cardseal/platform";
import { listQuery, merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { PaymentLine } from "../pricing.ts";
import { getSubscription } from "../subscription.route.ts";
import { type SubscriptionRouteOptions, subscriptionParams } from "../subscription-schema.ts";
import { type PaymentPreview, previewChange, previewPayment } from "./preview.ts";

const quantityAdvice = "Send a whole number from 1 to 9999.";

const lineSchema = z
	.object({
		kind: z.enum(["period", "setup_fee", "credit"]).openapi({ description: "`credit` is for unused days" }),
		description: z.string().openapi({ description: "Of a period the plan's name", example: "Coffee of the month" }),
		amount: z.number().openapi({ description: "Dollars; negative for a credit" }),
		quantity: z.int().nullable().openapi({ description: "Of a period at the present price" }),
	})
	.openapi("SubscriptionPreviewLine");

const previewSchema = z
	.object({
		at: z.int().nullable().openapi({ description: "When it is charged, ms since 1970; null without a next payment" }),
		amount: z.number().openapi({ description: "Dollars, the sum of the lines; a negative amount is paid back" }),
		currency: z.string().openapi({ example: "CAD" }),
		lines: z.array(lineSchema).openapi({ description: "The parts of the payment; none without a next payment" }),
	})
	.openapi("SubscriptionPreview");

const changeFields = {
	plan_lookup_id: z
		.string("Send the plan's lookup_id.")
		.optional()
		.openapi({ description: "Previews a change to this plan" }),
	quantity: z
		.string(quantityAdvice)
		.regex(/^[1-9][0-9]{0,3}$/, quantityAdvice)
		.transform(Number)
		.optional()
		.openapi({ type: "integer", description: "With a plan: its new quantity" }),
	when: z
		.enum(["now", "renewal"], "Send now or renewal.")
		.optional()
		.openapi({ description: "With a plan; by default `renewal`" }),
	prorate: z
		.enum(["true", "false"], "Send true or false.")
		.optional()
		.openapi({ type: "boolean", description: "With a plan; by default false" }),
};

const planMissing = () =>
	fieldProblem([
		{
			field: "plan_lookup_id",
			reason: "field_required",
			message: "Send the plan to change to, or no parameter for the next payment.",
		},
	]);

export function previewRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ subscriptions, admission }: SubscriptionRouteOptions,
): void {
	const { database, clocks } = subscriptions;
	const route = createRoute({
		method: "get",
		operationId: "previewSubscriptionPayment",
		path: "/customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}/preview",
		tags: ["Subscriptions"],
		summary: "Preview the next payment of a subscription",
		description:
			"The next payment as it will be charged, or with `plan_lookup_id` the payment of a change of plan, which is refused as the change would be.",
		...admission.withoutBody("customer", "customers.read"),
		request: { params: subscriptionParams, query: listQuery(changeFields) },
		responses: {
			200: { description: "The payment", content: { "application/json": { schema: previewSchema } } },
			...merchantErrors(400, 401, 403, 404, 409),
		},
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const subscription = await getSubscription(subscriptions, merchant, context.req.valid("param"));
		const { plan_lookup_id, quantity, when = "renewal", prorate } = context.req.valid("query");
		if (plan_lookup_id === undefined && Object.keys(context.req.valid("query")).length > 0) throw planMissing();
		const request =
			plan_lookup_id === undefined ? undefined : { plan_lookup_id, quantity, when, prorate: prorate === "true" };
		const preview =
			request === undefined
				? previewPayment(subscription)
				: await previewChange(database, merchant, subscription, { request, now: clocks.business.now() });
		return context.json(previewOf(preview, subscription.currency), 200);
	});
}

function previewOf({ at, name, lines }: PaymentPreview, currency: string): z.infer<typeof previewSchema> {
	return {
		at,
		amount: dollars(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)),
		currency,
		lines: lines.map((line) => ({
			kind: line.kind,
			description: describe(line, name),
			amount: dollars(line.amountCents),
			quantity: line.quantity,
		})),
	};
}

function describe({ kind, quantity }: PaymentLine, name: string): string {
	if (kind === "setup_fee") return "Set-up fee";
	if (kind === "credit") return "Unused days of the former plan";
	return quantity === null || quantity === 1 ? name : `${name} × ${quantity}`;
}
