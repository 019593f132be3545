import { type Admission, type MerchantLimits, mayDo, type Permission, type StaffAdmission } from "@cardseal/merchants";
import { Problem } from "@cardseal/platform";
import { type Admitted, fileBody, jsonBody, type StepUp } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { MiddlewareHandler } from "hono";
import { requireSteppedUp } from "../step-up/step-up.ts";

type Middleware = MiddlewareHandler<GatewayEnv>;

export interface StaffAdmissionOptions {
	requireStaff: Middleware;
	/** Runs after the body is read. */
	stillSignedIn: Middleware;
	limits: MerchantLimits;
}

export function createStaffAdmission({ requireStaff, stillSignedIn, limits }: StaffAdmissionOptions): StaffAdmission {
	const withBody = [jsonBody, stillSignedIn];
	const admit = (stepUp: StepUp | undefined, required: Middleware[], further: Middleware[]): Admitted => ({
		security: [{ session: [] }],
		middleware: [requireStaff, ...required, ...(stepUp === "always" ? [steppedUp] : []), limits.inFlight, ...further],
		...(stepUp && { "x-step-up": stepUp }),
	});
	return {
		withoutBody: (permission, stepUp) => admit(stepUp, [requirePermission(permission)], []),
		withBody: (permission, stepUp) => admit(stepUp, [requirePermission(permission)], withBody),
		withFile: (permission, file, stepUp) =>
			admit(stepUp, [requirePermission(permission)], [fileBody(file), stillSignedIn]),
		download: (permission, stepUp) => admit(stepUp, [requirePermission(permission)], [limits.downloads]),
		ofAnyRole: {
			withoutBody: (stepUp) => admit(stepUp, [], []),
			withBody: (stepUp) => admit(stepUp, [], withBody),
		},
	};
}

/** Scopes apply to tokens only. */
export function createServiceAdmission(staff: StaffAdmission): Admission {
	return {
		withoutBody: (_scope, permission, stepUp) => staff.withoutBody(permission, stepUp),
		withBody: (_scope, permission, stepUp) => staff.withBody(permission, stepUp),
		download: (_scope, permission) => staff.download(permission),
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

const steppedUp: Middleware = async (context, next) => {
	requireSteppedUp(context.get("staffSession"));
	await next();
};
