import type { Payments } from "@cardseal/payments";
import type { Database } from "@cardseal/platform/db";
import type { GivenMetadata } from "@cardseal/platform/metadata";

export interface Subscriptions extends Payments {
	/** Follows a clock move of another sandbox gateway. */
	followClock?: ((transaction: Database) => Promise<void>) | undefined;
	/** Resolves when the outcome is recorded. */
	renewNow(subscriptionId: number): Promise<void>;
}

export interface SubscriptionDetails {
	email?: string | null | undefined;
	bcc_emails?: string | null | undefined;
	/** Shown on receipts. */
	description?: string | null | undefined;
	metadata?: GivenMetadata | null | undefined;
}
