import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { StaffAdmission } from "../../http/admission.ts";
import { merchantErrors } from "../../http/admission.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { Problem } from "../../problem.ts";

/**
 * POST to take the account live. Nothing here decides about real money: the answer says what has to be there first, and who
 * opens live accounts.
 */
export function accountLiveRoute(app: OpenAPIHono<GatewayEnv>, { admission }: { admission: StaffAdmission }): void {
	const route = createRoute({
		method: "post",
		path: "/account/live",
		tags: ["Settings"],
		summary: "Take the account live",
		description:
			"For the account's primary owner alone. It needs a processor for live merchants, and there is none yet.",
		...admission.withoutBody("account.live"),
		responses: merchantErrors(401, 403, 409),
	});
	app.openapi(route, () => {
		throw new Problem(
			"CONFLICT",
			"No processor for live merchants is connected to this gateway yet. Go on in the demo account; whoever runs the gateway " +
				"opens live ones once there is a processor.",
		);
	});
}
