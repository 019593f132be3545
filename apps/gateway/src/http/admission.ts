import type { MiddlewareHandler } from "hono";
import type { AccessTokens } from "../oauth/access.ts";
import type { Scope } from "../oauth/scopes.ts";
import { authenticate, requireScope } from "./authenticate.ts";
import type { GatewayEnv } from "./gateway-env.ts";
import { jsonBody } from "./json-body.ts";
import { problemSchema } from "./problem-response.ts";
import { limitUnderWay } from "./under-way.ts";

/** What stands before every route of the services, in this order, so that no route can forget a part of it. */
export interface Admission {
	/** A living token with the scope, or of any scope, and a merchant that has not too much under way. */
	withoutBody(scope: Scope | "any"): MiddlewareHandler<GatewayEnv>[];
	/** The same, and a JSON object as body: nobody's body is read before it is known whose it is. */
	withBody(scope: Scope | "any"): MiddlewareHandler<GatewayEnv>[];
}

export function admissionBy(accessTokens: AccessTokens): Admission {
	// One for all routes: a merchant's share is of the whole gateway.
	const underWay = limitUnderWay();
	const authenticated = authenticate(accessTokens);
	const withoutBody = (scope: Scope | "any") =>
		scope === "any" ? [authenticated, underWay] : [authenticated, requireScope(scope), underWay];
	return { withoutBody, withBody: (scope) => [...withoutBody(scope), jsonBody] };
}

const descriptions = {
	400: "Something in the request is wrong",
	401: "There is no valid access token",
	403: "The token lacks the scope",
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
