/** A message to the child process, which knows nothing of merchants, accounts or the vault. */
export interface Call {
	id: number;
	/** The library's name of the connector, such as `authorizedotnet`. */
	connector: string;
	/** The library's configuration of the connector: secrets of the account, and `baseUrl`. */
	config: Plain;
	flow: Flow;
	/** With enums by name. */
	request: Plain;
	/** `false` for a charge without the card's security code, which is sent without the field then. */
	hasSecurityCode: boolean;
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

export interface Plain {
	[key: string]: unknown;
}

/** The processor's answer, as the library read it. */
export interface Answer {
	/** The HTTP status; 0 for `handle_event`, which makes no request. */
	status: number;
	/** With enums by name. */
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
	status?: number;
}

export type Result = { answer: Answer } | { failure: Failure };

export type FromChild =
	| { kind: "ready" }
	| { kind: "unusable"; reason: Unusable; detail: string }
	| { kind: "result"; id: number; result: Result };

export type Unusable = "not_installed" | "old_c_library" | "other";
