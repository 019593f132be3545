import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { GivenMetadata } from "../metadata/metadata.ts";

export interface Subscriptions {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	processorTimeoutMs: number;
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
