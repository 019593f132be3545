import type { Generated, Selectable } from "kysely";
import type { Frequency } from "./plans/frequency.ts";
import type { SubscriptionStatus, SuspendedReason } from "./status.ts";

/** Cards whose customer was told that they expire. The row goes with the card. */
interface ExpiryNoticesTable {
	card_lookup_id: string;
	/** Two digits each. */
	expiry_month: string;
	expiry_year: string;
	/** Business time. */
	queued_at: number;
}

/** What a subscription takes over from its plan and keeps, whatever becomes of the plan (rule S-15). */
interface PlanTerms {
	name: string;
	/** For each period. A subscription may have one of its own. */
	amount_cents: number;
	currency: string;
	frequency: Frequency;
	/** Approved payments until it is over; null when it is endless. */
	number_of_payments: number | null;
	/** Whether the payer gets a receipt for each payment. */
	send_receipt: boolean;
}

interface PlansTable extends PlanTerms {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	/** Kept by whatever changes a subscription, in its own database transaction. */
	total_subscriptions: Generated<number>;
	/** Those that are ACTIVE, RETRY, SUSPENDED or PAUSED. */
	current_subscriptions: Generated<number>;
	created_at: number;
	/** A deleted plan stays for its subscriptions. */
	deleted_at: Generated<number | null>;
}

/** A plan as it is stored. */
export type Plan = Selectable<PlansTable>;

interface SubscriptionsTable extends PlanTerms {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	customer_id: number;
	plan_id: number;
	/** The first period that costs `amount_cents`; those before it cost `former_amount_cents` (rule S-16). */
	amount_from_period: Generated<number>;
	former_amount_cents: Generated<number | null>;
	/** The stored card that it bills; it may be gone. */
	card_lookup_id: string;
	/** The merchant's at the start: due dates keep their local time. IANA name. */
	time_zone: string;
	/** Where receipts and notices go instead of the customer's own address. */
	email: string | null;
	bcc_emails: string | null;
	/** Shown on receipts. */
	description: string | null;
	status: SubscriptionStatus;
	/** When period 0 falls due. This time and those below are of the business clock unless they say otherwise. */
	start_date: number;
	/** The first period that was neither charged nor skipped, nor is open. */
	next_period: Generated<number>;
	/** The period whose payment failed and may still be tried. */
	open_period: Generated<number | null>;
	/** Failed tries of the open period. */
	failed_attempts: Generated<number>;
	/** Tries of the period whose turn it is that never reached the processor, and so cost nobody anything. */
	unheard_attempts: Generated<number>;
	/** Approved payments. */
	completed_cycles: Generated<number>;
	/** Whether the open period's one try after a reactivation is still to come, or under way. */
	is_reactivating: Generated<boolean>;
	suspended_reason: Generated<SuspendedReason | null>;
	/** When billing has something to do for it; null when there is nothing. */
	next_run: number | null;
	last_run: Generated<number | null>;
	last_success: Generated<number | null>;
	/** The attempt under way: written down, and not yet taken into account here. */
	charging_transaction_id: Generated<string | null>;
	/** The number that it charges, by a mark that only the vault can make. */
	charging_mark: Generated<Buffer | null>;
	/** Real time until which somebody works on it, so that others leave it alone. */
	claimed_until: Generated<number>;
	/** How often in a row billing could do nothing for it, because of an error of ours. */
	billing_failures: Generated<number>;
	created_at: number;
}

/** What is kept beside a subscription to tell its customer in time that its card expires; no part of its life. */
interface ExpiryWatchColumns {
	/** The card that `expiry_notice_at` is about; another than the one it bills as soon as that changes. */
	watched_card_lookup_id: Generated<string | null>;
	/** When the customer is to be told, business time; null when there is nothing to tell any more. */
	expiry_notice_at: Generated<number | null>;
}

/** A subscription as it is stored. */
export type Subscription = Selectable<SubscriptionsTable>;

/** An Idempotency-Key that made a subscription. */
interface SubscriptionKeysTable {
	merchant_id: number;
	key: string;
	/** Of the request that it came with. */
	fingerprint: Buffer;
	subscription_id: number;
	/** Real time. */
	created_at: number;
}

export type SubscriptionKey = Selectable<SubscriptionKeysTable>;

/** Every charge of a subscription; written with its PENDING transaction, before the processor hears of it (rule S-05). */
interface BillingAttemptsTable {
	subscription_id: number;
	/** Counted from 0. */
	period: number;
	/** Counted from 1 within the period. */
	attempt: number;
	transaction_id: string;
	attempted_at: number;
	/** The mark of the number that declined it: what the networks' limit of declines is counted by. */
	declined_mark: Generated<Buffer | null>;
}

export interface SubscriptionTables {
	plans: PlansTable;
	subscriptions: SubscriptionsTable & ExpiryWatchColumns;
	subscription_keys: SubscriptionKeysTable;
	billing_attempts: BillingAttemptsTable;
	expiry_notices: ExpiryNoticesTable;
}
