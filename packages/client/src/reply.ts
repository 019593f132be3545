/** What became of one request. */
export type Reply = Answered | Failed;

/** The gateway, or what stands before it, answered. */
export interface Answered {
	readonly kind: "answered";
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	/** Whether what was asked for may have been done, though this answer does not say so. */
	readonly mayHaveActed: boolean;
}

/** No answer came, or none that can be used. */
export interface Failed {
	readonly kind: "failed";
	/** `unreadable`: something else than the authorization service answered in its place. */
	readonly why: "connection" | "time_limit" | "unreadable";
	readonly cause: unknown;
	readonly mayHaveActed: boolean;
}

/** 402 is one: a declined card is what the merchant asked about, not a failure of asking. */
export function isAnswer({ status }: Answered): boolean {
	return status === 200 || status === 204 || status === 402;
}

/**
 * Whether a status leaves open what became of the request. A refusal (4xx) did nothing, but for one: the 409 that says when to ask
 * again is about a first request under the same Idempotency-Key that still runs.
 */
export function leavesOpen(status: number, headers: Headers): boolean {
	if (status === 409) return headers.has("Retry-After");
	const refused = status >= 400 && status < 500;
	return !refused && status !== 200 && status !== 204;
}

/** Seconds of a `Retry-After` header; `undefined` without one, or when it names a date: clocks differ. */
export function retryAfterSeconds(headers: Headers): number | undefined {
	const value = headers.get("Retry-After") ?? "";
	return /^[0-9]{1,9}$/.test(value) ? Number(value) : undefined;
}

/** The JSON object in a text; `undefined` when it is none. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
	} catch {
		return undefined;
	}
}
