import type { MiddlewareHandler } from "hono";
import type { GatewayEnv } from "./gateway-env.ts";
import { problemSchema } from "./problem-response.ts";

export interface Admitted {
	security: Record<string, string[]>[];
	middleware: MiddlewareHandler<GatewayEnv>[];
	/** Shown for the web application's API only. */
	"x-step-up"?: StepUp;
}

/** Requests that need password and second factor again. */
export type StepUp = "always" | "sometimes";

const descriptions = {
	400: "The request is invalid",
	401: "The request is not authenticated",
	403: "The caller lacks the permission",
	404: "Unknown id",
	409: "The request conflicts with another one",
	413: "The body is too large",
	415: "The body is not JSON in UTF-8",
	422: "The Idempotency-Key was used for a different request",
	429: "This merchant has too many requests in flight",
	503: "The service cannot answer now; `reason` says whether the request may have been carried out",
} as const;

type DescribedStatus = keyof typeof descriptions;
type ErrorResponse = {
	description: string;
	headers?: typeof retryAfterHeader;
	content: { "application/json": { schema: typeof problemSchema } };
};

export const retryAfterHeader = {
	"Retry-After": { description: "Seconds to wait before the next attempt", schema: { type: "integer" as const } },
};

const ofEveryRoute = [400, 429, 503] as const;

export function merchantErrors<Status extends DescribedStatus>(
	...statuses: Status[]
): Record<Status | (typeof ofEveryRoute)[number], ErrorResponse> {
	const entries = [...new Set<DescribedStatus>([...statuses, ...ofEveryRoute])].map((status) => [
		status,
		{
			description: descriptions[status],
			...((status === 429 || status === 503) && { headers: retryAfterHeader }),
			content: { "application/json": { schema: problemSchema } },
		},
	]);
	return Object.fromEntries(entries) as Record<Status | (typeof ofEveryRoute)[number], ErrorResponse>;
}
