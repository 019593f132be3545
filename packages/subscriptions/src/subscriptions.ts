import type { Payments } from "@cardseal/payments";
import type { Database } from "@cardseal/platform/db";
import type { GivenMetadata } from "@cardseal/platform/metadata";
import type { Browser } from "@cardseal/vault";

export interface Subscriptions extends Payments {
	/** Follows a clock move of another sandbox gateway. */
	followClock?: ((transaction: Database) => Promise<void>) | undefined;
	/** Resolves when the outcome is recorded, or the payer is to authenticate. */
	renewNow(subscriptionId: number, payer?: ClaimedByPayer): Promise<void>;
}

/** The payer of a subscription at one of our pages, who may authenticate. */
export interface PresentPayer {
	/** `null` where unknown. */
	browser: Browser | null;
	clientAddress: string;
	/** Even where the merchant's rules do not ask for it. */
	mustAuthenticate?: boolean;
	/** Our page to which the payer comes back from the bank: an address without a secret, or the name of one. */
	returnUrl: string;
}

/** Real time, ms since 1970, until which no renewal job takes the payer's attempt. */
export interface ClaimedByPayer extends PresentPayer {
	claimedUntil: number;
}

export interface SubscriptionDetails {
	email?: string | null | undefined;
	bcc_emails?: string | null | undefined;
	/** Shown on receipts. */
	description?: string | null | undefined;
	metadata?: GivenMetadata | null | undefined;
}

/** Time beyond the processor's limit. */
const claimReserveMs = 10_000;

/** Returns real time, ms since 1970, until which no other renewal takes a claimed subscription. */
export function claimUntil({ clocks, processorTimeoutMs }: Pick<Payments, "clocks" | "processorTimeoutMs">): number {
	return clocks.real.now() + processorTimeoutMs + claimReserveMs;
}
