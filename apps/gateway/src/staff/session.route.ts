import type { Vault } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { problemSchema } from "../http/problem-response.ts";
import { requireStaff, type StaffAccessOptions } from "../http/staff-session.ts";
import { environmentOf } from "../merchants/merchant.ts";
import { mayDo, permissionsOf } from "./permissions.ts";
import { roles } from "./role.ts";

const sessionSchema = z
	.object({
		user: z.object({
			id: z.int(),
			email: z.string(),
			name: z.string(),
			role: z.enum(roles),
			is_primary_owner: z.boolean(),
			has_second_factor: z.boolean(),
		}),
		merchant: z.object({
			merchant_id: z.string(),
			name: z.string(),
			mode: z.enum(["demo", "live"]),
			time_zone: z.string().openapi({ example: "America/Toronto" }),
			currencies: z.array(z.string()).openapi({ example: ["CAD", "USD"] }),
			public_key: z
				.string()
				.nullable()
				.openapi({ description: "What the card form encrypts to; null for who may not charge" }),
		}),
		permissions: z.array(z.string()).openapi({ description: "What the user may do", example: ["charge", "refund"] }),
		csrf_token: z.string().openapi({ description: "To be sent as X-CSRF-Token with whatever changes something" }),
	})
	.openapi("Session");

export interface SessionRouteOptions extends StaffAccessOptions {
	vault: Vault;
}

/** Who is signed in, for the web application's pages. */
export function sessionRoute(webApi: OpenAPIHono<GatewayEnv>, options: SessionRouteOptions): void {
	const route = createRoute({
		method: "get",
		path: "/session",
		tags: ["Session"],
		summary: "Who is signed in",
		security: [{ session: [] }],
		middleware: requireStaff(options),
		responses: {
			200: { description: "The session", content: { "application/json": { schema: sessionSchema } } },
			401: { description: "Nobody is signed in", content: { "application/json": { schema: problemSchema } } },
		},
	});
	webApi.openapi(route, async (context) => {
		const { staff, merchant, csrfToken } = context.var.staffSession;
		const owner = { id: merchant.id, environment: environmentOf(merchant) };
		return context.json(
			{
				user: {
					id: staff.id,
					email: staff.email,
					name: staff.name,
					role: staff.role,
					is_primary_owner: staff.isPrimaryOwner,
					has_second_factor: staff.hasSecondFactor,
				},
				merchant: {
					merchant_id: merchant.publicId,
					name: merchant.name,
					mode: merchant.mode,
					time_zone: merchant.timeZone,
					currencies: merchant.currencies,
					public_key: mayDo(staff, "charge") ? await options.vault.publicKeyOf(owner) : null,
				},
				permissions: permissionsOf(staff),
				csrf_token: csrfToken,
			},
			200,
		);
	});
}
