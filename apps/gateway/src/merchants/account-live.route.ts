import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { StaffAdmission } from "../http/admission.ts";
import { merchantErrors } from "../http/admission.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { Problem } from "../problem.ts";

/** The route to take an account live. It always refuses and names what is missing. */
export function accountLiveRoute(app: OpenAPIHono<GatewayEnv>, { admission }: { admission: StaffAdmission }): void {
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
