import { Problem } from "@cardseal/platform";
import { problemSchema } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { answerZipped } from "./answer-zipped.ts";
import { assetHeaders, cacheControls } from "./asset-headers.ts";
import {
	assetsPath,
	type BrowserFile,
	type BrowserFiles,
	fileNamed,
	integrityList,
	integrityPath,
	standingPaths,
} from "./browser-files.ts";

const scriptContent = { "text/javascript": { schema: z.string() } };

function scriptRoute(operationId: string, path: string, summary: string, description: string) {
	const responses = { 200: { description, content: scriptContent } };
	return createRoute({ method: "get", operationId, path, tags: ["Pages"], summary, responses });
}

const encryptRoute = scriptRoute(
	"getEncryptScript",
	standingPaths["encrypt.js"],
	"The card encryption library as one script",
	"The script",
);

const widgetRoute = scriptRoute(
	"getCardFormScript",
	standingPaths["cardseal.js"],
	"The card form for a merchant's page as one script",
	"The script; cacheable for five minutes",
);

const assetRoute = createRoute({
	method: "get",
	operationId: "getAsset",
	path: `${assetsPath}/{file}`,
	tags: ["Pages"],
	summary: "A file whose name changes with its content",
	request: {
		params: z.object({ file: z.string().openapi({ description: `As ${integrityPath} names it after \`assets/\`` }) }),
	},
	responses: {
		200: {
			description: "The file; cacheable for ever",
			content: {
				...scriptContent,
				"text/css": { schema: z.string() },
				"application/json": { schema: z.looseObject({}) },
			},
		},
		404: { description: "There is no such file", content: { "application/json": { schema: problemSchema } } },
	},
});

const integrityRoute = createRoute({
	method: "get",
	operationId: "getIntegrityHashes",
	path: integrityPath,
	tags: ["Pages"],
	summary: "Subresource integrity hashes of all files for pages",
	responses: {
		200: {
			description: "Paths below /v1/ with their hashes",
			content: {
				"application/json": {
					schema: z.record(z.string(), z.string()).openapi({ example: { "encrypt.js": "sha384-…" } }),
				},
			},
		},
	},
});

/** Pages of any origin may load them; none is secret. */
export function assetRoutes(app: OpenAPIHono<GatewayEnv>, files: BrowserFiles): void {
	const byHashedName = new Map([...files.values()].map((file) => [file.hashedName, file]));
	const integrities = integrityList(files);
	const encrypt = fileNamed(files, "encrypt.js");
	const widget = fileNamed(files, "cardseal.js");

	app.openapi(encryptRoute, (context) => answerFile(context, encrypt, cacheControls.never));
	app.openapi(widgetRoute, (context) => answerFile(context, widget, cacheControls.shortly));
	app.openapi(assetRoute, (context) => {
		const file = byHashedName.get(context.req.valid("param").file);
		if (file === undefined) throw new Problem("file_not_found", `There is no file of this name. See ${integrityPath}.`);
		return answerFile(context, file, cacheControls.forGood);
	});
	app.openapi(integrityRoute, (context) => {
		context.header("Access-Control-Allow-Origin", "*");
		return context.json(integrities, 200);
	});
}

function answerFile(context: Context<GatewayEnv>, file: BrowserFile, cacheControl: string) {
	for (const [name, value] of Object.entries(assetHeaders(file, cacheControl))) context.header(name, value);
	return answerZipped(context, file);
}
