import { pages, root } from "@cardseal/dashboard/addresses";
import { staffPage } from "@cardseal/identity";
import { type StaffAccessOptions, toLiveMode } from "@cardseal/identity/gateway";
import { Problem } from "@cardseal/platform";
import { problemSchema } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { answerZipped } from "../assets/answer-zipped.ts";
import { cacheControls } from "../assets/asset-headers.ts";
import type { BuiltFiles } from "./built-files.ts";

/**
 * The application loads files from this origin only, embeds only the card form, and cannot be embedded. Scripts create
 * no markup from text (Trusted Types), so a customer's name never becomes an element (rule X-31).
 */
function pagePolicy(frameOrigin: string): string {
	return [
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		"img-src 'self' data:",
		"connect-src 'self'",
		`frame-src ${frameOrigin}`,
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
	].join("; ");
}

const assetRoute = createRoute({
	method: "get",
	operationId: "getDashboardAsset",
	path: `${root}/assets/{file}`,
	tags: ["Pages"],
	summary: "A script or style sheet of the merchant's web application",
	description: "Its name changes with its content.",
	request: { params: z.object({ file: z.string().openapi({ example: "index-B3dK9x2L.js" }) }) },
	responses: {
		200: {
			description: "The file; cacheable for ever",
			content: {
				"text/javascript": { schema: z.string() },
				"text/css": { schema: z.string() },
				"image/svg+xml": { schema: z.string() },
			},
		},
		404: { description: "There is no such file", content: { "application/json": { schema: problemSchema } } },
	},
});

/** One page for all addresses, for signed-in staff. */
export function pageRoutes(
	app: OpenAPIHono<GatewayEnv>,
	files: BuiltFiles,
	{ frameOrigin, ...staffAccess }: Pick<StaffAccessOptions, "sessions"> & { frameOrigin: string },
): void {
	const middleware = [staffPage(staffAccess), toLiveMode];
	app.openapi(assetRoute, (context) => {
		const asset = files.assets.get(context.req.valid("param").file);
		if (asset === undefined) throw new Problem("file_not_found", "There is no file of this name. Refresh the page.");
		context.header("Content-Type", asset.contentType);
		context.header("Cache-Control", cacheControls.forGood);
		return answerZipped(context, asset);
	});
	const policy = pagePolicy(frameOrigin);
	for (const { address } of Object.values(pages)) pageRoute(app, { page: files.page, policy }, address, middleware);
}

/** `showTransactionsTransactionId` for `/app/transactions/{transaction_id}`. */
function operationIdOf(address: string): string {
	const words = address.split(/[^A-Za-z]+/).filter((word) => word !== "" && word !== root.slice(1));
	return ["showDashboard", ...words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)].join("");
}

function pageRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ page, policy }: { page: string; policy: string },
	address: string,
	middleware: MiddlewareHandler<GatewayEnv>[],
): void {
	const ids = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, z.string()] as const);
	const route = createRoute({
		method: "get",
		operationId: operationIdOf(address),
		path: address,
		tags: ["Pages"],
		summary: `The merchant's web application${address === root ? "" : ` at ${address.slice(root.length)}`}`,
		security: [{ session: [] }],
		middleware,
		request: { params: z.object(Object.fromEntries(ids)) },
		responses: {
			200: { description: "The page", content: { "text/html": { schema: z.string() } } },
			303: { description: "To the sign-in page, without a session; to `/app/live/…`, for staff of a live merchant" },
		},
	});
	app.openapi(route, (context) => {
		context.header("Content-Security-Policy", policy);
		context.header("Cross-Origin-Opener-Policy", "same-origin");
		return context.html(page, 200);
	});
}
