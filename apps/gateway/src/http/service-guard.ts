import type { MiddlewareHandler } from "hono";
import type { AccessTokens } from "../oauth/access.ts";
import type { Scope } from "../oauth/scopes.ts";
import { authenticate, requireScope } from "./authenticate.ts";
import type { GatewayEnv } from "./gateway-env.ts";
import { jsonBody } from "./json-body.ts";
import { problemSchema } from "./problem-response.ts";

/** What stands before every route of the services, in this order, so that no route can forget a part of it. */
export interface ServiceGuard {
	/** A living token with the scope. */
	withoutBody(scope: Scope): MiddlewareHandler<GatewayEnv>[];
	/** The same, and a JSON object as body: nobody's body is read before it is known whose it is. */
	withBody(scope: Scope): MiddlewareHandler<GatewayEnv>[];
}

export function serviceGuard(accessTokens: AccessTokens): ServiceGuard {
	const withoutBody = (scope: Scope) => [authenticate(accessTokens), requireScope(scope)];
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
} as const;

type DescribedStatus = keyof typeof descriptions;
type ErrorResponse = { description: string; content: { "application/json": { schema: typeof problemSchema } } };

/** The error answers of a route, for its OpenAPI description. */
export function merchantErrors<Status extends DescribedStatus>(...statuses: Status[]): Record<Status, ErrorResponse> {
	const entries = statuses.map((status) => [
		status,
		{ description: descriptions[status], content: { "application/json": { schema: problemSchema } } },
	]);
	return Object.fromEntries(entries) as Record<Status, ErrorResponse>;
}
