import type { Admission } from "@cardseal/merchants";
import { changesOf, locationHeader, merchantErrors, setLocation } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { metadataField } from "@cardseal/platform/metadata";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { type CustomersContext, changeCustomer, createCustomer, getCustomer } from "./customer.ts";
import { customerDetailsFields } from "./customer-details.ts";
import { customerSchema } from "./customer-record.ts";

export interface CustomerRouteOptions extends CustomersContext {
	admission: Admission;
}

export const customerParams = z.object({
	customer_lookup_id: z.string().openapi({ description: "The customer's lookup_id", example: "9fK2mQ7xW1aZ3bC4dE5f" }),
});

export const customerAnswer = {
	description: "The whole customer",
	content: { "application/json": { schema: customerSchema } },
};

const bodyOf = <Schema extends z.ZodType>(schema: Schema) => ({
	required: true,
	content: { "application/json": { schema } },
});

// The rules that join fields require the address, so that one response names all problems.
const customerFields = { ...customerDetailsFields, metadata: metadataField };

const newCustomer = z.object(customerFields).openapi("NewCustomer", { required: ["email"] });
const newCustomerBody = bodyOf(newCustomer);
const changeBody = bodyOf(changesOf(z.object(customerFields).openapi("CustomerChange")));

export function customerRoutes(app: OpenAPIHono<GatewayEnv>, options: CustomerRouteOptions): void {
	createRouteOf(app, options);
	readRouteOf(app, options);
	changeRouteOf(app, options);
}

function createRouteOf(app: OpenAPIHono<GatewayEnv>, { admission, ...customers }: CustomerRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "createCustomer",
		path: "/customer-service/customer",
		tags: ["Customers"],
		summary: "Create a customer",
		description: "The email address is required.",
		...admission.withBody("customer", "customers.write"),
		request: { body: newCustomerBody },
		responses: { 200: { ...customerAnswer, headers: locationHeader }, ...merchantErrors(400, 401, 403, 413, 415) },
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const customer = await createCustomer(customers, merchant, context.req.valid("json"));
		setLocation(context, `/customer-service/customer/${customer.lookup_id}`);
		return context.json(await customers.recordOf(customer), 200);
	});
}

function readRouteOf(app: OpenAPIHono<GatewayEnv>, { database, admission, recordOf }: CustomerRouteOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "getCustomer",
		path: "/customer-service/customer/{customer_lookup_id}",
		tags: ["Customers"],
		summary: "Read a customer",
		...admission.withoutBody("customer", "customers.read"),
		request: { params: customerParams },
		responses: { 200: customerAnswer, ...merchantErrors(401, 403, 404) },
	});
	app.openapi(route, async (context) => {
		const { customer_lookup_id: lookupId } = context.req.valid("param");
		const customer = await getCustomer(database, context.get("access").merchant, lookupId);
		return context.json(await recordOf(customer), 200);
	});
}

function changeRouteOf(app: OpenAPIHono<GatewayEnv>, { admission, ...customers }: CustomerRouteOptions): void {
	const route = createRoute({
		method: "put",
		operationId: "changeCustomer",
		path: "/customer-service/customer/{customer_lookup_id}",
		tags: ["Customers"],
		summary: "Change a customer",
		description: "Changes the given fields; null and empty text clear a field, except `email`, which then stays.",
		...admission.withBody("customer", "customers.write"),
		request: { params: customerParams, body: changeBody },
		responses: { 200: customerAnswer, ...merchantErrors(400, 401, 403, 404, 413, 415) },
	});
	app.openapi(route, async (context) => {
		const { customer_lookup_id: lookupId } = context.req.valid("param");
		const { merchant } = context.get("access");
		const customer = await changeCustomer(customers, merchant, lookupId, context.req.valid("json"));
		return context.json(await customers.recordOf(customer), 200);
	});
}
