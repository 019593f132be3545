import type { Database } from "@cardseal/platform/db";
import { queueMail } from "@cardseal/platform/mail";
import type { CardExpiry } from "./expiry-time.ts";

export interface AttemptKey {
	subscriptionId: number;
	/** Counted from 0. */
	period: number;
	/** Counted from 1; 0 when nothing was charged. */
	attempt: number;
}

export interface QueuedDunningMail extends AttemptKey {
	kind: "payment_failed" | "subscription_suspended";
}

/** Queues in the transaction of the change. Dunning mails outdated at sending are dropped. */
export async function queueDunningMails(transaction: Database, mails: QueuedDunningMail[]): Promise<void> {
	const rows = mails.map(({ kind, subscriptionId, period, attempt }) => ({
		kind,
		reference: `${subscriptionId}.${period}.${attempt}`,
	}));
	await queueMail(transaction, rows);
}

export function readAttemptReference(reference: string): AttemptKey {
	const [subscriptionId = Number.NaN, period = Number.NaN, attempt = Number.NaN] = reference.split(".").map(Number);
	return { subscriptionId, period, attempt };
}

export interface NotifiedExpiry extends CardExpiry {
	cardLookupId: string;
}

/** Returns for example `Zx8cV7bN6mK5jH4gF3dS.2608`: valid until August 2026. */
export function expiryReference({ cardLookupId, expiry_month, expiry_year }: NotifiedExpiry): string {
	return `${cardLookupId}.${expiry_year}${expiry_month}`;
}

export function readExpiryReference(reference: string): NotifiedExpiry {
	const [cardLookupId = "", expiry = ""] = reference.split(".");
	return { cardLookupId, expiry_year: expiry.slice(0, 2), expiry_month: expiry.slice(2) };
}
