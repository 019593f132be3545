import { browserOf, browserSchema } from "@cardseal/payments/gateway";
import { type Clocks, nearestLanguage } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { jsonBody, problemSchema, requireOrigin } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Browser } from "@cardseal/vault";
import { sessionPath } from "@cardseal/widget/server";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { FrameOrigins } from "./frame-origins.ts";
import { createSessionOpener } from "./session.ts";
import type { FindStaffMerchants } from "./virtual-terminal.ts";
import { originSchema, publicKeySchema, ticketSchema } from "./wire-fields.ts";

const sessionSchema = z
	.object({
		session_id: z.string().openapi({
			description: "32 hexadecimal digits, for one card token",
			example: "9f2c41d07be85a3612c8e4f70b5d9a63",
		}),
		server_time: z.int().openapi({ description: "ms since 1970" }),
		expires_at: z.int().openapi({ description: "ms since 1970" }),
		environment: z.enum(["test", "live"]),
	})
	.openapi("WidgetSession");

const sessionRequestSchema = z.object({
	public_key: publicKeySchema,
	origin: originSchema,
	ticket: ticketSchema.optional(),
	language: z.unknown().optional().openapi({
		type: "string",
		description: "The language that the form is shown in (BCP 47), for receipts of its payer",
		example: "fr",
	}),
	browser: z.unknown().optional().openapi({
		type: "object",
		description: "The payer's browser, for 3-D Secure, without its headers. Malformed data is left out",
	}),
});

const problem = { content: { "application/json": { schema: problemSchema } } };

const route = createRoute({
	method: "post",
	operationId: "createCardSession",
	path: sessionPath,
	tags: ["Pages"],
	summary: "Open a session of the card form",
	description: "Called by the card form from its frame. A session is valid for an hour and for one card token.",
	middleware: [jsonBody] as const,
	request: {
		body: {
			required: true,
			content: { "application/json": { schema: sessionRequestSchema } },
		},
	},
	responses: {
		201: { description: "The session", content: { "application/json": { schema: sessionSchema } } },
		400: { description: "The request is invalid", ...problem },
		403: {
			description: "The origin is not allowed for this key, or the request is not from the form's frame",
			...problem,
		},
		404: { description: "Unknown public key", ...problem },
		413: { description: "The body is too large", ...problem },
		415: { description: "The body is not JSON in UTF-8", ...problem },
		429: { description: "Too many sessions from one address", ...problem },
	},
});

const notFromFrame = "Only the card form in its own frame can open sessions. Embed the form in your page instead.";

export interface SessionRouteOptions {
	database: Database;
	clocks: Clocks;
	origins: FrameOrigins;
	findStaffMerchants: FindStaffMerchants;
}

export function sessionRoute(app: OpenAPIHono<GatewayEnv>, options: SessionRouteOptions): void {
	const { database, clocks, origins, findStaffMerchants } = options;
	const openSession = createSessionOpener({ database, clocks });
	const everyOrigin = origins.isExclusive ? [origins.frames] : [origins.own, origins.frames];
	// The virtual terminal's frames are on their own origin only.
	const originsOfFramesIn = (page: string) => (page === origins.own ? [origins.frames] : everyOrigin);
	app.openapi(route, async (context) => {
		const body = context.req.valid("json");
		requireOrigin(context, originsOfFramesIn(body.origin), notFromFrame);
		const session = await openSession({
			publicKey: body.public_key,
			origin: body.origin,
			staffMerchantIds: await findStaffMerchants(body),
			address: context.get("clientAddress"),
			language: nearestLanguage(body.language),
			browser: browserIn(context, body.browser),
		});
		return context.json(session, 201);
	});
}

function browserIn(context: Context<GatewayEnv>, sent: unknown): Browser | undefined {
	if (typeof sent !== "object") return undefined;
	const headers = { accept_header: context.req.header("Accept"), user_agent: context.req.header("User-Agent") };
	const { data } = browserSchema.safeParse({ ...sent, ...headers });
	return data && browserOf(data);
}
