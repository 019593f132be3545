import type { Accepted, Inquiry, InquiryRequest, Modification, Outcome, ProcessorRequest } from "./processor.ts";

export interface OutcomeNotice {
	kind: "outcome";
	/** Our reference of the request. */
	reference: string;
	/** A charge is a sale, an authorization or a verification. Other operations are not applied. */
	operation: "charge" | Modification;
	outcome: Outcome | { result: "not_received" };
}

export const settlementItemKinds = ["payment", "refund", "dispute", "dispute_reversal", "fee", "adjustment"] as const;

/** A part that a settlement pays or takes. */
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

/** The processor pays it to the merchant's bank account for a period. */
export interface SettlementNotice {
	kind: "settlement";
	/** The processor's own id. */
	settlementId: string;
	currency: string;
	/** The sum of its items less their fees. */
	netCents: number;
	/** The time of the payment, ms since 1970. */
	paidAt: number;
	items: SettlementItem[];
}

export const disputeStates = ["open", "under_review", "won", "lost", "accepted"] as const;

export type DisputeState = (typeof disputeStates)[number];

/** A chargeback, or a change of its state. */
export interface DisputeNotice {
	kind: "dispute";
	/** The processor's own id. */
	disputeId: string;
	/** Our reference of the charge. */
	reference: string;
	state: DisputeState;
	amountCents: number;
	currency: string;
	/** The network's reason code, such as "10.4". */
	reasonCode: string;
	/** The end of the time for evidence, ms since 1970; `null` when none is taken. */
	evidenceDueAt: number | null;
	/** The time at which this state began, ms since 1970. */
	happenedAt: number;
}

/**
 * A message that a processor sends unasked. The id is unique for the account, so that a repetition is applied once.
 */
export type Notice = { id: string } & (OutcomeNotice | SettlementNotice | DisputeNotice);

export interface NoticePage {
	notices: Notice[];
	cursor: string;
}

/** A time, in ms since 1970, both ends included. */
export interface Period {
	from: number;
	to: number;
}

/** A request that a processor has in its books, as it lists them. */
export interface ListedRequest {
	/** Another one is not of this gateway. */
	reference: string;
	operation: ProcessorRequest["operation"];
	amountCents: number;
	currency: string;
	/** The time at which it got the request, ms since 1970. */
	happenedAt: number;
	outcome: Outcome | Accepted | { result: "not_received" };
	/** Our reference of the charge that it captured, refunded or voided; `null` for a charge. */
	originalReference: string | null;
	/** The `invoiceId` of a charge, if the processor tells it. */
	invoiceId?: string | null | undefined;
	/** The masked card, if the processor tells it: the brand as people write it, four digits, `MM` and `YY`. */
	card?: { brand: string; suffix: string; expiryMonth: string; expiryYear: string } | undefined;
}

/** A page of requests, and the position from which the next one continues; `undefined` after the last. */
export interface RequestPage {
	requests: ListedRequest[];
	cursor: string | undefined;
}

/** Lists the requests that a processor has and a restored database may lack. Sends nothing that moves money. */
export interface RequestSource {
	/** Returns what it carried out in a period, and may return more. Absent when the processor lists nothing. */
	listRequests?(period: Period, cursor: string | undefined): Promise<RequestPage>;
	/**
	 * Asks for a reference that our own journal may have lost. Unlike an inquiry, it decides nothing: the reference may be used
	 * after `not_received`.
	 *
	 * @throws when the processor cannot be reached
	 */
	lookUp(request: InquiryRequest): Promise<Inquiry>;
}

/** A request of a processor to our webhook address. */
export interface WebhookRequest {
	/** Names in lower case. */
	headers: Readonly<Record<string, string>>;
	body: Uint8Array;
}

/** The source of a processor's notices, if it sends any. */
export interface NoticeSource {
	/**
	 * Returns what happened since a cursor; `undefined` reads from the beginning. At least once: a notice may come again.
	 */
	notices?(cursor: string | undefined): Promise<NoticePage>;

	/**
	 * Reads the notices of a webhook request.
	 *
	 * @throws WebhookRefused when the signature or the form is wrong. After any other error the processor is asked to send it again.
	 */
	readWebhook?(request: WebhookRequest): Promise<Notice[]>;

	/**
	 * Accepts a dispute: the merchant gives the amount up. May be called again for the same dispute. Absent when disputes are
	 * answered at the processor only.
	 *
	 * @throws DisputeRefused when the processor takes no answer any more
	 */
	acceptDispute?(disputeId: string): Promise<void>;

	/** Sends the merchant's evidence, under the same terms. */
	sendEvidence?(disputeId: string, evidence: DisputeEvidence): Promise<void>;
}

/** A merchant's evidence that a disputed charge is right. */
export interface DisputeEvidence {
	explanation: string;
	productDescription: string | null;
	shippingCarrier: string | null;
	shippingTrackingNumber: string | null;
}

/** A webhook request with a wrong signature or form, which would be no better the next time. */
export class WebhookRefused extends Error {
	override name = "WebhookRefused";
}

/** A processor's final refusal of an answer to a dispute: its reason, for the merchant. */
export class DisputeRefused extends Error {
	override name = "DisputeRefused";
}
