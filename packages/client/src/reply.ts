export type Reply = Answered | Failed;

export interface Answered {
	kind: "answered";
	status: number;
	headers: Headers;
	text: string;
	/** True although this answer does not say so. */
	mayHaveActed: boolean;
}

export interface Failed {
	kind: "failed";
	/** `unreadable`: another server answered instead of the authorization service. */
	why: "connection" | "time_limit" | "unreadable";
	cause: unknown;
	mayHaveActed: boolean;
}

/** A declined card (402) is a result. */
export function isAnswer({ status }: Answered): boolean {
	return status === 200 || status === 204 || status === 402;
}

/** A refusal (4xx) did nothing, except a 409 with Retry-After: an earlier request under the key still runs. */
export function leavesOpen(status: number, headers: Headers): boolean {
	if (status === 409) return headers.has("Retry-After");
	const refused = status >= 400 && status < 500;
	return !refused && status !== 200 && status !== 204;
}

/** `undefined` for a date, since clocks differ. */
export function retryAfterSeconds(headers: Headers): number | undefined {
	const value = headers.get("Retry-After") ?? "";
	return /^[0-9]+$/.test(value) ? Number(value) : undefined;
}

export function isFile({ headers }: Answered): boolean {
	return headers.get("Content-Type")?.startsWith("text/csv") ?? false;
}

/** JSON, the text of a file, or `undefined` for a 204. */
export function contentOf(answered: Answered): unknown {
	if (answered.status === 204) return undefined;
	return isFile(answered) ? answered.text : JSON.parse(answered.text);
}

export function parseObject(text: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
	} catch {
		return undefined;
	}
}
