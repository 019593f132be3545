import openapiTypescript, { astToString } from "openapi-typescript";
import { type ApiDescription, describeApi } from "../../apps/gateway/src/docs/describe-api.ts";
import { bareAppUrl, createBareApp } from "../support/bare-app.ts";

/** Where the client keeps what it knows of the API, from the root of the repository. */
export const clientTypesFile = "packages/client/src/api.ts";

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
	const { schemas } = components ?? {};
	const described = JSON.stringify({ openapi, info, paths: servicePaths(), components: { schemas } });
	return head + astToString(await openapiTypescript(described, { defaultNonNullable: false }));
}

function document(): ApiDescription {
	return describeApi(createBareApp(), bareAppUrl);
}
