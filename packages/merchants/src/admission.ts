import type { Admitted, FileBody, StepUp } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { MiddlewareHandler } from "hono";
import type { Permission } from "./permissions.ts";
import type { Service } from "./scopes.ts";

/** Checks the service that a token needs, or the permission that staff need. */
export interface Admission {
	/** Limits a merchant's requests in flight. */
	withoutBody(service: Service, permission: Permission, stepUp?: StepUp): Admitted;
	withBody(service: Service, permission: Permission, stepUp?: StepUp): Admitted;
	download(service: Service, permission: Permission): Admitted;
}

/** Staff and servers of one merchant share its limits on a gateway. */
export interface MerchantLimits {
	inFlight: MiddlewareHandler<GatewayEnv>;
	downloads: MiddlewareHandler<GatewayEnv>;
}

/** A route must name its permission to compile. */
export interface StaffAdmission {
	withoutBody(permission: Permission, stepUp?: StepUp): Admitted;
	withBody(permission: Permission, stepUp?: StepUp): Admitted;
	withFile(permission: Permission, file: FileBody, stepUp?: StepUp): Admitted;
	download(permission: Permission, stepUp?: StepUp): Admitted;
	/** For routes of the caller's own account. */
	ofAnyRole: { withoutBody(stepUp?: StepUp): Admitted; withBody(stepUp?: StepUp): Admitted };
}
