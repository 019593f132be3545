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

type Content = Record<string, { schema: z.ZodType }>;

function routeOf(operationId: string, path: string, summary: string, description: string, content: Content) {
	const responses = { 200: { description, content }, 304: notModified };
	return createRoute({ method: "get", operationId, path, tags: ["Documentation"], summary, responses });
}

const text = { schema: z.string() };
const documentRoute = routeOf("getApiDescription", "/openapi.json", "This description (OpenAPI 3.1)", "The document", {
	"application/json": { schema: z.looseObject({}) },
});
const pageRoute = routeOf("showDocs", "/docs", "This description as a page", "The page", { "text/html": text });
const styleRoute = routeOf("getDocsStyle", "/docs/style.css", "The page's style sheet", "A style sheet", {
	"text/css": text,
});
const scriptRoute = routeOf("getDocsScript", "/docs/script.js", "The page's script", "A script", {
	"text/javascript": text,
});
const markRoute = routeOf("getSeal", "/docs/mark.svg", "The seal", "A picture", { "image/svg+xml": text });

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
			content: { "text/plain": text, "text/html": text },
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
	const rendered = new Map<string, StaticDocument>();
	const description = memoized(() => describeApi(app, publicUrl));
	const document = memoized(() => jsonDocument(description()));
	const page = memoized(async () => staticDocument(htmlType, String(await docsPage(description()))));

	app.openapi(documentRoute, (context) => answerDocument(context, document()) as never);
	app.openapi(pageRoute, async (context) => {
		context.header("Content-Security-Policy", pagePolicy);
		return answerDocument(context, await page()) as never;
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
		const isPage = accepts(context, { header: "Accept", supports, default: "text/plain" }) === "text/html";
		if (isPage) context.header("Content-Security-Policy", pagePolicy);
		const name = isPage ? `${file} as a page` : file;
		const known = rendered.get(name);
		if (known !== undefined) return answerDocument(context, known);
		const body = isPage ? String(await guidePage({ file, text }, (other) => guides.has(other))) : text;
		const answered = staticDocument(isPage ? htmlType : "text/plain; charset=UTF-8", body);
		rendered.set(name, answered);
		return answerDocument(context, answered);
	});
	app.openapi(styleRoute, (context) => answerDocument(context, style) as never);
	app.openapi(scriptRoute, (context) => answerDocument(context, script) as never);
	app.openapi(markRoute, (context) => answerDocument(context, mark) as never);
}

export function webApiDocumentRoute(webApi: OpenAPIHono<GatewayEnv>, publicUrl: string): void {
	const document = memoized(() => jsonDocument(describeWebApi(webApi, publicUrl)));
	webApi.openapi(documentRoute, (context) => answerDocument(context, document()) as never);
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
