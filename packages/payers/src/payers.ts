import type { Payments } from "@cardseal/payments";

/** What the payers' pages act with. */
export interface Payers {
	payments: Payments;
}

/** Where the card form comes from. */
export interface CardFormPlace {
	/** The origin of card frames. */
	frames: string;
	/** The address of the script. */
	script: string;
	/** The policy of a page with the card form. */
	policy: string;
}
