import type { Payments } from "@cardseal/payments";

/** What the payers' pages act with. */
export interface Payers {
	payments: Payments;
}
