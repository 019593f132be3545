import type { MiddlewareHandler } from "hono";
import type { Admitted, StepUp } from "../http/admission.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import type { Permission } from "./permissions.ts";
import type { Service } from "./scopes.ts";

/**
 * The checks before every route of the services. A route names the service that a token needs, in full or for reading only, and the permission that a staff
 * member needs; the admission checks the one that applies to its callers.
 */
export interface Admission {
	/** Admits an authorized caller whose merchant has not too many requests in flight. */
	withoutBody(service: Service, permission: Permission, stepUp?: StepUp): Admitted;
	/** Also requires a JSON object as body; it is read only after the caller is authorized. */
	withBody(service: Service, permission: Permission, stepUp?: StepUp): Admitted;
	/** Also limits how many files are downloaded at the same time. */
	download(service: Service, permission: Permission): Admitted;
}

/** One instance for all routes: staff and servers of one merchant share its limits on a gateway. */
export interface MerchantLimits {
	inFlight: MiddlewareHandler<GatewayEnv>;
	downloads: MiddlewareHandler<GatewayEnv>;
}

/** The checks before every route of the web application. A route must name its permission to compile. */
export interface StaffAdmission {
	/** Admits signed-in staff whose role has the permission. */
	withoutBody(permission: Permission, stepUp?: StepUp): Admitted;
	/** Also requires a JSON object as body. */
	withBody(permission: Permission, stepUp?: StepUp): Admitted;
	/** Also limits how many files are downloaded at the same time. */
	download(permission: Permission, stepUp?: StepUp): Admitted;
	/** Admits all signed-in staff, for routes that concern only their own account. */
	ofAnyRole: { withoutBody(stepUp?: StepUp): Admitted; withBody(stepUp?: StepUp): Admitted };
}
