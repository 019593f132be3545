import { type Clocks, fieldProblem, notFound, Problem } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { callerOf, jsonAnswer, merchantErrors, requestBody } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { StaffAdmission } from "../admission.ts";
import { allowOrigin, disallowOrigin, maximumOrigins } from "./allow-origin.ts";
import { listOrigins } from "./origins.store.ts";

const refusals = {
	not_an_origin: () =>
		fieldProblem([
			{
				field: "origin",
				reason: "origin_invalid",
				message:
					"Send the origin in canonical form, such as https://shop.example: without a path and without a wildcard. " +
					"Origins on this machine (http://localhost:port) are only for demo accounts.",
			},
		]),
	too_many: () =>
		new Problem("too_many_origins", `You have ${maximumOrigins} origins. Remove an unused one, then add this one.`),
};

const originAdvice = "Send an origin such as https://shop.example.";
const originField = z.string(originAdvice).max(300, originAdvice).openapi({ example: "https://shop.example" });

const listSchema = z
	.object({ origins: z.array(z.string()).openapi({ example: ["https://shop.example"] }) })
	.openapi("OriginList");

const tags = ["Origins"];

export interface OriginRouteOptions {
	database: Database;
	clocks: Clocks;
	admission: StaffAdmission;
}

export function originRoutes(app: OpenAPIHono<GatewayEnv>, options: OriginRouteOptions): void {
	listRouteOf(app, options);
	addRouteOf(app, options);
	removeRouteOf(app, options);
}

const listAnswer = jsonAnswer("The origins", listSchema);

function listRouteOf(app: OpenAPIHono<GatewayEnv>, { database, admission }: OriginRouteOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "listOrigins",
		path: "/origins",
		tags,
		summary: "List the origins that may embed your card form",
		...admission.withoutBody("settings.read"),
		responses: { 200: listAnswer, ...merchantErrors(401, 403) },
	});
	app.openapi(route, async (context) =>
		context.json({ origins: await listOrigins(database, context.get("access").merchant.id) }, 200),
	);
}

function addRouteOf(app: OpenAPIHono<GatewayEnv>, { database, clocks, admission }: OriginRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "allowOrigin",
		path: "/origins",
		tags,
		summary: "Allow an origin to embed your card form",
		...admission.withBody("settings.write", "always"),
		request: { body: requestBody(z.object({ origin: originField })) },
		responses: { 200: listAnswer, ...merchantErrors(400, 401, 403, 409, 413, 415) },
	});
	app.openapi(route, async (context) => {
		const { origin } = context.req.valid("json");
		const { merchant } = context.get("access");
		const change = { origin, caller: callerOf(context) };
		const problem = await database
			.transaction()
			.execute((transaction) => allowOrigin(transaction, clocks, merchant, change));
		if (problem !== undefined) throw refusals[problem]();
		return context.json({ origins: await listOrigins(database, merchant.id) }, 200);
	});
}

function removeRouteOf(app: OpenAPIHono<GatewayEnv>, { database, clocks, admission }: OriginRouteOptions): void {
	const route = createRoute({
		method: "delete",
		operationId: "removeOrigin",
		path: "/origins",
		tags,
		summary: "Stop allowing an origin to embed your card form",
		...admission.withoutBody("settings.write"),
		request: { query: z.object({ origin: originField }) },
		responses: { 200: listAnswer, ...merchantErrors(400, 401, 403, 404) },
	});
	app.openapi(route, async (context) => {
		const { origin } = context.req.valid("query");
		const merchantId = context.get("access").merchant.id;
		const change = { merchantId, origin, caller: callerOf(context) };
		const wasAllowed = await database
			.transaction()
			.execute((transaction) => disallowOrigin(transaction, clocks, change));
		if (!wasAllowed) throw notFound("origin");
		return context.json({ origins: await listOrigins(database, merchantId) }, 200);
	});
}
