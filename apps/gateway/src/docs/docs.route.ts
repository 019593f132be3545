import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { JSONValue } from "hono/utils/types";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { describeApi } from "./describe-api.ts";
import { docsPage } from "./docs-page.ts";

const documentRoute = createRoute({
	method: "get",
	path: "/openapi.json",
	tags: ["Documentation"],
	summary: "This description (OpenAPI 3.1)",
	responses: { 200: { description: "The document", content: { "application/json": { schema: z.looseObject({}) } } } },
});

const pageRoute = createRoute({
	method: "get",
	path: "/docs",
	tags: ["Documentation"],
	summary: "This description as a page",
	responses: { 200: { description: "The page", content: { "text/html": { schema: z.string() } } } },
});

const styleRoute = createRoute({
	method: "get",
	path: "/docs/style.css",
	tags: ["Documentation"],
	summary: "The page's looks",
	responses: { 200: { description: "A style sheet", content: { "text/css": { schema: z.string() } } } },
});

const markRoute = createRoute({
	method: "get",
	path: "/docs/mark.svg",
	tags: ["Documentation"],
	summary: "The seal",
	responses: { 200: { description: "A picture", content: { "image/svg+xml": { schema: z.string() } } } },
});

const pagePolicy =
	"default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function read(specifier: string): string {
	return readFileSync(fileURLToPath(import.meta.resolve(specifier)), "utf8");
}

/** The description of every route, for machines and for people. It is made once, from the routes' own schemas. */
export function docsRoutes(app: OpenAPIHono<GatewayEnv>, publicUrl: string): void {
	const style = ["@cardseal/look/tokens.css", "@cardseal/look/base.css", "./docs.css"].map(readStyle).join("\n");
	const mark = read("@cardseal/look/mark.svg");

	app.openapi(documentRoute, (context) => {
		// Through text, so that what is absent is absent and not `undefined`.
		const document: Record<string, JSONValue> = JSON.parse(JSON.stringify(describeApi(app, publicUrl)));
		return context.json(document, 200);
	});
	app.openapi(pageRoute, (context) => {
		context.header("Content-Security-Policy", pagePolicy);
		return context.html(docsPage(describeApi(app, publicUrl)), 200);
	});
	app.openapi(styleRoute, (context) => {
		context.header("Content-Type", "text/css; charset=utf-8");
		return context.body(style, 200);
	});
	app.openapi(markRoute, (context) => {
		context.header("Content-Type", "image/svg+xml");
		return context.body(mark, 200);
	});
}

function readStyle(specifier: string): string {
	return specifier.startsWith(".") ? readFileSync(new URL(specifier, import.meta.url), "utf8") : read(specifier);
}
