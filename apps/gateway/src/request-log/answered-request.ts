import type { ShownReason } from "../reasons.ts";

/** An answered request with the credential of a merchant or partner. */
export interface AnsweredRequest {
	/** The public id of the merchant. */
	merchant: string;
	requestId: string;
	method: string;
	/** With the names of its parameters, not their values. */
	route: string;
	status: number;
	reason: ShownReason | undefined;
	durationMs: number;
	clientId: string;
	/** The transaction that it made. */
	transactionId: string | undefined;
	/** The transaction that its address may name, as id or number. It is stored only if the merchant has that transaction. */
	named: string | number | undefined;
}

/** An answered request with the time when it began: real time, ms since 1970. */
export interface LoggedRequest extends AnsweredRequest {
	createdAt: number;
}

/** Requests of a merchant that were not recorded. */
export interface ShedRequests {
	merchant: string;
	/** Real time of the first one, ms since 1970. */
	createdAt: number;
	count: number;
}
