import type { Subscription } from "../db/schema.ts";
import type { SuspendedReason } from "../subscriptions/status.ts";

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
	/** The subscription's `lookup_id`, for the Message-ID. */
	subscriptionLookupId: string;
	name: string;
	description: string | null;
	amount_cents: number;
	currency: string;
}

/** What a card may be shown by; null where there is none any more. */
export interface CardMask {
	card_type: string | null;
	card_suffix: string | null;
}

/** A notice on the payment of a period, which failed. */
export interface PaymentNotice extends Notice, CardMask, Pick<Subscription, "start_date" | "frequency" | "time_zone"> {
	period: number;
	attempt: number;
	/** When the payment is tried again, ms since 1970; null once the subscription is suspended. */
	nextTryAt: number | null;
	suspendedReason: SuspendedReason | null;
}
