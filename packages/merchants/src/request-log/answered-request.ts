import type { ShownReason } from "@cardseal/platform";

/** The credential is a merchant's or a partner's. */
export interface AnsweredRequest {
	merchant: string;
	requestId: string;
	method: string;
	/** Names the parameters, without their values. */
	route: string;
	status: number;
	reason: ShownReason | undefined;
	durationMs: number;
	clientId: string;
	transactionId: string | undefined;
	/** An id or number in its address. */
	named: string | number | undefined;
}

/** The real time of its beginning. */
export interface LoggedRequest extends AnsweredRequest {
	createdAt: number;
}

export interface ShedRequests {
	merchant: string;
	/** The first one's real time. */
	createdAt: number;
	count: number;
}
