import { type StaffAdmission, scopes } from "@cardseal/merchants";
import { type Clocks, notFound } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { callerOf, jsonAnswer, merchantErrors, problemSchema } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { isClientId } from "../clients/client.ts";
import { findConnectedPartners } from "../grants/grants.store.ts";
import { findPartnerImage } from "./partners.store.ts";
import { disconnectPartner } from "./partners.ts";

const listSchema = z
	.object({
		partners: z.array(
			z
				.object({
					client_id: z.string(),
					business_name: z.string(),
					image_url: z.string().nullable().openapi({ description: "Its square image" }),
					scopes: z.array(z.enum(scopes)).openapi({ description: "The services that it may use on your behalf" }),
					connected_at: z.int().openapi({ description: "UNIX time in milliseconds" }),
					connected_by: z.object({ user_id: z.int(), name: z.string() }),
				})
				.openapi("ConnectedPartner"),
		),
	})
	.openapi("ConnectedPartnerList");

export interface PartnerRouteOptions {
	database: Database;
	clocks: Clocks;
	admission: StaffAdmission;
}

export function partnerRoutes(app: OpenAPIHono<GatewayEnv>, options: PartnerRouteOptions): void {
	const listRoute = createRoute({
		method: "get",
		operationId: "listPartners",
		path: "/partners",
		tags: ["Partners"],
		summary: "List connected partners",
		...options.admission.withoutBody("settings.read"),
		responses: { 200: jsonAnswer("The partners", listSchema), ...merchantErrors(401, 403) },
	});
	app.openapi(listRoute, async (context) => {
		const partners = await findConnectedPartners(options.database, context.get("access").merchant.id);
		return context.json({ partners }, 200);
	});
	disconnectRouteOf(app, options);
}

function disconnectRouteOf(app: OpenAPIHono<GatewayEnv>, options: PartnerRouteOptions): void {
	const route = createRoute({
		method: "delete",
		operationId: "disconnectPartner",
		path: "/partners/{client_id}",
		tags: ["Partners"],
		summary: "Disconnect a partner",
		description:
			"Revokes all tokens that it has for you from the next request on, and disables the webhook endpoints that it made.",
		...options.admission.withoutBody("partners.write"),
		request: { params: z.object({ client_id: z.string() }) },
		responses: { 204: { description: "Disconnected" }, ...merchantErrors(401, 403, 404) },
	});
	app.openapi(route, async (context) => {
		const about = {
			merchantId: context.get("access").merchant.id,
			partnerClientId: context.req.valid("param").client_id,
		};
		if (!(await disconnectPartner(options, about, callerOf(context)))) throw notFound("partner");
		return context.body(null, 204);
	});
}

const route = createRoute({
	method: "get",
	operationId: "getPartnerImage",
	path: "/oauth/partners/{client_id}/image",
	tags: ["Authorization"],
	summary: "A partner's picture",
	description: "For the gateway's own pages; partners whose image the operator gave as a file.",
	request: { params: z.object({ client_id: z.string() }) },
	responses: {
		200: {
			description: "The picture",
			content: { "image/*": { schema: z.string().openapi({ format: "binary" }) } },
		},
		404: jsonAnswer("No image", problemSchema),
	},
});

export function partnerImageRoute(app: OpenAPIHono<GatewayEnv>, database: Database): void {
	app.openapi(route, async (context) => {
		const { client_id: clientId } = context.req.valid("param");
		const image = isClientId(clientId) ? await findPartnerImage(database, clientId) : undefined;
		if (image === undefined) throw notFound("picture_of_a_partner");
		context.header("Content-Type", image.mediaType);
		return context.body(new Uint8Array(image.bytes), 200);
	});
}
