/** The reason why a request was not carried out, for pages. */
export type ProblemKind =
	/** The gateway has read the request and says no. */
	| "refused"
	/** This person may not. */
	| "forbidden"
	/** The user has to confirm with password and second factor, and did not. */
	| "unconfirmed"
	| "not-found"
	| "too-many"
	/** There is no session any more. */
	| "signed-out"
	/** The gateway failed, or its response is no JSON of ours. */
	| "failed"
	/** The gateway was not reached, or its answer was lost. */
	| "unreachable";

export interface FieldProblem {
	/** The field's name as the request writes it. */
	field: string;
	message: string;
}

/** A request that failed, or whose outcome is unknown. */
export class RequestProblem extends Error {
	override readonly name = "RequestProblem";
	readonly kind: ProblemKind;
	/** 0 when there was no answer. */
	readonly status: number;
	readonly fields: FieldProblem[];
	/** Quoted when asking support. */
	readonly requestId: string | undefined;

	constructor(
		kind: ProblemKind,
		message: string,
		{ status = 0, fields = [], requestId }: { status?: number; fields?: FieldProblem[]; requestId?: string } = {},
	) {
		super(message);
		this.kind = kind;
		this.status = status;
		this.fields = fields;
		this.requestId = requestId;
	}

	/** True when the request may have succeeded: a payment must then not be called failed. */
	get isOutcomeUnknown(): boolean {
		return this.kind === "failed" || this.kind === "unreachable";
	}
}

const kinds: Record<number, ProblemKind> = { 401: "signed-out", 403: "forbidden", 404: "not-found", 429: "too-many" };

/**
 * Returns true when the refusal of a repeated request also holds for the first one: the gateway has looked up its key by then and
 * found none. A refusal before that lookup (no permission, signed out, too many requests) leaves the outcome unknown.
 */
export function saysThatNothingHappened({ kind, status }: RequestProblem): boolean {
	return kind === "refused" && (status === 400 || status === 422);
}

/** Reads the gateway's refusal. */
export function problemOf(status: number, body: unknown): RequestProblem {
	const { message, errors, request_id: requestId } = (isObject(body) ? body : {}) as Record<string, unknown>;
	const kind = needsStepUp(status, body) ? "unconfirmed" : (kinds[status] ?? (status >= 500 ? "failed" : "refused"));
	return new RequestProblem(kind, typeof message === "string" ? message : "", {
		status,
		fields: Array.isArray(errors) ? errors.filter(isFieldProblem) : [],
		...(typeof requestId === "string" && { requestId }),
	});
}

/** Returns true when the gateway wants password and second factor again before it carries out this request. */
export function needsStepUp(status: number, body: unknown): boolean {
	return status === 403 && isObject(body) && "reason" in body && body.reason === "step_up_required";
}

function isObject(value: unknown): value is object {
	return typeof value === "object" && value !== null;
}

function isFieldProblem(value: unknown): value is FieldProblem {
	return isObject(value) && "field" in value && "message" in value;
}
