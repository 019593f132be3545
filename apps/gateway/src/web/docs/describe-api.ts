import { sessionCookie } from "@cardseal/identity/gateway";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { describeFields } from "./describe-fields.ts";

export type ApiDescription = ReturnType<OpenAPIHono<GatewayEnv>["getOpenAPI31Document"]>;

type SecurityScheme = Parameters<OpenAPIHono<GatewayEnv>["openAPIRegistry"]["registerComponent"]>[2];

interface Description {
	title: string;
	introduction: string;
	securitySchemes: Record<string, SecurityScheme>;
}

const sessionScheme: SecurityScheme = {
	type: "apiKey",
	in: "cookie",
	name: sessionCookie,
	description: "The session of a staff member who signed in at /app/sign-in",
};

const publicApi: Description = {
	title: "Cardseal",
	introduction: `Charge cards from your server. Get a bearer token with your client id and secret, then post a sale with the
card token that your page made in the browser. In the sandbox, amounts with odd whole dollars are approved and even ones
are declined.`,
	securitySchemes: {
		bearer: {
			type: "http",
			scheme: "bearer",
			bearerFormat: "JWT",
			description: "An access token from POST /oauth/token, with the scopes of the operation or their services in full",
		},
		basic: { type: "http", scheme: "basic", description: "Client id and client secret" },
		session: sessionScheme,
	},
};

const webApi: Description = {
	title: "Cardseal web application",
	introduction: `The API of the merchant's web application, for signed-in staff. It may change with every release: for your own
server, use the public API. Every request except GET and HEAD carries the session's CSRF token in the header X-CSRF-Token. A live merchant and its demo twin have one staff: the paths
exist below /app/live/api and /app/demo/api as well, for the merchant of that mode.`,
	securitySchemes: { session: sessionScheme },
};

/** The schemas also validate requests. */
export const describeApi = describing(publicApi);

export const describeWebApi = describing(webApi);

/** An application is described once. */
function describing({ title, introduction, securitySchemes }: Description) {
	return (app: OpenAPIHono<GatewayEnv>, publicUrl: string): ApiDescription => {
		for (const [name, scheme] of Object.entries(securitySchemes)) {
			app.openAPIRegistry.registerComponent("securitySchemes", name, scheme);
		}
		const document = app.getOpenAPI31Document({
			openapi: "3.1.0",
			info: { title, version: "0.1.0", description: introduction },
			servers: [{ url: publicUrl }],
		});
		narrowReadingScopes(document);
		return describeFields(document);
	};
}

/** For requests that only read, `:read` is enough. */
function narrowReadingScopes({ paths = {} }: ApiDescription): void {
	for (const { get } of Object.values(paths)) {
		if (get?.security === undefined) continue;
		get.security = get.security.map(({ bearer, ...others }) =>
			bearer === undefined ? others : { ...others, bearer: bearer.map((service) => `${service}:read`) },
		);
	}
}
