import type { Database } from "@cardseal/platform/db";
import { isHost, problemSchema } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { framePath } from "@cardseal/widget/server";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { BrowserFiles } from "../web/assets/browser-files.ts";
import { admitForm } from "./form-owner.ts";
import { createFrameWriter } from "./frame.ts";
import type { FrameOrigins } from "./frame-origins.ts";
import type { FindStaffMerchants } from "./virtual-terminal.ts";
import { originSchema, publicKeySchema, ticketSchema } from "./wire-fields.ts";

const factAdvice = "Send a shorter text.";
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
			ticket: ticketSchema.optional(),
			locale: z.string(localeAdvice).max(100, localeAdvice).optional().openapi({
				description: "The page's language (BCP 47); English if no similar one is supported",
				example: "fr-CA",
			}),
			environment: z.string(factAdvice).max(100, factAdvice).optional().openapi({
				description:
					"The environment that a page written for Payfirma names; the console warns when the key is another one's",
			}),
			controls: z.string(factAdvice).max(1_000, factAdvice).optional().openapi({
				description: "The types of the form's controls, or outside of a form, how many forms the page has; for advice",
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
	origins: FrameOrigins;
	findStaffMerchants: FindStaffMerchants;
}

export function frameRoute(app: OpenAPIHono<GatewayEnv>, options: FrameRouteOptions): void {
	const { database, files, origins, findStaffMerchants } = options;
	const writeOwn = createFrameWriter(files, origins.own);
	const writeElsewhere = createFrameWriter(files, origins.frames);
	const frameHost = new URL(origins.frames).host;
	app.openapi(route, async (context) => {
		const { key, origin, ticket, locale = "", environment, controls } = context.req.valid("query");
		const isAtFrames = isHost(context.req.header("Host"), frameHost);
		// A frame of the surrounding origin could be read from there.
		if (origin === origins.own && origins.frames !== origins.own && !isAtFrames) return context.notFound() as never;
		const write = isAtFrames ? writeElsewhere : writeOwn;
		const staffMerchantIds = await findStaffMerchants({ origin, ticket });
		const { refusal } = await admitForm(database, { publicKey: key, origin, staffMerchantIds });
		const { headers, html } = write({ publicKey: key, origin, ticket, locale, environment, controls }, refusal);
		for (const [name, value] of Object.entries(headers)) context.header(name, value);
		return context.html(html, 200);
	});
}
