import type { Admission, MerchantLimits, Service } from "@cardseal/merchants";
import { type Admitted, jsonBody } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { MiddlewareHandler } from "hono";
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
