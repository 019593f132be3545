import type { MiddlewareHandler } from "hono";
import type { Admitted } from "../../http/admission.ts";
import { jsonBody } from "../../http/body/json-body.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import type { Admission, MerchantLimits } from "../../merchants/admission.ts";
import type { Service } from "../../merchants/scopes.ts";
import type { AccessTokens } from "./access.ts";
import { authenticate, requireAnyService, requireScope } from "./authenticate.ts";

type Middleware = MiddlewareHandler<GatewayEnv>;

export interface TokenAdmission extends Admission {
	ofAnyScope: { withoutBody(): Admitted };
	/** Refuses tokens that are narrowed to reading. */
	ofAnyService: { withoutBody(): Admitted; withBody(): Admitted };
}

export function createTokenAdmission(accessTokens: AccessTokens, limits: MerchantLimits): TokenAdmission {
	const { inFlight, downloads } = limits;
	const authenticated = authenticate(accessTokens);
	const admit = (...middleware: Middleware[]): Admitted => ({ security: [{ bearer: [] }], middleware });
	const admitTo = (service: Service, ...middleware: Middleware[]): Admitted => ({
		security: [{ bearer: [service] }],
		middleware: [authenticated, requireScope(service), inFlight, ...middleware],
	});
	return {
		withoutBody: (service) => admitTo(service),
		withBody: (service) => admitTo(service, jsonBody),
		download: (service) => admitTo(service, downloads),
		ofAnyScope: { withoutBody: () => admit(authenticated, inFlight) },
		ofAnyService: {
			withoutBody: () => admit(authenticated, requireAnyService, inFlight),
			withBody: () => admit(authenticated, requireAnyService, inFlight, jsonBody),
		},
	};
}
