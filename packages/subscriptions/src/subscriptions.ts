import type { Payments } from "@cardseal/payments";
import type { Database } from "@cardseal/platform/db";
import type { GivenMetadata } from "@cardseal/platform/metadata";
import type { Browser } from "@cardseal/vault";

export interface Subscriptions extends Payments {
	/** Follows another sandbox gateway's clock. */
	followClock?: ((transaction: Database) => Promise<void>) | undefined;
	/** Resolves when the outcome is recorded, or the payer is to authenticate. */
	renewNow(subscriptionId: number, payer?: ClaimedByPayer): Promise<void>;
}

/** May authenticate at our pages. */
export interface PresentPayer {
	/** `null` where unknown. */
	browser: Browser | null;
	clientAddress: string;
	/** Overrides the merchant's rules. */
	mustAuthenticate?: boolean;
	/** The payer's page after the bank: without a secret, or the name of one. */
	returnUrl: string;
}

/** Real time, ms since 1970: renewal jobs wait until then. */
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

/** Added to the processor's limit. */
const claimReserveMs = 10_000;

/** Real time, ms since 1970: other renewals wait until then. */
export function claimUntil({ clocks, processorTimeoutMs }: Pick<Payments, "clocks" | "processorTimeoutMs">): number {
	return clocks.real.now() + processorTimeoutMs + claimReserveMs;
}
