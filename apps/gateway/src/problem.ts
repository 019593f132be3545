/** The codes of error answers and the HTTP status each one has. 402 is not among them: a decline is an answer. */
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
	/** The field's name as the request writes it. */
	field: string;
	message: string;
}

export interface ProblemOptions {
	errors?: FieldError[];
	/** Headers that belong to this error, such as `Allow` or `Retry-After`. */
	headers?: Record<string, string>;
	/** RFC 6749's error code, on the endpoints of the authorization service. */
	oauthError?: string;
	/** For the log alone. */
	cause?: unknown;
}

/**
 * A request that cannot be carried out, as its sender is told. The message is one or two sentences that say what to do
 * next; it never holds a value from the request, SQL, a path or a stack.
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

/** A 400 about one or more fields. The sentence of the first one is the message of the whole. */
export function fieldProblem(errors: [FieldError, ...FieldError[]]): Problem {
	const [first] = errors;
	return new Problem("BAD_REQUEST", first.message, { errors });
}

/** What is wrong with a form's fields, for the page that shows it again; whatever else an error is, is thrown on. */
export function refusalIn(error: unknown): string {
	if (error instanceof Problem && error.code === "BAD_REQUEST") return error.message;
	throw error;
}

/** A 429 that says in both ways how long to wait. */
export function tooManyRequests(
	reason: string,
	milliseconds: number,
	options: Pick<ProblemOptions, "oauthError"> = {},
): Problem {
	const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
	const headers = { "Retry-After": String(seconds) };
	return new Problem("TOO_MANY_REQUESTS", `${reason} Try again in ${seconds} s.`, { ...options, headers });
}

/** The one answer for an id that does not exist and for an id of another merchant. */
export function notFound(what: string): Problem {
	return new Problem("NOT_FOUND", `There is no ${what} with this id.`);
}
