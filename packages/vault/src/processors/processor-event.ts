import type { Accepted, Inquiry, InquiryRequest, Modification, Outcome, ProcessorRequest } from "./processor.ts";

export interface OutcomeEvent {
	kind: "outcome";
	reference: string;
	operation: "charge" | Modification;
	outcome: Outcome | { result: "not_received" };
}

export const settlementItemKinds = ["payment", "refund", "dispute", "dispute_reversal", "fee", "adjustment"] as const;

export interface SettlementItem {
	/** Unique in the settlement. */
	id: string;
	kind: (typeof settlementItemKinds)[number];
	/** `null` for items of no transaction of ours. */
	reference: string | null;
	/** Before fees; negative for refunds, disputes and fees. */
	amountCents: number;
	/** The part that the processor keeps; 0 or more. */
	feeCents: number;
	/** ms since 1970. */
	happenedAt: number;
}

export interface SettlementEvent {
	kind: "settlement";
	settlementId: string;
	currency: string;
	/** The sum of its items less their fees. */
	netCents: number;
	paidAt: number;
	items: SettlementItem[];
}

export const disputeStates = ["open", "under_review", "won", "lost", "accepted"] as const;

export type DisputeState = (typeof disputeStates)[number];

/** A chargeback, or a change of its state. */
export interface DisputeEvent {
	kind: "dispute";
	disputeId: string;
	reference: string;
	state: DisputeState;
	amountCents: number;
	currency: string;
	/** The network's reason code, such as "10.4". */
	reasonCode: string;
	/** ms since 1970; `null` when no evidence is taken. */
	evidenceDueAt: number | null;
	/** The time at which this state began, ms since 1970. */
	happenedAt: number;
}

export const refundStates = ["pending", "succeeded", "failed"] as const;

export type RefundState = (typeof refundStates)[number];

/** A refund of a charge of ours that the gateway did not request, such as one in the processor's dashboard. */
export interface RefundEvent {
	kind: "refund";
	processorTransactionId: string;
	/** The sale or capture that it gives back. */
	originalReference: string;
	amountCents: number;
	currency: string;
	state: RefundState;
	happenedAt: number;
}

/** The id is unique for the account: a repetition is applied once. */
export type ProcessorEvent = { id: string } & (OutcomeEvent | SettlementEvent | DisputeEvent | RefundEvent);

export interface ProcessorEventPage {
	events: ProcessorEvent[];
	cursor: string;
	/** Reads on at once, also after a page without events, which otherwise ends the reading. */
	hasMore?: boolean | undefined;
}

/** ms since 1970, both ends included. */
export interface Period {
	from: number;
	to: number;
}

export interface ListedRequest {
	/** Other references are not of this gateway. */
	reference: string;
	operation: ProcessorRequest["operation"];
	amountCents: number;
	currency: string;
	/** The time of receipt, ms since 1970. */
	happenedAt: number;
	outcome: Outcome | Accepted | { result: "not_received" };
	/** The charge that it captured, refunded or voided; `null` for a charge. */
	originalReference: string | null;
	invoiceId?: string | null | undefined;
	/** The masked card: a `Brand`, four digits, `MM` and `YY`. */
	card?: { brand: string; suffix: string; expiryMonth: string; expiryYear: string } | undefined;
}

export interface RequestPage {
	requests: ListedRequest[];
	cursor: string | undefined;
}

/** A restored database may lack requests that a processor has. Moves no money. */
export interface RequestSource {
	/** May return more than the period. Absent when the processor lists nothing. */
	listRequests?(period: Period, cursor: string | undefined): Promise<RequestPage>;
	/**
	 * The reference may still be used after `not_received`.
	 *
	 * @throws when the processor cannot be reached
	 */
	lookUp(request: InquiryRequest): Promise<Inquiry>;
}

export interface WebhookRequest {
	headers: Readonly<Record<string, string>>;
	body: Uint8Array;
}

export interface ProcessorEventSource {
	/**
	 * Returns the events after a cursor, at least once; `undefined` reads from the beginning. The gateway waits 20 s for
	 * a page, so a page has a limited number of requests.
	 */
	events?(cursor: string | undefined): Promise<ProcessorEventPage>;

	/**
	 * @throws WebhookRefused when the signature or the form is wrong. After any other error the processor sends it again.
	 */
	readWebhook?(request: WebhookRequest): Promise<ProcessorEvent[]>;

	/**
	 * Gives the amount up. May be called again for the same dispute. Absent when disputes are answered at the processor
	 * only.
	 *
	 * @throws DisputeRefused when the processor takes no answer any more
	 */
	acceptDispute?(disputeId: string): Promise<void>;

	sendEvidence?(disputeId: string, evidence: DisputeEvidence): Promise<void>;
}

export interface DisputeEvidence {
	explanation: string;
	productDescription: string | null;
	shippingCarrier: string | null;
	shippingTrackingNumber: string | null;
}

export class WebhookRefused extends Error {
	override name = "WebhookRefused";
}

/** The processor's final refusal of an answer, with its reason for the merchant. */
export class DisputeRefused extends Error {
	override name = "DisputeRefused";
}
