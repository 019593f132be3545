export type ProblemKind =
	| "refused"
	| "forbidden"
	| "unconfirmed"
	| "not-found"
	| "too-many"
	| "signed-out"
	/** Or its response is no JSON of ours. */
	| "failed"
	/** Or its answer was lost. */
	| "unreachable";

export interface FieldProblem {
	field: string;
	message: string;
}

export class RequestProblem extends Error {
	override readonly name = "RequestProblem";
	readonly kind: ProblemKind;
	/** 0 when there was no answer. */
	readonly status: number;
	readonly fields: FieldProblem[];
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

	/** The request may have succeeded: a payment must then not be called failed. */
	get isOutcomeUnknown(): boolean {
		return this.kind === "failed" || this.kind === "unreachable";
	}
}

const kinds: Record<number, ProblemKind> = { 401: "signed-out", 403: "forbidden", 404: "not-found", 429: "too-many" };

/** A repeated request's refusal holds for the first one too, unless it came before the gateway looked up the key. */
export function saysThatNothingHappened({ kind, status }: RequestProblem): boolean {
	return kind === "refused" && (status === 400 || status === 422);
}

export function problemOf(status: number, body: unknown): RequestProblem {
	const { message, errors, request_id: requestId } = (isObject(body) ? body : {}) as Record<string, unknown>;
	const ofStatus = kinds[status] ?? (status >= 500 && !isPlainRefusal(body) ? "failed" : "refused");
	const kind = needsStepUp(status, body) ? "unconfirmed" : ofStatus;
	return new RequestProblem(kind, typeof message === "string" ? message : "", {
		status,
		fields: Array.isArray(errors) ? errors.filter(isFieldProblem) : [],
		...(typeof requestId === "string" && { requestId }),
	});
}

/** Reasons of status 503 that tell what to do; nothing happened. */
const plainRefusals: readonly unknown[] = [
	"no_processor",
	"processor_refuses_account",
	"processor_unreachable",
	"restored",
];

function isPlainRefusal(body: unknown): boolean {
	return isObject(body) && "reason" in body && plainRefusals.includes(body.reason);
}

export function needsStepUp(status: number, body: unknown): boolean {
	return status === 403 && isObject(body) && "reason" in body && body.reason === "step_up_required";
}

function isObject(value: unknown): value is object {
	return typeof value === "object" && value !== null;
}

function isFieldProblem(value: unknown): value is FieldProblem {
	return isObject(value) && "field" in value && "message" in value;
}
