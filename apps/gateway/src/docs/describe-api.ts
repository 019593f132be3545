import type { OpenAPIHono } from "@hono/zod-openapi";
import type { GatewayEnv } from "../http/gateway-env.ts";

export type ApiDescription = ReturnType<OpenAPIHono<GatewayEnv>["getOpenAPI31Document"]>;

const introduction = `Charge cards from your server. Get a bearer token with your client id and secret, then post a sale with the
card token that your page made in the browser. In the sandbox, amounts with odd whole dollars are approved and even ones
are declined.`;

const descriptions = new WeakMap<object, ApiDescription>();

/** The OpenAPI 3.1 document of the application: from the schemas that also validate, so that it cannot say otherwise. */
export function describeApi(app: OpenAPIHono<GatewayEnv>, publicUrl: string): ApiDescription {
	let description = descriptions.get(app);
	if (description === undefined) {
		registerSecuritySchemes(app);
		description = app.getOpenAPI31Document({
			openapi: "3.1.0",
			info: { title: "Cardseal", version: "0.1.0", description: introduction },
			servers: [{ url: publicUrl }],
		});
		descriptions.set(app, description);
	}
	return description;
}

function registerSecuritySchemes(app: OpenAPIHono<GatewayEnv>): void {
	app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
		type: "http",
		scheme: "bearer",
		bearerFormat: "JWT",
		description: "An access token from POST /oauth/token",
	});
	app.openAPIRegistry.registerComponent("securitySchemes", "basic", {
		type: "http",
		scheme: "basic",
		description: "Client id and client secret",
	});
}
