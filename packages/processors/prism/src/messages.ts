/**
 * A message between the adapter and its child process. Structured clones of plain data: the child knows nothing of merchants,
 * accounts or the vault.
 */
export interface Call {
	id: number;
	/** The library's name of the connector, such as `authorizedotnet`. */
	connector: string;
	/** The library's configuration of the connector: secrets of the account, and `baseUrl`. */
	config: Plain;
	flow: Flow;
	/** The library's request, with enums by name. */
	request: Plain;
	/** `false` for a charge without the card's security code, which is sent without the field then. */
	hasSecurityCode: boolean;
	/** Headers to add to the HTTP request, such as an idempotency key. */
	headers: Record<string, string>;
	timeoutMs: number;
}

/** The library's flows that are used. `handle_event` reads a webhook; the others make one HTTP request. */
export type Flow =
	| "authorize"
	| "capture"
	| "charge"
	| "get"
	| "handle_event"
	| "refund"
	| "refund_get"
	| "setup_recurring"
	| "void";

/** JSON-like data. */
export interface Plain {
	[key: string]: unknown;
}

/** The processor's answer, as the library read it. */
export interface Answer {
	/** The HTTP status; 0 for `handle_event`, which makes no request. */
	status: number;
	/** The library's response, with enums by name. */
	response: Plain;
	/** The processor's own JSON, if it is JSON: for what the library leaves out. */
	body: unknown;
}

/** A call without an answer. */
export interface Failure {
	/** `true` when it is certain that no request reached the processor. */
	isUnsent: boolean;
	/** In capitals: the library's code, or one of ours. Never free text, which may repeat what was sent. */
	code: string;
	/** The field that the library misses or refuses. */
	field?: string;
	/** The HTTP status, if there was one. */
	status?: number;
}

export type Result = { answer: Answer } | { failure: Failure };

/** The child's first message, and its answers. */
export type FromChild =
	| { kind: "ready" }
	| { kind: "unusable"; reason: Unusable; detail: string }
	| { kind: "result"; id: number; result: Result };

/** The reasons for which the library cannot be loaded. */
export type Unusable = "not_installed" | "old_c_library" | "other";
