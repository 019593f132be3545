import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { StaffAdmission } from "../http/admission.ts";
import { merchantErrors } from "../http/admission.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { Problem } from "../problem.ts";

const requirements = ["processor"] as const;

/** The requirements of a live account that are not met. No processor for live merchants exists yet. */
const missing: (typeof requirements)[number][] = ["processor"];

const answerSchema = z
	.object({ missing: z.array(z.enum(requirements)).openapi({ description: "Empty when the account can go live" }) })
	.openapi("LiveRequirements");

/** The routes to take an account live, and to read what is missing for that. Taking it live is always refused. */
export function accountLiveRoutes(app: OpenAPIHono<GatewayEnv>, { admission }: { admission: StaffAdmission }): void {
	const requirementsRoute = createRoute({
		method: "get",
		operationId: "getLiveRequirements",
		path: "/account/live",
		tags: ["Settings"],
		summary: "Read what is missing to take the account live",
		...admission.withoutBody("account.live"),
		responses: {
			200: { description: "What is missing", content: { "application/json": { schema: answerSchema } } },
			...merchantErrors(401, 403),
		},
	});
	app.openapi(requirementsRoute, (context) => context.json({ missing }, 200));
	const route = createRoute({
		method: "post",
		operationId: "takeAccountLive",
		path: "/account/live",
		tags: ["Settings"],
		summary: "Take the account live",
		description: "Only for the account's primary owner. Needs a processor for live merchants, and none is connected.",
		...admission.withoutBody("account.live"),
		responses: merchantErrors(401, 403, 409),
	});
	app.openapi(route, () => {
		throw new Problem(
			"processor_not_available",
			"No processor for live merchants is connected to this gateway yet. Continue in the demo account; the operator of the gateway " +
				"opens live ones once there is a processor.",
		);
	});
}
