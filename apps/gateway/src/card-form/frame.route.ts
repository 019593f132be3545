import { framePath } from "@cardseal/widget/server";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Database } from "../db/database.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { problemSchema } from "../http/problem-response.ts";
import type { BrowserFiles } from "../web/assets/browser-files.ts";
import { admitForm } from "./form-owner.ts";
import { createFrameWriter } from "./frame.ts";
import type { FindStaffMerchant } from "./virtual-terminal.ts";
import { originSchema, publicKeySchema } from "./wire-fields.ts";

const localeAdvice = "Send a language tag such as fr-CA.";

const route = createRoute({
	method: "get",
	operationId: "showCardForm",
	path: framePath,
	tags: ["Pages"],
	summary: "The card form's page, for a frame",
	description:
		"Loaded by /v1/cardseal.js. For an unknown key or a disallowed origin, the page has no form, and its script gets the reason.",
	request: {
		query: z.object({
			key: publicKeySchema,
			origin: originSchema,
			locale: z.string(localeAdvice).max(100, localeAdvice).optional().openapi({
				description: "The page's language (BCP 47); English if no similar one is supported",
				example: "fr-CA",
			}),
		}),
	},
	responses: {
		200: { description: "The page", content: { "text/html": { schema: z.string() } } },
		400: {
			description: "The origin is invalid, or a parameter is missing",
			content: { "application/json": { schema: problemSchema } },
		},
	},
});

export interface FrameRouteOptions {
	database: Database;
	files: BrowserFiles;
	publicUrl: string;
	findStaffMerchant: FindStaffMerchant;
}

export function frameRoute(app: OpenAPIHono<GatewayEnv>, options: FrameRouteOptions): void {
	const { database, files, publicUrl, findStaffMerchant } = options;
	const write = createFrameWriter(files, new URL(publicUrl).origin);
	app.openapi(route, async (context) => {
		const { key, origin, locale = "" } = context.req.valid("query");
		const request = { publicKey: key, origin, locale, staffMerchantId: await findStaffMerchant(context, origin) };
		const { refusal } = await admitForm(database, request);
		const { headers, html } = write(request, refusal);
		for (const [name, value] of Object.entries(headers)) context.header(name, value);
		return context.html(html, 200);
	});
}
