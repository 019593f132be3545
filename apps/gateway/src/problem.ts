/** Codes of error responses, with their HTTP status. 402 is missing: a decline is a result, not an error. */
export const problemStatuses = {
	BAD_REQUEST: 400,
	UNAUTHORIZED: 401,
	FORBIDDEN: 403,
	NOT_FOUND: 404,
	METHOD_NOT_ALLOWED: 405,
	REQUEST_TIMEOUT: 408,
	CONFLICT: 409,
	PAYLOAD_TOO_LARGE: 413,
	URI_TOO_LONG: 414,
	UNSUPPORTED_MEDIA_TYPE: 415,
	IDEMPOTENCY_MISMATCH: 422,
	TOO_MANY_REQUESTS: 429,
	HEADERS_TOO_LARGE: 431,
	INTERNAL: 500,
	UNAVAILABLE: 503,
} as const;

export type ProblemCode = keyof typeof problemStatuses;

export interface FieldError {
	/** The field's name in the request. */
	field: string;
	message: string;
}

export interface ProblemOptions {
	errors?: FieldError[];
	/** Headers of this error, such as `Allow` or `Retry-After`. */
	headers?: Record<string, string>;
	/** RFC 6749's error code, for the authorization endpoints. */
	oauthError?: string;
	/** Logged only. */
	cause?: unknown;
}

/**
 * An error of a request, as the caller sees it. The message has one or two sentences and says what to do next. It
 * never contains a value from the request, SQL, a path or a stack.
 */
export class Problem extends Error {
	override readonly name = "Problem";
	readonly code: ProblemCode;
	readonly errors: FieldError[] | undefined;
	readonly headers: Record<string, string>;
	readonly oauthError: string | undefined;

	constructor(code: ProblemCode, message: string, options: ProblemOptions = {}) {
		super(message, { cause: options.cause });
		this.code = code;
		this.errors = options.errors;
		this.headers = options.headers ?? {};
		this.oauthError = options.oauthError;
	}

	get status(): (typeof problemStatuses)[ProblemCode] {
		return problemStatuses[this.code];
	}
}

/** Returns a 400 about one or more fields. Its message is that of the first field. */
export function fieldProblem(errors: [FieldError, ...FieldError[]]): Problem {
	const [first] = errors;
	return new Problem("BAD_REQUEST", first.message, { errors });
}

/** Returns the message of a form's field error, to show the form again. Rethrows any other error. */
export function refusalIn(error: unknown): string {
	if (error instanceof Problem && error.code === "BAD_REQUEST") return error.message;
	throw error;
}

/** Returns a 429 with the wait in its message and in `Retry-After`. */
export function tooManyRequests(
	reason: string,
	milliseconds: number,
	options: Pick<ProblemOptions, "oauthError"> = {},
): Problem {
	const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
	const headers = { "Retry-After": String(seconds) };
	return new Problem("TOO_MANY_REQUESTS", `${reason} Try again in ${seconds} s.`, { ...options, headers });
}

/** Returns the 404 for an unknown id. Another merchant's id gets the same response, so ids cannot be probed. */
export function notFound(what: string): Problem {
	return new Problem("NOT_FOUND", `There is no ${what} with this id.`);
}
