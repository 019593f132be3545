import type { Eft } from "@cardseal/eft";
import type { Payments } from "@cardseal/payments";
import type { Caller } from "@cardseal/platform/audit";
import type { Subscriptions } from "@cardseal/subscriptions";

export interface LinkPayers {
	payments: Payments;
}

export interface BankPayers extends LinkPayers {
	transfers: Pick<Eft, "clocks" | "rails">;
}

export interface SubscribingPayers extends LinkPayers {
	subscriptions: Subscriptions;
}

export interface Payers extends BankPayers, SubscribingPayers {}

export type PayerCaller = Caller & { clientAddress: string };

/** Where the card form comes from. */
export interface CardFormPlace {
	/** The origin of card frames. */
	frames: string;
	/** The address of the script. */
	script: string;
	/** The policy of a page with the card form. */
	policy: string;
}
