import { readFileSync } from "node:fs";
import { Problem } from "@cardseal/platform";
import { problemSchema, readMark, readStyleSheet } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { accepts } from "hono/accepts";
import { answerDocument, type StaticDocument, staticDocument } from "./answer-document.ts";
import { type ApiDescription, describeApi, describeWebApi } from "./describe-api.ts";
import { docsPage } from "./docs-page.ts";
import { guidePage } from "./guide-page.ts";
import { readGuides, readPictures, withGatewayInCode } from "./guides.ts";

const notModified = { description: "The client has it already, as `If-None-Match` says" };

const documentRoute = createRoute({
	method: "get",
	operationId: "getApiDescription",
	path: "/openapi.json",
	tags: ["Documentation"],
	summary: "This description (OpenAPI 3.1)",
	responses: {
		200: { description: "The document", content: { "application/json": { schema: z.looseObject({}) } } },
		304: notModified,
	},
});

const pageRoute = createRoute({
	method: "get",
	operationId: "showDocs",
	path: "/docs",
	tags: ["Documentation"],
	summary: "This description as a page",
	responses: {
		200: { description: "The page", content: { "text/html": { schema: z.string() } } },
		304: notModified,
	},
});

const styleRoute = createRoute({
	method: "get",
	operationId: "getDocsStyle",
	path: "/docs/style.css",
	tags: ["Documentation"],
	summary: "The page's style sheet",
	responses: {
		200: { description: "A style sheet", content: { "text/css": { schema: z.string() } } },
		304: notModified,
	},
});

const scriptRoute = createRoute({
	method: "get",
	operationId: "getDocsScript",
	path: "/docs/script.js",
	tags: ["Documentation"],
	summary: "The page's script",
	responses: {
		200: { description: "A script", content: { "text/javascript": { schema: z.string() } } },
		304: notModified,
	},
});

const markRoute = createRoute({
	method: "get",
	operationId: "getSeal",
	path: "/docs/mark.svg",
	tags: ["Documentation"],
	summary: "The seal",
	responses: {
		200: { description: "A picture", content: { "image/svg+xml": { schema: z.string() } } },
		304: notModified,
	},
});

const guideRoute = createRoute({
	method: "get",
	operationId: "readGuide",
	path: "/docs/guides/{guide}",
	tags: ["Pages"],
	summary: "A guide: a page for browsers, Markdown for others",
	request: {
		params: z.object({
			guide: z
				.string()
				.openapi({ description: "Its path, with slashes; /docs links the first ones", example: "errors.md" }),
		}),
	},
	responses: {
		200: {
			description: "The guide",
			content: { "text/plain": { schema: z.string() }, "text/html": { schema: z.string() } },
		},
		304: notModified,
		404: { description: "No such guide", content: { "application/json": { schema: problemSchema } } },
	},
});

const pagePolicy =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API description is generated once, from the routes' schemas. */
export function docsRoutes(app: OpenAPIHono<GatewayEnv>, publicUrl: string): void {
	const style = staticDocument("text/css; charset=utf-8", readStyleSheet(new URL("./docs.css", import.meta.url)));
	const script = staticDocument(
		"text/javascript; charset=utf-8",
		readFileSync(new URL("./docs.js", import.meta.url), "utf8"),
	);
	const mark = staticDocument("image/svg+xml", readMark());
	const guides = readGuides();
	const pictures = memoized(readPictures);
	const texts = new Map<string, StaticDocument>();
	const pages = new Map<string, StaticDocument>();

	const description = memoized(() => jsonDocument(describeApi(app, publicUrl)));
	const page = memoized(async () => staticDocument(htmlType, String(await docsPage(describeApi(app, publicUrl)))));

	app.openapi(documentRoute, (context) => answerDocument(context, description()) as never);
	app.openapi(pageRoute, async (context) => {
		context.header("Content-Security-Policy", pagePolicy);
		return answerDocument(context, await page());
	});
	app.openAPIRegistry.registerPath(guideRoute);
	// A path of OpenAPI has no parameter with slashes.
	app.get("/docs/guides/:guide{.+}", async (context) => {
		const file = context.req.param("guide");
		const picture = pictures().get(file);
		if (picture !== undefined) {
			return context.body(picture, 200, { "Content-Type": "image/png", "Cache-Control": "no-cache" });
		}
		const guide = guides.get(file);
		if (guide === undefined) throw new Problem("file_not_found", "There is no guide of this name. See /docs.");
		const text = withGatewayInCode(guide, publicUrl);
		context.header("Vary", "Accept");
		const supports = ["text/plain", "text/markdown", "text/html"];
		if (accepts(context, { header: "Accept", supports, default: "text/plain" }) !== "text/html") {
			const plain = texts.get(file) ?? staticDocument("text/plain; charset=UTF-8", text);
			texts.set(file, plain);
			return answerDocument(context, plain);
		}
		context.header("Content-Security-Policy", pagePolicy);
		const page =
			pages.get(file) ??
			staticDocument(htmlType, String(await guidePage({ file, text }, (other) => guides.has(other))));
		pages.set(file, page);
		return answerDocument(context, page);
	});
	app.openapi(styleRoute, (context) => answerDocument(context, style));
	app.openapi(scriptRoute, (context) => answerDocument(context, script));
	app.openapi(markRoute, (context) => answerDocument(context, mark));
}

export function webApiDocumentRoute(webApi: OpenAPIHono<GatewayEnv>, publicUrl: string): void {
	const description = memoized(() => jsonDocument(describeWebApi(webApi, publicUrl)));
	webApi.openapi(documentRoute, (context) => answerDocument(context, description()) as never);
}

const htmlType = "text/html; charset=UTF-8";

function jsonDocument(description: ApiDescription): StaticDocument {
	return staticDocument("application/json", JSON.stringify(description));
}

/** The routes that a value describes may not exist before its first use. */
function memoized<Value>(make: () => Value): () => Value {
	let made: { value: Value } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}
