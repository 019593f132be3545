import { type ApiDescription, describeApi } from "../../apps/gateway/src/web/docs/describe-api.ts";
import { bareAppUrl, createBareApp } from "../fixtures/bare-app.ts";
import { writeTypes } from "./typescript.ts";

/** The services that a merchant's server calls; other paths are for browsers, people and the token endpoint. */
const services = [
	"/customer-service/",
	"/plan-service/",
	"/transaction-service/",
	"/transaction-service-vt/",
	"/event-service/",
];

/** The root of the web application's own API; the dashboard names paths below it. */
const dashboardRoot = "/app/api";

const head = "// Generated from the gateway's routes by `npm run api-types`. Not committed: changes here are lost.\n\n";

/** Returns the paths that `@cardseal/client` offers, each with its operations. */
export function clientPaths(): NonNullable<ApiDescription["paths"]> {
	const described = Object.entries(publicDocument().paths ?? {});
	return Object.fromEntries(described.filter(([path]) => services.some((root) => path.startsWith(root))));
}

/** Returns the TypeScript of the paths and bodies that `@cardseal/client` offers. */
export function clientTypes(): string {
	const { paths, schemas } = asJson({ paths: clientPaths(), schemas: publicDocument().components?.schemas ?? {} });
	return head + writeTypes({ paths, components: { schemas: referredSchemas(paths, schemas) } });
}

/** Returns the TypeScript of the paths and bodies that the dashboard calls, with paths below `/app/api`, and the event types. */
export async function dashboardTypes(): Promise<string> {
	const response = await createBareApp().request(`${dashboardRoot}/openapi.json`);
	const { paths, components } = (await response.json()) as Pick<ApiDescription, "paths" | "components">;
	const ownPaths = Object.entries(paths ?? {})
		.filter(([path]) => path !== `${dashboardRoot}/openapi.json`)
		.map(([path, item]) => [path.slice(dashboardRoot.length), item]);
	const { Delivery } = { ...components?.schemas } as { Delivery: { properties: { type: { enum: string[] } } } };
	const eventTypes = `\nexport const eventTypes = ${JSON.stringify(Delivery.properties.type.enum)} as const;\n`;
	return head + writeTypes({ paths: Object.fromEntries(ownPaths), components }) + eventTypes;
}

/** Returns the schemas that `origin` refers to, directly or through others. */
function referredSchemas(origin: unknown, schemas: Record<string, unknown>): Record<string, unknown> {
	const found = new Map<string, unknown>();
	const visit = (described: unknown): void => {
		for (const [, name = ""] of JSON.stringify(described).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
			if (found.has(name)) continue;
			found.set(name, schemas[name]);
			visit(schemas[name]);
		}
	};
	visit(origin);
	return Object.fromEntries(found);
}

function publicDocument(): ApiDescription {
	return describeApi(createBareApp(), bareAppUrl);
}

/** Copies through text, so that members that are `undefined` are absent. */
function asJson<Value>(value: Value): Value {
	return JSON.parse(JSON.stringify(value));
}
