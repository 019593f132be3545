import type { Payments } from "@cardseal/payments";
import type { Subscriptions } from "@cardseal/subscriptions";

/** What payment links act with. */
export interface LinkPayers {
	payments: Payments;
}

/** What the payers' pages act with. */
export interface Payers extends LinkPayers {
	subscriptions: Subscriptions;
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
