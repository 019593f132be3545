import { type Answered, parseObject, type Reply, retryAfterSeconds } from "./reply.ts";

/** The gateway's own codes, one for each kind of refusal. */
const gatewayCodes = [
	"BAD_REQUEST",
	"UNAUTHORIZED",
	"FORBIDDEN",
	"NOT_FOUND",
	"METHOD_NOT_ALLOWED",
	"REQUEST_TIMEOUT",
	"CONFLICT",
	"PAYLOAD_TOO_LARGE",
	"URI_TOO_LONG",
	"UNSUPPORTED_MEDIA_TYPE",
	"IDEMPOTENCY_MISMATCH",
	"TOO_MANY_REQUESTS",
	"HEADERS_TOO_LARGE",
	"INTERNAL",
	"UNAVAILABLE",
] as const;

/** Why a call came to nothing, when no refusal of the gateway says it. */
const clientCodes = [
	/** The connection could not be made, or broke. */
	"CONNECTION",
	/** The time allowed for one attempt, or for the whole call, has passed. */
	"TIME_LIMIT",
	/** The caller's own signal fired. */
	"ABORTED",
	/** Something answered that is not this API: a proxy's page, a redirect. */
	"UNREADABLE",
] as const;

export type ErrorCode = (typeof gatewayCodes)[number] | (typeof clientCodes)[number];

/** A field of the request that is at fault, and what to do about it. */
export interface FieldError {
	readonly field: string;
	readonly message: string;
}

interface Circumstances {
	readonly outcomeUnknown: boolean;
	readonly idempotencyKey: string | undefined;
}

interface Details extends Circumstances {
	readonly status?: number | undefined;
	readonly fields?: readonly FieldError[] | undefined;
	readonly requestId?: string | undefined;
	readonly retryAfterSeconds?: number | undefined;
	readonly cause?: unknown;
}

/** A call that brought no answer. A declined card is an answer and never comes as one of these. */
export class CallError extends Error {
	override readonly name = "CallError";
	readonly code: ErrorCode;
	/**
	 * Whether the gateway may have done what was asked, though no answer says so. Then ask again with the same `idempotencyKey`, or
	 * look it up; a new request could take the money twice.
	 */
	readonly outcomeUnknown: boolean;
	/** The key that the call was sent under. */
	readonly idempotencyKey: string | undefined;
	/** HTTP status of the refusal. */
	readonly status: number | undefined;
	/** The fields at fault; empty when the request was refused as a whole. */
	readonly fields: readonly FieldError[];
	/** To quote when asking the operator for help. */
	readonly requestId: string | undefined;
	readonly retryAfterSeconds: number | undefined;

	constructor(code: ErrorCode, message: string, details: Details) {
		super(message, { cause: details.cause });
		this.code = code;
		this.outcomeUnknown = details.outcomeUnknown;
		this.idempotencyKey = details.idempotencyKey;
		this.status = details.status;
		this.fields = details.fields ?? [];
		this.requestId = details.requestId;
		this.retryAfterSeconds = details.retryAfterSeconds;
	}
}

const failures = {
	connection: ["CONNECTION", "The gateway cannot be reached, or the connection broke."],
	time_limit: ["TIME_LIMIT", "The gateway did not answer in time."],
	unreadable: ["UNREADABLE", "The authorization service gave no access token that can be read. Check authUrl."],
} as const;

/** The error for the reply after which a call is given up. */
export function errorOfReply(reply: Reply, circumstances: Circumstances): CallError {
	if (reply.kind === "answered") return errorOfAnswer(reply, circumstances);
	const [code, message] = failures[reply.why];
	return new CallError(code, message, { ...circumstances, cause: reply.cause });
}

/** The error of a call that has taken longer than it may as a whole. */
export function timeLimitError(circumstances: Circumstances): CallError {
	const [code, message] = failures.time_limit;
	return new CallError(code, message, circumstances);
}

/** The error of a call that its caller has given up. `reason` is the signal's. */
export function abortError(reason: unknown, circumstances: Circumstances): CallError {
	return new CallError("ABORTED", "The call was given up by its caller.", { ...circumstances, cause: reason });
}

function errorOfAnswer({ status, headers, text }: Answered, circumstances: Circumstances): CallError {
	const body = parseObject(text) ?? {};
	const requestId = headers.get("X-Request-Id") ?? undefined;
	const details = { ...circumstances, status, requestId, retryAfterSeconds: retryAfterSeconds(headers) };
	const code = gatewayCodes.find((known) => known === body.code);
	if (code === undefined || typeof body.message !== "string") {
		// What else answers may repeat the request, so none of its text goes into the error.
		return new CallError("UNREADABLE", `The answer with status ${status} is not one of the gateway's.`, details);
	}
	return new CallError(code, body.message, { ...details, fields: fieldErrors(body.errors) });
}

function fieldErrors(errors: unknown): FieldError[] {
	return Array.isArray(errors) ? errors.filter(isFieldError) : [];
}

function isFieldError(value: unknown): value is FieldError {
	const { field, message } = (value ?? {}) as Partial<FieldError>;
	return typeof field === "string" && typeof message === "string";
}
