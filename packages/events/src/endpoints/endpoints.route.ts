import type { Access, Admission } from "@cardseal/merchants";
import { boundedList, lineOfText } from "@cardseal/platform";
import { callerOf, jsonAnswer, merchantErrors, requestBody } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { eventTypes } from "../event-types.ts";
import { endpointParams, endpointRecordOf, endpointSchema, maskedRecordOf, scopeOf } from "./endpoint-record.ts";
import { type Endpoint, listEndpoints } from "./endpoints.store.ts";
import {
	changeEndpoint,
	createEndpoint,
	deleteEndpoint,
	type Endpoints,
	getEndpoint,
	rotateSecret,
} from "./endpoints.ts";

const endpointPath = "/event-service/endpoint";
const tags = ["Webhooks"];

export interface EndpointRouteOptions extends Endpoints {
	admission: Admission;
}

export function endpointRoutes(app: OpenAPIHono<GatewayEnv>, options: EndpointRouteOptions): void {
	createRouteOf(app, options);
	listRouteOf(app, options);
	readRouteOf(app, options);
	changeRouteOf(app, options);
	deleteRouteOf(app, options);
	rotateRouteOf(app, options);
}

const urlField = z.string("Send a URL in quotes.").trim().openapi({
	description:
		"https, to a server with a public address, without user name and password. The sandbox also takes http to its own machine",
	example: "https://shop.example.com/webhooks",
});

const typeAdvice = `Send a list of types: ${eventTypes.join(", ")}. Leave it out for all types.`;

const typesField = boundedList(z.enum(eventTypes, typeAdvice), {
	minimum: 1,
	maximum: eventTypes.length,
	advice: typeAdvice,
})
	.transform((chosen) => eventTypes.filter((type) => chosen.includes(type)))
	.openapi({ description: "The types of events that it gets", example: ["transaction.approved", "eft.returned"] });

const descriptionField = lineOfText.openapi({ description: "Your own note" });

const newEndpointSchema = z
	.object({
		url: urlField,
		types: typesField
			.nullish()
			.openapi({ description: "The types of events that it gets; left out or null: all types" }),
		description: descriptionField.nullish(),
	})
	.openapi("NewEndpoint");

const changeSchema = z
	.object({
		url: urlField.nullish(),
		types: typesField.nullable().optional().openapi({ description: "null: all types" }),
		description: descriptionField.nullable().optional(),
		status: z.enum(["ENABLED", "DISABLED"], "Send ENABLED or DISABLED.").nullish(),
	})
	.openapi("EndpointChange");

const withSecretSchema = endpointSchema
	.extend({
		secret: z.string().openapi({
			description: "Signs the events. Shown only this once",
			example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
		}),
	})
	.openapi("EndpointWithSecret");

const listSchema = z
	.object({ endpoints: z.array(endpointSchema).openapi({ description: "All of them, the oldest first" }) })
	.openapi("EndpointList");

const one = jsonAnswer("The endpoint", endpointSchema);
const oneWithSecret = jsonAnswer("The endpoint with its secret", withSecretSchema);

function withSecret({ endpoint, secret }: { endpoint: Endpoint; secret: string }) {
	return { ...endpointRecordOf(endpoint), secret };
}

/** Tokens that only read get no secret URL. */
function recordFor({ scopes }: Pick<Access, "scopes">): typeof endpointRecordOf {
	return scopes.includes("event") ? endpointRecordOf : maskedRecordOf;
}

function createRouteOf(app: OpenAPIHono<GatewayEnv>, options: EndpointRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "createEndpoint",
		path: endpointPath,
		tags,
		summary: "Create an endpoint",
		description:
			"Events from then on are sent to the URL, until the credential or grant that made the endpoint is revoked. Only this " +
			"response has the secret. Every owner gets an email. At most 20 endpoints, 5 of them a partner's; those of former partners do not count.",
		...options.admission.withBody("event", "credentials.write", "always"),
		request: { body: requestBody(newEndpointSchema) },
		responses: { 200: oneWithSecret, ...merchantErrors(400, 401, 403, 409, 413, 415) },
	});
	app.openapi(route, async (context) => {
		const { url, types = null, description } = context.req.valid("json");
		const created = await createEndpoint(
			options,
			scopeOf(context.get("access")),
			{ url, types, description: description || null },
			callerOf(context),
		);
		return context.json(withSecret(created), 200);
	});
}

function listRouteOf(app: OpenAPIHono<GatewayEnv>, { database, admission }: EndpointRouteOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "listEndpoints",
		path: endpointPath,
		tags,
		summary: "List your endpoints",
		description: "The oldest first, without their secrets. A partner gets those that its grant made.",
		...admission.withoutBody("event", "settings.read"),
		responses: { 200: jsonAnswer("The endpoints", listSchema), ...merchantErrors(401, 403) },
	});
	app.openapi(route, async (context) => {
		const endpoints = await listEndpoints(database, scopeOf(context.get("access")));
		return context.json({ endpoints: endpoints.map(recordFor(context.get("access"))) }, 200);
	});
}

function readRouteOf(app: OpenAPIHono<GatewayEnv>, { database, admission }: EndpointRouteOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "getEndpoint",
		path: `${endpointPath}/{endpoint_id}`,
		tags,
		summary: "Read an endpoint",
		...admission.withoutBody("event", "settings.read"),
		request: { params: endpointParams },
		responses: { 200: one, ...merchantErrors(401, 403, 404) },
	});
	app.openapi(route, async (context) => {
		const { endpoint_id: lookupId } = context.req.valid("param");
		const endpoint = await getEndpoint(database, { ...scopeOf(context.get("access")), lookupId });
		return context.json(recordFor(context.get("access"))(endpoint), 200);
	});
}

function changeRouteOf(app: OpenAPIHono<GatewayEnv>, options: EndpointRouteOptions): void {
	const route = createRoute({
		method: "patch",
		operationId: "changeEndpoint",
		path: `${endpointPath}/{endpoint_id}`,
		tags,
		summary: "Change, disable or enable an endpoint",
		description:
			"A disabled endpoint gets nothing, and what waits for it is dropped; list the events to read what it missed. " +
			"Enabled again within moments, it may get some of the events in between. " +
			"Every owner gets an email about another URL.",
		...options.admission.withBody("event", "credentials.write", "always"),
		request: { params: endpointParams, body: requestBody(changeSchema) },
		responses: { 200: one, ...merchantErrors(400, 401, 403, 404, 409, 413, 415) },
	});
	app.openapi(route, async (context) => {
		const { endpoint_id: lookupId } = context.req.valid("param");
		const { url, status, types, description } = context.req.valid("json");
		const id = { ...scopeOf(context.get("access")), lookupId };
		const changes = {
			url: url || undefined,
			status: status ?? undefined,
			types,
			description: description === "" ? null : description,
		};
		return context.json(endpointRecordOf(await changeEndpoint(options, id, changes, callerOf(context))), 200);
	});
}

function deleteRouteOf(app: OpenAPIHono<GatewayEnv>, options: EndpointRouteOptions): void {
	const route = createRoute({
		method: "delete",
		operationId: "deleteEndpoint",
		path: `${endpointPath}/{endpoint_id}`,
		tags,
		summary: "Delete an endpoint",
		description: "Nothing more is sent to it.",
		...options.admission.withoutBody("event", "credentials.write"),
		request: { params: endpointParams },
		responses: { 204: { description: "Deleted" }, ...merchantErrors(401, 403, 404) },
	});
	app.openapi(route, async (context) => {
		const { endpoint_id: lookupId } = context.req.valid("param");
		await deleteEndpoint(options, { ...scopeOf(context.get("access")), lookupId }, callerOf(context));
		return context.body(null, 204);
	});
}

function rotateRouteOf(app: OpenAPIHono<GatewayEnv>, options: EndpointRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "rotateEndpointSecret",
		path: `${endpointPath}/{endpoint_id}/rotate-secret`,
		tags,
		summary: "Replace an endpoint's secret",
		description:
			"Only this response has the new one. The former one signs too for 24 hours. Every owner gets an email.",
		...options.admission.withoutBody("event", "credentials.write", "always"),
		request: { params: endpointParams },
		responses: { 200: oneWithSecret, ...merchantErrors(401, 403, 404, 409) },
	});
	app.openapi(route, async (context) => {
		const { endpoint_id: lookupId } = context.req.valid("param");
		const id = { ...scopeOf(context.get("access")), lookupId };
		return context.json(withSecret(await rotateSecret(options, id, callerOf(context))), 200);
	});
}
