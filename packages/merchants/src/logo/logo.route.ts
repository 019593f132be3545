import { type Clocks, notFound } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { callerOf, jsonAnswer, merchantErrors, problemSchema } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { pictureTypes } from "@cardseal/platform/pictures";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { StaffAdmission } from "../admission.ts";
import { findLogoContent } from "./logo.store.ts";
import { changeLogo, logoPath, maximumLogoBytes, maximumLogoPixels, removeLogo, shownLogo } from "./logo.ts";

export const logoSchema = z
	.object({
		url: z.string().openapi({ description: "Its public address", example: "https://pay.example/logos/qBf3…" }),
		width: z.int().openapi({ description: "Pixels", example: 512 }),
		height: z.int().openapi({ description: "Pixels", example: 128 }),
	})
	.openapi("Logo");

export function logoAnswer(publicUrl: string, logo: Parameters<typeof shownLogo>[1]): z.infer<typeof logoSchema> {
	const { address: url, width, height } = shownLogo(publicUrl, logo);
	return { url, width, height };
}

const picture = { schema: z.string().openapi({ format: "binary" }) };
const pictures = Object.fromEntries(pictureTypes.map((type) => [type, picture]));

export interface LogoRouteOptions {
	database: Database;
	clocks: Clocks;
	admission: StaffAdmission;
	publicUrl: string;
}

const tags = ["Settings"];

export function logoRoutes(app: OpenAPIHono<GatewayEnv>, options: LogoRouteOptions): void {
	changeRouteOf(app, options);
	removeRouteOf(app, options);
}

function changeRouteOf(app: OpenAPIHono<GatewayEnv>, options: LogoRouteOptions): void {
	const { 415: unsupported, ...others } = merchantErrors(400, 401, 403, 413, 415);
	const route = createRoute({
		method: "put",
		operationId: "changeLogo",
		path: "/settings/logo",
		tags,
		summary: "Set the logo of receipts",
		description:
			`Send the file itself as the body: PNG, JPEG or WebP, at most ${maximumLogoBytes / 1024} KB and ${maximumLogoPixels} pixels on ` +
			"each side. Anybody may read it. It replaces the former one, which emails that were sent before then show by your name.",
		...options.admission.withFile(
			"settings.write",
			{ mediaTypes: pictureTypes, maximumBytes: maximumLogoBytes },
			"always",
		),
		request: { body: { required: true, content: pictures } },
		responses: {
			200: jsonAnswer("The logo", logoSchema),
			...others,
			415: { ...unsupported, description: "The body is not a picture" },
		},
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const content = Buffer.from(await context.req.arrayBuffer());
		const logo = await changeLogo(options, merchant, content, callerOf(context));
		return context.json(logoAnswer(options.publicUrl, logo), 200);
	});
}

function removeRouteOf(app: OpenAPIHono<GatewayEnv>, options: LogoRouteOptions): void {
	const route = createRoute({
		method: "delete",
		operationId: "removeLogo",
		path: "/settings/logo",
		tags,
		summary: "Remove the logo",
		description: "Emails that were sent before then show your name in its place.",
		...options.admission.withoutBody("settings.write", "always"),
		responses: { 204: { description: "There is no logo" }, ...merchantErrors(401, 403) },
	});
	app.openapi(route, async (context) => {
		await removeLogo(options, context.get("access").merchant, callerOf(context));
		return context.body(null, 204);
	});
}

const publicRoute = createRoute({
	method: "get",
	operationId: "getLogo",
	path: logoPath("{content_hash}"),
	tags: ["Pages"],
	summary: "A merchant's logo",
	description: "For receipts. Another logo has another address.",
	request: {
		params: z.object({ content_hash: z.string().openapi({ description: "The hash of the picture's content" }) }),
	},
	responses: {
		200: { description: "The picture; cacheable for good", content: { "image/*": picture } },
		404: jsonAnswer("No logo", problemSchema),
	},
});

/** Mail programs and pages of any origin load it. The policy of every answer keeps it from doing anything. */
export function publicLogoRoute(app: OpenAPIHono<GatewayEnv>, database: Database): void {
	app.openapi(publicRoute, async (context) => {
		const { content_hash: hash } = context.req.valid("param");
		const found = /^[\w-]{43}$/.test(hash) ? await findLogoContent(database, hash) : undefined;
		if (found === undefined) throw notFound("logo");
		context.header("Content-Type", found.media_type);
		context.header("Cache-Control", "public, max-age=31536000, immutable");
		context.header("Cross-Origin-Resource-Policy", "cross-origin");
		return context.body(new Uint8Array(found.content), 200);
	});
}
