import type { Admission } from "@cardseal/merchants";
import { anyLine, emailFilter } from "@cardseal/platform";
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
import { type CustomerFilters, listCustomers } from "./customer-list.store.ts";
import { type CustomerRecord, customerSchema } from "./customer-record.ts";
import type { Customer } from "./tables.ts";

const booleanAdvice = "Send true or false.";

export const customerListQuery = listQueryWithMetadata({
	...pageQueryFields,
	email_address: emailFilter.optional(),
	first_name: anyLine.optional(),
	last_name: anyLine.optional(),
	company: anyLine.optional(),
	custom_id: anyLine.optional(),
	with_subscription: anyCase(z.enum(["TRUE", "FALSE"], booleanAdvice))
		.transform((text) => text === "TRUE")
		.optional()
		.openapi({
			type: "boolean",
			description:
				"true: only customers with a subscription that is ACTIVE, RETRY, SUSPENDED or PAUSED; false: only those without",
		}),
});

const answerSchema = z.object({ entities: z.array(customerSchema), paging: pagingSchema }).openapi("CustomerList");

export interface CustomerListOptions {
	database: Database;
	vault: Vault;
	admission: Admission;
	textMatch: TextMatch;
	/** The statuses of the subscriptions that count. */
	subscriptionStatuses: NonNullable<CustomerFilters["withSubscription"]>["statuses"];
	/** Returns records in the given order. */
	recordsOf(customers: Customer[]): Promise<CustomerRecord[]>;
}

export const customerListAnswer = {
	description: "A page of the list",
	content: { "application/json": { schema: answerSchema } },
};

export function customerListDescription(textMatch: TextMatch): string {
	return `Newest first. ${textMatchDescriptions[textMatch]}`;
}

export function customerListRoutes(app: OpenAPIHono<GatewayEnv>, options: CustomerListOptions): void {
	const all = createRoute({
		method: "get",
		operationId: "listCustomers",
		path: "/customer-service/customer",
		tags: ["Customers"],
		summary: "List customers",
		description: customerListDescription(options.textMatch),
		...options.admission.withoutBody("customer", "customers.read"),
		request: { query: customerListQuery },
		responses: { 200: customerListAnswer, ...merchantErrors(400, 401, 403) },
	});
	app.openapi(all, async (context) => {
		const { merchant } = context.get("access");
		return context.json(
			await answerCustomerList(options, { merchantId: merchant.id }, context.req.valid("query")),
			200,
		);
	});
}

export async function answerCustomerList(
	{ database, vault, recordsOf, textMatch, subscriptionStatuses: statuses }: CustomerListOptions,
	scope: Pick<CustomerFilters, "merchantId" | "subscribed">,
	query: z.infer<typeof customerListQuery>,
) {
	const { with_subscription: isWanted } = query;
	const filters: CustomerFilters = {
		...scope,
		textMatch,
		email: query.email_address,
		firstName: query.first_name,
		lastName: query.last_name,
		company: query.company,
		customId: query.custom_id,
		metadata: metadataIn(query),
		withSubscription: isWanted === undefined ? undefined : { isWanted, statuses },
	};
	const binding = { merchantId: scope.merchantId, list: `customers ${JSON.stringify(filters)}` };
	const { rows, paging } = await readPage(vault, binding, query, (page) => listCustomers(database, filters, page));
	return { entities: await recordsOf(rows), paging };
}
