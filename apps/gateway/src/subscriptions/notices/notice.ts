import type { StoredCard } from "../../customers/tables.ts";
import type { Subscription } from "../tables.ts";
import type { CardExpiry } from "./expiry-time.ts";

/** What every notice needs to know. */
export interface Notice {
	/** Its row in the outbox. */
	reference: string;
	/** Where receipts of the subscription go, too. */
	email: string;
	merchantId: number;
	merchantName: string;
	/** The merchant's zone, IANA name. */
	timeZone: string;
	replyTo: string | null;
	isTest: boolean;
}

/** What is told of a subscription. */
export type NoticeSubscription = Pick<Subscription, "name" | "description" | "amount_cents" | "currency">;

/** What a card may be shown by. */
export type CardMask = Pick<StoredCard, "card_type" | "card_suffix">;

/** A notice on the payment of a period, which failed. */
export interface PaymentNotice
	extends Notice,
		NoticeSubscription,
		Pick<Subscription, "start_date" | "frequency" | "time_zone" | "lookup_id" | "suspended_reason">,
		Pick<Subscription, "amount_from_period" | "former_amount_cents"> {
	period: number;
	attempt: number;
	/** The card that was charged, or that would have been; `null` where it is gone. */
	card: CardMask | null;
	/** When the payment is tried again, ms since 1970; null once the subscription is suspended. */
	nextTryAt: number | null;
}

/** A notice on a card that is about to expire. */
export interface ExpiryNotice extends Notice, CardMask, CardExpiry {
	/** The live ones that it bills. */
	subscriptions: (NoticeSubscription & Pick<Subscription, "next_run">)[];
}
