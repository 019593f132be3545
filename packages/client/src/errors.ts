import type { Schemas } from "./generated/api.ts";
import { type Answered, parseObject, type Reply, retryAfterSeconds } from "./reply.ts";

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

const clientCodes = [
	"CONNECTION",
	/** An attempt's or the call's. */
	"TIME_LIMIT",
	/** The caller's own signal fired. */
	"ABORTED",
	/** A proxy's page, or a redirect. */
	"UNREADABLE",
] as const;

export type ErrorCode = (typeof gatewayCodes)[number] | (typeof clientCodes)[number];

/** A newer gateway may have further ones. */
export type Reason = Schemas["Reason"] | (string & {});

/** The message says how to correct it. */
export interface FieldError {
	field: string;
	code: Reason;
	message: string;
}

interface Circumstances {
	outcomeUnknown: boolean;
	idempotencyKey: string | undefined;
}

interface Details extends Circumstances {
	status?: number | undefined;
	reason?: Reason | undefined;
	fields?: readonly FieldError[] | undefined;
	requestId?: string | undefined;
	retryAfterSeconds?: number | undefined;
	cause?: unknown;
}

/** A declined card is an answer, not an error. */
export class CallError extends Error {
	override readonly name = "CallError";
	readonly code: ErrorCode;
	/**
	 * The gateway may have acted. Retry with the same `idempotencyKey`, or look it up; a new request could charge twice.
	 */
	readonly outcomeUnknown: boolean;
	readonly idempotencyKey: string | undefined;
	readonly status: number | undefined;
	/** For programs: messages may change, reasons may not. */
	readonly reason: Reason | undefined;
	/** Empty when the request was refused as a whole. */
	readonly fields: readonly FieldError[];
	/** For questions to the operator. */
	readonly requestId: string | undefined;
	readonly retryAfterSeconds: number | undefined;

	constructor(code: ErrorCode, message: string, details: Details) {
		super(message, { cause: details.cause });
		this.code = code;
		this.outcomeUnknown = details.outcomeUnknown;
		this.idempotencyKey = details.idempotencyKey;
		this.status = details.status;
		this.reason = details.reason;
		this.fields = details.fields ?? [];
		this.requestId = details.requestId;
		this.retryAfterSeconds = details.retryAfterSeconds;
	}
}

const failures = {
	connection: ["CONNECTION", "The gateway cannot be reached, or the connection broke."],
	time_limit: ["TIME_LIMIT", "The gateway did not answer in time."],
	unreadable: ["UNREADABLE", "The authorization service returned no readable access token. Check authUrl."],
} as const;

export function errorOfReply(reply: Reply, circumstances: Circumstances): CallError {
	if (reply.kind === "answered") return errorOfAnswer(reply, circumstances);
	const [code, message] = failures[reply.why];
	return new CallError(code, message, { ...circumstances, cause: reply.cause });
}

export function timeLimitError(circumstances: Circumstances): CallError {
	const [code, message] = failures.time_limit;
	return new CallError(code, message, circumstances);
}

export function abortError(reason: unknown, circumstances: Circumstances): CallError {
	return new CallError("ABORTED", "The caller aborted the call.", { ...circumstances, cause: reason });
}

function errorOfAnswer({ status, headers, text }: Answered, circumstances: Circumstances): CallError {
	const body = parseObject(text) ?? {};
	const requestId = headers.get("X-Request-Id") ?? undefined;
	const details = { ...circumstances, status, requestId, retryAfterSeconds: retryAfterSeconds(headers) };
	const code = gatewayCodes.find((known) => known === body.code);
	if (code === undefined || typeof body.message !== "string") {
		// Another server's response may repeat the request.
		return new CallError("UNREADABLE", `The response with status ${status} is not from the gateway.`, details);
	}
	const reason = typeof body.reason === "string" ? body.reason : undefined;
	return new CallError(code, body.message, { ...details, reason, fields: fieldErrors(body.errors) });
}

function fieldErrors(errors: unknown): FieldError[] {
	return Array.isArray(errors) ? errors.filter(isFieldError) : [];
}

function isFieldError(value: unknown): value is FieldError {
	const { field, code, message } = (value ?? {}) as Partial<FieldError>;
	return typeof field === "string" && typeof code === "string" && typeof message === "string";
}
