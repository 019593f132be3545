import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { StaffAdmission } from "../http/admission.ts";
import { merchantErrors } from "../http/admission.ts";
import { callerOf } from "../http/caller.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { findMissing, type GoingLive, goLive, requirements } from "./go-live.ts";

const requirementsSchema = z
	.object({
		missing: z.array(z.enum(requirements)).openapi({ description: "Empty when the account can go live" }),
	})
	.openapi("LiveRequirements");

const liveSchema = z
	.object({ merchant_id: z.string().openapi({ description: "The new live merchant" }) })
	.openapi("LiveMerchant");

export interface GoingLiveRouteOptions extends GoingLive {
	admission: StaffAdmission;
}

/** The routes to take an account live, and to read what is missing for that. */
export function goingLiveRoutes(
	app: OpenAPIHono<GatewayEnv>,
	{ admission, ...goingLive }: GoingLiveRouteOptions,
): void {
	const requirementsRoute = createRoute({
		method: "get",
		operationId: "getLiveRequirements",
		path: "/account/live",
		tags: ["Settings"],
		summary: "Read what is missing to take the account live",
		...admission.withoutBody("account.live"),
		responses: {
			200: { description: "What is missing", content: { "application/json": { schema: requirementsSchema } } },
			...merchantErrors(401, 403),
		},
	});
	app.openapi(requirementsRoute, async (context) =>
		context.json({ missing: await findMissing(goingLive, context.get("staffSession")) }, 200),
	);
	const route = createRoute({
		method: "post",
		operationId: "takeAccountLive",
		path: "/account/live",
		tags: ["Settings"],
		summary: "Take the account live",
		description:
			"Only for the account's primary owner, once. Creates a live merchant with the settings and the processor accounts of the demo " +
			"merchant, which stays as its demo twin. Staff use the paths below `/app/live` for the live merchant, and those below `/app/demo` " +
			"for its twin.",
		...admission.withoutBody("account.live", "always"),
		responses: {
			200: { description: "The account is live", content: { "application/json": { schema: liveSchema } } },
			...merchantErrors(401, 403, 409),
		},
	});
	app.openapi(route, async (context) => {
		const live = await goLive(goingLive, { session: context.get("staffSession"), caller: callerOf(context) });
		return context.json({ merchant_id: live.publicId }, 200);
	});
}
