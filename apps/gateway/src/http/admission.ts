import type { MiddlewareHandler } from "hono";
import type { Scope } from "../oauth/scopes.ts";
import type { AccessTokens } from "../oauth/token/access.ts";
import { authenticate, requireScope } from "../oauth/token/authenticate.ts";
import type { Permission } from "../staff/members/permissions.ts";
import { jsonBody } from "./body/json-body.ts";
import type { GatewayEnv } from "./gateway-env.ts";
import { problemSchema } from "./problem-response.ts";

type Middleware = MiddlewareHandler<GatewayEnv>;

/** The part of a route that says who is let in, for its description and for its requests. */
export interface Admitted {
	security: Record<string, string[]>[];
	middleware: Middleware[];
}

/**
 * What stands before every route of the services, so that no route can forget a part of it. Each route says by which scope
 * a token reaches it, and by which permission a staff member does; which of the two counts depends on who is admitted.
 */
export interface Admission {
	/** Whoever may do this, and a merchant that has not too much under way. */
	withoutBody(scope: Scope, permission: Permission): Admitted;
	/** The same, and a JSON object as body: nobody's body is read before it is known whose it is. */
	withBody(scope: Scope, permission: Permission): Admitted;
}

/** Admits those who carry an access token. */
export interface TokenAdmission extends Admission {
	/** Those whose token is good for anything. */
	ofAnyScope: { withoutBody(): Admitted; withBody(): Admitted };
}

/** @param inFlight one for all routes: a merchant's share is of the whole gateway */
export function createTokenAdmission(accessTokens: AccessTokens, inFlight: Middleware): TokenAdmission {
	const security = [{ bearer: [] }];
	const authenticated = authenticate(accessTokens);
	const admit = (...middleware: Middleware[]): Admitted => ({ security, middleware });
	return {
		withoutBody: (scope) => admit(authenticated, requireScope(scope), inFlight),
		withBody: (scope) => admit(authenticated, requireScope(scope), inFlight, jsonBody),
		ofAnyScope: {
			withoutBody: () => admit(authenticated, inFlight),
			withBody: () => admit(authenticated, inFlight, jsonBody),
		},
	};
}

const descriptions = {
	400: "Something in the request is wrong",
	401: "The request does not prove whose it is",
	403: "Whoever sent the request may not do this",
	404: "There is nothing with this id",
	409: "The request conflicts with another one",
	413: "The body is too large",
	415: "The body is not JSON in UTF-8",
	422: "The Idempotency-Key was used for another request",
	429: "Too many requests of this merchant are under way",
} as const;

type DescribedStatus = keyof typeof descriptions;
type ErrorResponse = { description: string; content: { "application/json": { schema: typeof problemSchema } } };

/** The error answers of a route, for its OpenAPI description; 429 may come from each. */
export function merchantErrors<Status extends DescribedStatus>(
	...statuses: Status[]
): Record<Status | 429, ErrorResponse> {
	const entries = [...statuses, 429 as const].map((status) => [
		status,
		{ description: descriptions[status], content: { "application/json": { schema: problemSchema } } },
	]);
	return Object.fromEntries(entries) as Record<Status | 429, ErrorResponse>;
}
