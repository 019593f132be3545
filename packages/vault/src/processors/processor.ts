import type { Card } from "../card.ts";

export type Operation = "sale" | "authorization";

/** What a processor is asked to do with a card. */
export interface ChargeRequest {
	/** Our name for the charge. A processor acts on a reference at most once. */
	reference: string;
	operation: Operation;
	amountCents: number;
	currency: string;
	card: Card;
}

/** How a decline is to be taken: try again later, never again, or with corrected data. */
export type DeclineClass = "soft" | "hard" | "data";

/** A processor's final word on a charge. */
export type Outcome =
	| { result: "approved"; message: string; authorizationCode: string; processorTransactionId: string }
	| { result: "declined"; message: string; declineClass: DeclineClass; processorTransactionId: string };

/** The answer to an inquiry. `not_received` is final too: see `Processor.inquire`. */
export type Inquiry = Outcome | { result: "not_received" };

/**
 * Whoever moves the money. Implementations live in the vault, because authorising needs the card number.
 */
export interface Processor {
	/** The name that records carry. */
	readonly name: string;

	/**
	 * Asks for a charge. A promise that rejects, or does not settle in time, says nothing about the outcome: the charge
	 * may have been made. Only `inquire` tells then.
	 */
	submit(request: ChargeRequest): Promise<Outcome>;

	/**
	 * Asks what became of a reference. After `not_received` the processor refuses that reference for ever, so that a
	 * request still under way somewhere cannot charge later what was settled here as not charged.
	 *
	 * @throws when the processor cannot be reached; ask again
	 */
	inquire(reference: string): Promise<Inquiry>;
}
