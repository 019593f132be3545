import { type ProblemCode, problemStatuses, type Reason, reasons } from "./reasons.ts";

export interface FieldError {
	field: string;
	reason: Reason;
	message: string;
}

export interface ProblemOptions {
	errors?: FieldError[];
	headers?: Record<string, string>;
	/** A code of RFC 6749. */
	oauthError?: string;
	cause?: unknown;
}

/** The message says what to do next, and never contains a value from the request, SQL, a path or a stack. */
export class Problem extends Error {
	override readonly name = "Problem";
	readonly reason: Reason;
	readonly code: ProblemCode;
	readonly errors: FieldError[] | undefined;
	readonly headers: Record<string, string>;
	readonly oauthError: string | undefined;

	constructor(reason: Reason, message: string, options: ProblemOptions = {}) {
		super(message, { cause: options.cause });
		this.reason = reason;
		this.code = reasons[reason].code;
		this.errors = options.errors;
		this.headers = options.headers ?? {};
		this.oauthError = options.oauthError;
	}

	get status(): (typeof problemStatuses)[ProblemCode] {
		return problemStatuses[this.code];
	}
}

export function fieldProblem(errors: [FieldError, ...FieldError[]]): Problem {
	const [first] = errors;
	return new Problem(first.reason, first.message, { errors });
}

/** @throws Problem 400 when there is an error */
export function refuseFields(errors: readonly FieldError[]): void {
	const [first, ...others] = errors;
	if (first !== undefined) throw fieldProblem([first, ...others]);
}

export function refusalIn(error: unknown): Problem {
	if (error instanceof Problem && error.code === "BAD_REQUEST") return error;
	throw error;
}

export function tooManyRequests(
	limit: string,
	milliseconds: number,
	options: Pick<ProblemOptions, "oauthError"> = {},
): Problem {
	const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
	const headers = { "Retry-After": String(seconds) };
	return new Problem("too_many_requests", `${limit} Try again in ${seconds} s.`, { ...options, headers });
}

export function stillRunning(): Problem {
	return new Problem(
		"idempotency_key_in_progress",
		"The first request with this Idempotency-Key is still running. Try again in a second.",
		{ headers: { "Retry-After": "1" } },
	);
}

/** "card" for the reason `card_not_found`. */
type Named<Name extends Reason = Reason> = Name extends `${infer What}_not_found` ? What : never;

/** Another merchant's id gets the same response, so ids cannot be probed. */
export function notFound(what: Named): Problem {
	return new Problem(`${what}_not_found`, `There is no ${what.replaceAll("_", " ")} with this id.`);
}
