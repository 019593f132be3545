import { createRoute, type OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { GatewayEnv } from "../http/gateway-env.ts";

const pageContent = { "text/html": { schema: z.string() } };

export const page = {
	shown: { description: "The page", content: pageContent },
	redirected: { description: "To the next page", headers: { Location: { schema: { type: "string" as const } } } },
	refused: { description: "The page again, with the error", content: pageContent },
	signedOut: { description: "The session has ended", content: pageContent },
	fromElsewhere: {
		description: "The form came from another site, or its page was open for too long",
		content: pageContent,
	},
	tooMany: { description: "Too many wrong attempts from one network", content: pageContent },
};

export const tags = ["Web application"];

const formFields = {
	csrf_token: z.string().openapi({ description: "The token from the form's hidden field" }),
};

/** Documents the body of a form: `readPageForm` parses it. */
export function formBody<Shape extends z.ZodRawShape>(shape: Shape) {
	const schema = z.object({ ...formFields, ...shape });
	return { required: true, content: { "application/x-www-form-urlencoded": { schema } } };
}

/** @param page.fields of its form, which `readPageForm` parses */
export function pageRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ fields, ...route }: RouteConfig & { fields?: z.ZodRawShape },
	answer: (context: Context<GatewayEnv>) => Response | Promise<Response>,
): void {
	if (fields !== undefined) {
		const { middleware: _, ...described } = route;
		app.openAPIRegistry.registerPath({ ...described, request: { ...route.request, body: formBody(fields) } });
	}
	app.openapi(createRoute({ ...route, hide: fields !== undefined }), answer);
}
