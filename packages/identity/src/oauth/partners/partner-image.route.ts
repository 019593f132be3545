import { notFound } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { jsonAnswer, problemSchema } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { isClientId } from "../clients/client.ts";
import { findPartnerImage } from "./partners.store.ts";

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
