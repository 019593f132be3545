import type { Accepted, Inquiry, InquiryRequest, Modification, Outcome, ProcessorRequest } from "./processor.ts";

export interface OutcomeEvent {
	kind: "outcome";
	reference: string;
	operation: "charge" | Modification;
	outcome: Outcome | { result: "not_received" };
}

export const settlementItemKinds = ["payment", "refund", "dispute", "dispute_reversal", "fee", "adjustment"] as const;

export interface SettlementItem {
	id: string;
	kind: (typeof settlementItemKinds)[number];
	/** `null`: none of ours. */
	reference: string | null;
	/** Before fees; negative for refunds, disputes and fees. */
	amountCents: number;
	/** 0 or more. */
	feeCents: number;
	happenedAt: number;
}

export interface SettlementEvent {
	kind: "settlement";
	settlementId: string;
	currency: string;
	netCents: number;
	paidAt: number;
	items: SettlementItem[];
}

export const disputeStates = ["open", "under_review", "won", "lost", "accepted"] as const;

export type DisputeState = (typeof disputeStates)[number];

export interface DisputeEvent {
	kind: "dispute";
	disputeId: string;
	reference: string;
	state: DisputeState;
	amountCents: number;
	currency: string;
	/** Such as "10.4". */
	reasonCode: string;
	/** `null`: no evidence is taken. */
	evidenceDueAt: number | null;
	happenedAt: number;
}

export const refundStates = ["pending", "succeeded", "failed"] as const;

export type RefundState = (typeof refundStates)[number];

/** A refund that the gateway did not request. */
export interface RefundEvent {
	kind: "refund";
	processorTransactionId: string;
	/** A sale or capture. */
	originalReference: string;
	amountCents: number;
	currency: string;
	state: RefundState;
	happenedAt: number;
}

/** Unique for the account: a repetition is applied once. */
export type ProcessorEvent = { id: string } & (OutcomeEvent | SettlementEvent | DisputeEvent | RefundEvent);

export interface ProcessorEventPage {
	events: ProcessorEvent[];
	cursor: string;
	/** A page without events otherwise ends the reading. */
	hasMore?: boolean | undefined;
}

/** Both ends included. */
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
	happenedAt: number;
	outcome: Outcome | Accepted | { result: "not_received" };
	/** `null` for a charge. */
	originalReference: string | null;
	invoiceId?: string | null | undefined;
	/** A `Brand`, four digits, `MM` and `YY`. */
	card?: { brand: string; suffix: string; expiryMonth: string; expiryYear: string } | undefined;
}

export interface RequestPage {
	requests: ListedRequest[];
	cursor: string | undefined;
}

/** Finds requests that a restored database lacks. */
export interface RequestSource {
	/** May exceed the period. Absent when the processor lists nothing. */
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
	/** At least once. The gateway waits 20 s for a page. */
	events?(cursor: string | undefined): Promise<ProcessorEventPage>;

	/** @throws WebhookRefused for a wrong signature or form; after any other error the processor sends it again */
	readWebhook?(request: WebhookRequest): Promise<ProcessorEvent[]>;

	/**
	 * Gives the amount up. Repeatable. Absent when disputes are answered at the processor only.
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

/** Final, with its reason for the merchant. */
export class DisputeRefused extends Error {
	override name = "DisputeRefused";
}
