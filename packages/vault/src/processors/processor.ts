import type { Card } from "../cards/card.ts";

export type Operation = "sale" | "authorization";

/** A request to a processor about a card. */
export interface ChargeRequest {
	/** Our reference of the request. A processor acts on a reference at most once. */
	reference: string;
	/** A verification checks the card without an amount. */
	operation: Operation | "verification";
	/**
	 * The initiator. Card networks need to know when no cardholder is present, and then take no security code (PCI DSS
	 * 3.3.1).
	 */
	initiatedBy: "cardholder" | "merchant";
	/** 0 for a verification. */
	amountCents: number;
	currency: string;
	card: Card;
}

/** A request about a charge that was approved before. It needs no card. */
export type Modification = "capture" | "refund" | "void";

/** A request to a processor to capture, refund or void what it approved before. */
export interface ModificationRequest {
	reference: string;
	operation: Modification;
	amountCents: number;
	currency: string;
	/** The reference of the authorization, sale or capture that it is about. */
	original: string;
}

export type ProcessorRequest = ChargeRequest | ModificationRequest;

/** The meaning of a decline for retries: try again later, never again, or with corrected data. */
export type DeclineClass = "soft" | "hard" | "data";

/**
 * Reasons for a decline: a closed list that every processor's codes are mapped to. `do_not_honour` is the default, as
 * banks use it without a reason.
 */
export const declineCodes = [
	"do_not_honour",
	"insufficient_funds",
	"expired_card",
	"lost_card",
	"stolen_card",
	"incorrect_cvv",
	"processing_error",
	/** The request never reached the processor. */
	"not_received",
	/** A capture, refund or void that the earlier transactions do not allow. */
	"not_permitted",
] as const;

export type DeclineCode = (typeof declineCodes)[number];

/**
 * Mastercard merchant advice codes that change behaviour: the issuer's wish for the next attempt. 03 and 21 forbid one;
 * the others give a delay.
 */
export type AdviceCode = "03" | "21" | "24" | "25" | "26" | "27" | "28" | "29" | "30";

/** A processor's final outcome of a charge. */
export type Outcome =
	| { result: "approved"; message: string; authorizationCode: string; processorTransactionId: string }
	| {
			result: "declined";
			message: string;
			declineClass: DeclineClass;
			declineCode: DeclineCode;
			/** Present when the bank gave one. */
			adviceCode?: AdviceCode | undefined;
			processorTransactionId: string;
	  };

/** The response to an inquiry. `not_received` is final too: see `Processor.inquire`. */
export type Inquiry = Outcome | { result: "not_received" };

/** A card processor. Implementations are part of the vault, because authorising needs the card number. */
export interface Processor {
	name: string;

	/**
	 * Requests a charge, or a capture, refund or void. A rejected or late promise says nothing about the outcome: the
	 * request may have succeeded. Only `inquire` tells.
	 */
	submit(request: ProcessorRequest): Promise<Outcome>;

	/**
	 * Asks for the outcome of a reference. After `not_received` the processor refuses that reference for ever, so that
	 * a request still in flight cannot charge after it was recorded as not charged.
	 *
	 * @throws when the processor cannot be reached; ask again
	 */
	inquire(reference: string): Promise<Inquiry>;
}
