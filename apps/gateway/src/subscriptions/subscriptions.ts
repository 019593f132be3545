import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";

/** What creating and changing subscriptions works with. */
export interface Subscriptions {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	/** How long a processor may take to answer. */
	processorTimeoutMs: number;
	/** Takes up what another gateway has done to the business clock, over the connection of a transaction. */
	followClock?: ((transaction: Database) => Promise<void>) | undefined;
	/** Charges at once what is due for a subscription, by its row id, and resolves when that has an outcome. */
	renewNow(subscriptionId: number): Promise<void>;
}

/** What a merchant may say about a subscription beside its plan and its card. */
export interface SubscriptionDetails {
	email?: string | null | undefined;
	bcc_emails?: string | null | undefined;
	/** Shown on receipts. */
	description?: string | null | undefined;
}
