import { customerParams } from "@cardseal/customers";
import type { Admission } from "@cardseal/merchants";
import { lineUpTo } from "@cardseal/platform";
import { callerOf, merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { LinkPayers } from "../payers.ts";
import { createSession } from "./portal-session.ts";

const bodySchema = z
	.object({
		return_url: lineUpTo(1_000).nullable().optional().openapi({
			description: "Your page that the portal leads back to, on a registered origin",
		}),
	})
	.openapi("PortalSessionRequest");

const sessionSchema = z
	.object({
		url: z.string().openapi({ description: "A secret: send the customer's browser there. It opens once" }),
		expires_at: z.int().openapi({ description: "ms since 1970, in 30 minutes. An opened session takes 30 minutes" }),
	})
	.openapi("PortalSession");

export function portalSessionRoute(app: OpenAPIHono<GatewayEnv>, payers: LinkPayers, admission: Admission): void {
	const route = createRoute({
		method: "post",
		operationId: "createPortalSession",
		path: "/customer-service/customer/{customer_lookup_id}/portal-session",
		tags: ["Customers"],
		summary: "Open the portal for a customer",
		description:
			"Returns the address of pages on which the customer sees cards, subscriptions and payments, and changes cards. " +
			"Whoever has the address acts as the customer.",
		// Payers may cancel there where the merchant allows it.
		...admission.withBody("customer", "subscriptions.write"),
		request: {
			params: customerParams,
			body: { required: false, content: { "application/json": { schema: bodySchema } } },
		},
		responses: {
			201: { description: "The session", content: { "application/json": { schema: sessionSchema } } },
			...merchantErrors(400, 401, 403, 404, 413, 415),
		},
	});
	app.openapi(route, async (context) => {
		const { customer_lookup_id: customerLookupId } = context.req.valid("param");
		const { return_url: returnUrl = null } = context.req.valid("json");
		const { merchant } = context.get("access");
		const asked = { customerLookupId, returnUrl };
		const { url, expiresAt } = await createSession(payers, merchant, asked, callerOf(context));
		return context.json({ url, expires_at: expiresAt }, 201);
	});
}
