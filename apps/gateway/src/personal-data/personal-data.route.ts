import type { StaffAdmission } from "@cardseal/merchants";
import { callerOf, fileAnswer, merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { type ErasureContext, eraseCustomer } from "./erase-customer.ts";
import { exportCustomer, otherLists } from "./export-customer.ts";

export interface PersonalDataRouteOptions extends ErasureContext {
	admission: StaffAdmission;
}

const params = z.object({ customer_lookup_id: z.string() });

export function personalDataRoutes(webApi: OpenAPIHono<GatewayEnv>, options: PersonalDataRouteOptions): void {
	exportRoute(webApi, options);
	eraseRoute(webApi, options);
}

const record = z.record(z.string(), z.unknown());
const list = (description: string) => z.array(record).openapi({ description });

const exportSchema = z
	.object({
		exported_at: z.int().openapi({ description: "ms since 1970, of business time" }),
		customer: record.openapi({ description: "The customer with all subscriptions" }),
		transactions: list("Card payments, newest first"),
		eft_transactions: list("Payments between bank accounts, newest first"),
		...Object.fromEntries(Object.entries(otherLists).map(([name, { meaning }]) => [name, list(meaning)])),
	})
	.openapi("CustomerExport");

function exportRoute(webApi: OpenAPIHono<GatewayEnv>, { admission, ...customers }: PersonalDataRouteOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "exportCustomer",
		path: "/customers/{customer_lookup_id}/export",
		tags: ["Customers"],
		summary: "Download all that is known of a customer",
		description: "One JSON document: details, masked cards, subscriptions, payments, transfers and agreements.",
		...admission.download("personal_data", "always"),
		request: { params },
		responses: {
			200: { description: "The document", content: { "application/json": { schema: exportSchema } } },
			...merchantErrors(401, 403, 404),
		},
	});
	webApi.openapi(route, async (context) => {
		const { customer_lookup_id: lookupId } = context.req.valid("param");
		const parts = await exportCustomer(customers, context.get("access").merchant, lookupId, callerOf(context));
		const file = { name: `customer-${lookupId}.json`, type: "application/json" };
		return fileAnswer(context, file, parts) as never;
	});
}

function eraseRoute(webApi: OpenAPIHono<GatewayEnv>, { admission, ...context }: PersonalDataRouteOptions): void {
	const route = createRoute({
		method: "delete",
		operationId: "eraseCustomer",
		path: "/customers/{customer_lookup_id}",
		tags: ["Customers"],
		summary: "Erase a customer",
		description:
			"Deletes the cards, and erases details, also in payments, events and stored responses, within minutes. Amounts, dates and " +
			"masked card numbers stay, under the customer's id. Refused while a subscription may charge the customer, or while a payment " +
			"is open. Repeating it changes nothing.",
		...admission.withoutBody("personal_data", "always"),
		request: { params },
		responses: { 204: { description: "The customer is erased" }, ...merchantErrors(401, 403, 404, 409) },
	});
	webApi.openapi(route, async (call) => {
		const { merchant } = call.get("access");
		await eraseCustomer(context, merchant, call.req.valid("param").customer_lookup_id, callerOf(call));
		return call.body(null, 204);
	});
}
