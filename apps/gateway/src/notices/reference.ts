/** A try of a period that a notice is about. */
export interface BillingTry {
	subscriptionId: number;
	/** Counted from 0. */
	period: number;
	/** Counted from 1; where no payment was tried, the one that would have been next. */
	attempt: number;
}

/** What the outbox knows a notice on a subscription by: `100001.3.2` is the second try of its fourth period. */
export function tryReference({ subscriptionId, period, attempt }: BillingTry): string {
	return `${subscriptionId}.${period}.${attempt}`;
}

/** The reverse of `tryReference`. */
export function readTryReference(reference: string): BillingTry {
	const [subscriptionId = Number.NaN, period = Number.NaN, attempt = Number.NaN] = reference.split(".").map(Number);
	return { subscriptionId, period, attempt };
}
