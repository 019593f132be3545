import type { MiddlewareHandler } from "hono";
import type { Admission, Admitted, StaffAdmission } from "../../http/admission.ts";
import { jsonBody } from "../../http/body/json-body.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { Problem } from "../../problem.ts";
import { mayDo, type Permission } from "./permissions.ts";

type Middleware = MiddlewareHandler<GatewayEnv>;

/** @param inFlight the services' instance: staff and servers of one merchant share one limit */
export function createStaffAdmission(requireStaff: Middleware, inFlight: Middleware): StaffAdmission {
	const admit = (...middleware: Middleware[]): Admitted => ({
		security: [{ session: [] }],
		middleware: [requireStaff, ...middleware],
	});
	return {
		withoutBody: (permission) => admit(requirePermission(permission), inFlight),
		withBody: (permission) => admit(requirePermission(permission), inFlight, jsonBody),
		ofAnyRole: {
			withoutBody: () => admit(inFlight),
			withBody: () => admit(inFlight, jsonBody),
		},
	};
}

/** Admits staff to the services by permission. Scopes apply to tokens only. */
export function createServiceAdmission(staff: StaffAdmission): Admission {
	return {
		withoutBody: (_scope, permission) => staff.withoutBody(permission),
		withBody: (_scope, permission) => staff.withBody(permission),
	};
}

function requirePermission(permission: Permission): Middleware {
	return async (context, next) => {
		if (!mayDo(context.get("staffSession").staff, permission)) {
			throw new Problem("role_too_low", "Your role may not do this. Ask an owner or administrator of the account.");
		}
		await next();
	};
}
