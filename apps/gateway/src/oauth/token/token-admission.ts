import type { MiddlewareHandler } from "hono";
import type { Admitted } from "../../http/admission.ts";
import { jsonBody } from "../../http/body/json-body.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import type { Admission, MerchantLimits } from "../../merchants/admission.ts";
import type { Service } from "../../merchants/scopes.ts";
import type { AccessTokens } from "./access.ts";
import { authenticate, requireAnyService, requireScope } from "./authenticate.ts";

type Middleware = MiddlewareHandler<GatewayEnv>;

/** Admits requests that carry an access token. */
export interface TokenAdmission extends Admission {
	/** Admits every valid token, with any scopes. */
	ofAnyScope: { withoutBody(): Admitted };
	/** Admits tokens that grant at least one service in full: none that is narrowed to reading. */
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
