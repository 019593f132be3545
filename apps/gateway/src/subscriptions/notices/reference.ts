import type { CardExpiry } from "./expiry-time.ts";

/** A try of a period that a notice is about. */
export interface AttemptKey {
	subscriptionId: number;
	/** Counted from 0. */
	period: number;
	/** Counted from 1; 0 where no payment was tried, so that a try which follows has a notice of its own. */
	attempt: number;
}

/** What the outbox knows a notice on a subscription by: `100001.3.2` is the second try of its fourth period. */
export function attemptReference({ subscriptionId, period, attempt }: AttemptKey): string {
	return `${subscriptionId}.${period}.${attempt}`;
}

/** The reverse of `attemptReference`. */
export function readAttemptReference(reference: string): AttemptKey {
	const [subscriptionId = Number.NaN, period = Number.NaN, attempt = Number.NaN] = reference.split(".").map(Number);
	return { subscriptionId, period, attempt };
}

/** A card with its expiry, which a notice is about. */
export interface NoticedExpiry extends CardExpiry {
	cardLookupId: string;
}

/** What the outbox knows a notice on a card by: `Zx8cV7bN6mK5jH4gF3dS.2608` for one that is good until August 2026. */
export function expiryReference({ cardLookupId, expiry_month, expiry_year }: NoticedExpiry): string {
	return `${cardLookupId}.${expiry_year}${expiry_month}`;
}

/** The reverse of `expiryReference`. */
export function readExpiryReference(reference: string): NoticedExpiry {
	const [cardLookupId = "", expiry = ""] = reference.split(".");
	return { cardLookupId, expiry_year: expiry.slice(0, 2), expiry_month: expiry.slice(2) };
}
