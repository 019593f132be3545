import type { StoredCard } from "@cardseal/customers";
import type { Transaction } from "@cardseal/payments";
import type { MailReader, MailSender } from "@cardseal/platform/mail";
import type { RenewalCalendar } from "../calendar.ts";
import type { Priced } from "../pricing.ts";
import type { Subscription } from "../tables.ts";
import type { CardExpiry } from "./expiry-time.ts";

export interface DunningMail extends MailSender, MailReader {
	/** The key of its row in the outbox. */
	reference: string;
	/** The address for receipts. */
	email: string;
	isTest: boolean;
}

export type SubscriptionOfMail = Pick<Subscription, "name" | "description" | "currency"> & Priced;

export type CardMask = Pick<StoredCard, "card_type" | "card_suffix">;

export interface PaymentMail
	extends DunningMail,
		SubscriptionOfMail,
		RenewalCalendar,
		Pick<Subscription, "lookup_id" | "card_lookup_id" | "suspended_reason"> {
	period: number;
	attempt: number;
	card: CardMask | null;
	/** `null` when no bank was asked. */
	decline_code: Transaction["decline_code"];
	/** ms since 1970; null once suspended. */
	nextAttemptAt: number | null;
}

/** The ids are of the oldest subscription, and of the card. */
export interface ExpiryMail
	extends DunningMail,
		CardMask,
		CardExpiry,
		Pick<Subscription, "lookup_id" | "card_lookup_id"> {
	subscriptions: (SubscriptionOfMail & Pick<Subscription, "next_run" | "next_period" | "open_period">)[];
}
