import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { GatewayEnv } from "../http/gateway-env.ts";

interface Asset {
	body: string;
	/** For the `integrity` attribute of a script or link element. */
	integrity: string;
}

function readAsset(specifier: string): Asset {
	const body = readFileSync(fileURLToPath(import.meta.resolve(specifier)), "utf8");
	return { body, integrity: `sha384-${createHash("sha384").update(body).digest("base64")}` };
}

const scriptRoute = createRoute({
	method: "get",
	path: "/v1/encrypt.js",
	tags: ["Pages"],
	summary: "The card encryption library as one script",
	responses: { 200: { description: "The script", content: { "text/javascript": { schema: z.string() } } } },
});

const integrityRoute = createRoute({
	method: "get",
	path: "/v1/integrity.json",
	tags: ["Pages"],
	summary: "Subresource integrity hashes of the scripts",
	responses: {
		200: {
			description: "File names with their hashes",
			content: { "application/json": { schema: z.record(z.string(), z.string()) } },
		},
	},
});

/** Scripts that merchants' pages load from here; any origin may, since they hold nothing secret. */
export function assetRoutes(app: OpenAPIHono<GatewayEnv>): void {
	const script = readAsset("@cardseal/encrypt/cardseal-encrypt.js");
	app.openapi(scriptRoute, (context) => {
		context.header("Access-Control-Allow-Origin", "*");
		context.header("Cross-Origin-Resource-Policy", "cross-origin");
		context.header("Content-Type", "text/javascript; charset=utf-8");
		return context.body(script.body, 200);
	});
	app.openapi(integrityRoute, (context) => {
		context.header("Access-Control-Allow-Origin", "*");
		return context.json({ "encrypt.js": script.integrity }, 200);
	});
}
