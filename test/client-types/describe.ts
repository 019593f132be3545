import openapiTypescript, { astToString } from "openapi-typescript";
import { type ApiDescription, describeApi } from "../../apps/gateway/src/web/docs/describe-api.ts";
import { bareAppUrl, createBareApp } from "../fixtures/bare-app.ts";

/** Where the merchant's client keeps what it knows of the API, from the root of the repository. */
export const clientTypesFile = "packages/client/src/api.ts";

/** Where the web application's pages keep what they know of theirs. */
export const pageTypesFile = "apps/dashboard/src/api/schema.ts";

/** What a merchant's server calls; the rest of the document is for browsers, people and the token endpoint. */
const services = ["/customer-service/", "/plan-service/", "/transaction-service/", "/transaction-service-vt/"];

const head = `// Written by \`npm run client-types\` from the gateway's OpenAPI document. Changes made here by hand are lost.\n\n`;

/** The paths of the document that the client offers, each with its operations. */
export function servicePaths(): NonNullable<ApiDescription["paths"]> {
	const described = Object.entries(document().paths ?? {});
	return Object.fromEntries(described.filter(([path]) => services.some((root) => path.startsWith(root))));
}

/** The TypeScript of the services' paths and bodies. */
export async function clientTypes(): Promise<string> {
	const { openapi, info, components } = document();
	const paths = servicePaths();
	const schemas = schemasOf(paths, components?.schemas ?? {});
	return typesOf({ openapi, info, paths, components: { schemas } });
}

/** The TypeScript of all that the web application's pages call. */
export async function pageTypes(): Promise<string> {
	const answer = await createBareApp().request("/app/api/openapi.json");
	return typesOf((await answer.json()) as object);
}

async function typesOf(description: object): Promise<string> {
	return head + astToString(await openapiTypescript(JSON.stringify(description), { defaultNonNullable: false }));
}

/** The schemas that something refers to, by no matter how many steps: a change of the others is none of the client's. */
function schemasOf(origin: unknown, schemas: Readonly<Record<string, unknown>>): Record<string, unknown> {
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

function document(): ApiDescription {
	return describeApi(createBareApp(), bareAppUrl);
}
