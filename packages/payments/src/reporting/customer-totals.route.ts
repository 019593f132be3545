import { findCustomer } from "@cardseal/customers";
import type { StaffAdmission } from "@cardseal/merchants";
import { dollars, isLookupId, notFound } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { sumCustomerPayments } from "./customer-totals.store.ts";

const totalsSchema = z
	.object({
		currencies: z.array(
			z
				.object({
					currency: z.string().openapi({ example: "CAD" }),
					paid_count: z.int().openapi({ description: "Approved sales and captures that were not voided" }),
					paid_amount: z.number(),
					refunded_amount: z.number(),
				})
				.openapi("CustomerTotal"),
		),
	})
	.openapi("CustomerTotals");

export function customerTotalsRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, admission }: { database: Database; admission: StaffAdmission },
): void {
	const route = createRoute({
		method: "get",
		operationId: "getCustomerTotals",
		path: "/customers/{customer_lookup_id}/totals",
		tags: ["Transactions"],
		summary: "Sum a customer's payments",
		description: "The payments with the customer's stored cards, by currency.",
		...admission.withoutBody("transactions.read"),
		request: { params: z.object({ customer_lookup_id: z.string() }) },
		responses: {
			200: { description: "The sums", content: { "application/json": { schema: totalsSchema } } },
			...merchantErrors(401, 403, 404),
		},
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const { customer_lookup_id: lookupId } = context.req.valid("param");
		const customer = isLookupId(lookupId) ? await findCustomer(database, merchant.id, lookupId) : undefined;
		if (customer === undefined) throw notFound("customer");
		const totals = await sumCustomerPayments(database, merchant.id, lookupId);
		const currencies = totals.map(({ currency, paid_count, paid_cents, refunded_cents }) => ({
			currency,
			paid_count,
			paid_amount: dollars(paid_cents),
			refunded_amount: dollars(refunded_cents),
		}));
		return context.json({ currencies }, 200);
	});
}
