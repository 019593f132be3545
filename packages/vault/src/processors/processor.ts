import type { Card } from "../cards/card.ts";

export type Operation = "sale" | "authorization";

/** What a processor is asked to do with a card. */
export interface ChargeRequest {
	/** Our name for the request. A processor acts on a reference at most once. */
	reference: string;
	/** A verification asks whether the card is good, without an amount. */
	operation: Operation | "verification";
	/**
	 * Who asks for it: card networks want to know where no cardholder is there, and take no security code then (PCI DSS 3.3.1).
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

/** How a decline is to be taken: try again later, never again, or with corrected data. */
export type DeclineClass = "soft" | "hard" | "data";

/**
 * Why a processor declines: a closed list that every processor's own codes are translated into. Where no other fits, it is
 * `do_not_honour`, as banks say that give no reason.
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
	/** A capture, refund or void that what came before does not allow. */
	"not_permitted",
] as const;

export type DeclineCode = (typeof declineCodes)[number];

/**
 * Mastercard's merchant advice codes, as far as somebody acts on them: what the bank that declined wants done about the next
 * try. 03 and 21 forbid one; the others name the time that is to pass before it.
 */
export type AdviceCode = "03" | "21" | "24" | "25" | "26" | "27" | "28" | "29" | "30";

/** A processor's final word on a charge. */
export type Outcome =
	| { result: "approved"; message: string; authorizationCode: string; processorTransactionId: string }
	| {
			result: "declined";
			message: string;
			declineClass: DeclineClass;
			declineCode: DeclineCode;
			/** Where the bank gave one. */
			adviceCode?: AdviceCode | undefined;
			processorTransactionId: string;
	  };

/** The answer to an inquiry. `not_received` is final too: see `Processor.inquire`. */
export type Inquiry = Outcome | { result: "not_received" };

/**
 * Whoever moves the money. Implementations live in the vault, because authorising needs the card number.
 */
export interface Processor {
	/** The name that records carry. */
	readonly name: string;

	/**
	 * Asks for a charge, or for what follows one. A promise that rejects, or does not settle in time, says nothing about
	 * the outcome: it may have been done. Only `inquire` tells then.
	 */
	submit(request: ProcessorRequest): Promise<Outcome>;

	/**
	 * Asks what became of a reference. After `not_received` the processor refuses that reference for ever, so that a
	 * request still under way somewhere cannot charge later what was settled here as not charged.
	 *
	 * @throws when the processor cannot be reached; ask again
	 */
	inquire(reference: string): Promise<Inquiry>;
}
