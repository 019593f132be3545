import type { Eft } from "@cardseal/eft";
import type { Payments } from "@cardseal/payments";
import type { Subscriptions } from "@cardseal/subscriptions";

/** What payment links act with. */
export interface LinkPayers {
	payments: Payments;
}

/** What payments by bank act with. */
export interface BankPayers extends LinkPayers {
	transfers: Pick<Eft, "clocks" | "rails">;
}

/** What subscriptions act with. */
export interface SubscribingPayers extends LinkPayers {
	subscriptions: Subscriptions;
}

/** What the payers' pages act with. */
export interface Payers extends BankPayers, SubscribingPayers {}

/** Where the card form comes from. */
export interface CardFormPlace {
	/** The origin of card frames. */
	frames: string;
	/** The address of the script. */
	script: string;
	/** The policy of a page with the card form. */
	policy: string;
}
