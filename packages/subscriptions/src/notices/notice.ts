import type { StoredCard } from "@cardseal/customers";
import type { MailReader, MailSender } from "@cardseal/platform/mail";
import type { Subscription } from "../tables.ts";
import type { CardExpiry } from "./expiry-time.ts";

export interface Notice extends MailSender, MailReader {
	/** The key of its row in the outbox. */
	reference: string;
	/** The address for receipts. */
	email: string;
	isTest: boolean;
}

export type NoticeSubscription = Pick<Subscription, "name" | "description" | "amount_cents" | "currency">;

export type CardMask = Pick<StoredCard, "card_type" | "card_suffix">;

export interface PaymentNotice
	extends Notice,
		NoticeSubscription,
		Pick<Subscription, "start_date" | "frequency" | "time_zone" | "lookup_id" | "card_lookup_id" | "suspended_reason">,
		Pick<Subscription, "amount_from_period" | "former_amount_cents"> {
	period: number;
	attempt: number;
	/** `null` when it was deleted. */
	card: CardMask | null;
	/** ms since 1970; null once suspended. */
	nextAttemptAt: number | null;
}

/** The ids are of the oldest subscription, and of the card. */
export interface ExpiryNotice extends Notice, CardMask, CardExpiry, Pick<Subscription, "lookup_id" | "card_lookup_id"> {
	subscriptions: (NoticeSubscription & Pick<Subscription, "next_run">)[];
}
