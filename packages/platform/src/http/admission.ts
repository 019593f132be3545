import type { MiddlewareHandler } from "hono";
import type { GatewayEnv } from "./gateway-env.ts";
import { problemSchema } from "./problem-response.ts";

export interface Admitted {
	security: Record<string, string[]>[];
	middleware: MiddlewareHandler<GatewayEnv>[];
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

export const retryAfterHeader = {
	"Retry-After": { description: "Seconds to wait before the next attempt", schema: { type: "integer" as const } },
};

/** Adds those of every route. */
export function merchantErrors<Status extends DescribedStatus>(...statuses: Status[]) {
	const described = (status: DescribedStatus) => ({
		description: descriptions[status],
		...((status === 429 || status === 503) && { headers: retryAfterHeader }),
		content: { "application/json": { schema: problemSchema } },
	});
	const all = new Set<DescribedStatus>([...statuses, 400, 429, 503]);
	return Object.fromEntries([...all].map((status) => [status, described(status)])) as Record<
		Status | 400 | 429 | 503,
		ReturnType<typeof described>
	>;
}
