import { createBareApp } from "../fixtures/bare-app.ts";
import { type JsonObject, send } from "../fixtures/client.ts";

/** What the shared refusals have to know of a route, as the OpenAPI document tells it. */
export interface Route {
	method: string;
	/** As the document writes it, with `{names}` in curly brackets. */
	path: string;
	needsToken: boolean;
	/** Whether it is for people who are signed in. */
	needsSession: boolean;
	/** The media type of its body, when it takes one. */
	bodyType: string | undefined;
	pathParameters: string[];
	queryParameters: string[];
}

interface Operation {
	security?: JsonObject[];
	requestBody?: { content: JsonObject };
	parameters?: { name: string; in: string }[];
}

const methods = ["get", "post", "put", "patch", "delete"];

/** The description of what the web application calls; the public one stands at `/openapi.json`. */
export const webApiDocument = "/app/api/openapi.json";

/** Every route in a gateway's own description of itself. */
export async function describedRoutes(url: string, document = "/openapi.json"): Promise<Route[]> {
	const { body } = await send(`${url}${document}`);
	const paths = body.paths as Record<string, Record<string, Operation>>;
	return Object.entries(paths).flatMap(([path, item]) =>
		methods.flatMap((method) => {
			const operation = item[method];
			return operation === undefined ? [] : [routeOf(method, path, operation)];
		}),
	);
}

function routeOf(method: string, path: string, operation: Operation): Route {
	const parameters = operation.parameters ?? [];
	const namesIn = (place: string) => parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
	return {
		method: method.toUpperCase(),
		path,
		needsToken: operation.security?.some((scheme) => "bearer" in scheme) ?? false,
		needsSession: operation.security?.some((scheme) => "session" in scheme) ?? false,
		bodyType: Object.keys(operation.requestBody?.content ?? {})[0],
		pathParameters: namesIn("path"),
		queryParameters: namesIn("query"),
	};
}

/** `GET /a/{id}` of every route that the application answers, read from its router. */
export function registeredRoutes(): string[] {
	const routes = createBareApp()
		.routes.filter(({ method }) => method !== "ALL")
		.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
	return [...new Set(routes)].sort();
}

const scopesByRoot: [root: string, scope: string][] = [
	["/customer-service/", "customer"],
	["/plan-service/", "plan"],
	["/transaction-service/", "transaction"],
	["/transaction-service-vt/eft/", "eft"],
];

/** The scope that a path asks for by the specification: that of its service; `undefined` outside the services. */
export function scopeOf(path: string): string | undefined {
	return scopesByRoot.find(([root]) => path.startsWith(root))?.[1];
}

/** The path with a value in place of each parameter. */
export function fillPath({ path, pathParameters }: Route, valueFor: (name: string) => string): string {
	return pathParameters.reduce((filled, name) => filled.replace(`{${name}}`, valueFor(name)), path);
}
