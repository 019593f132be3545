import type { Generated, Selectable } from "kysely";
import type { Metadata } from "../metadata/metadata.ts";
import type { Frequency } from "./plans/frequency.ts";
import type { SubscriptionStatus, SuspendedReason } from "./status.ts";

/** Queued expiry notices. */
interface ExpiryNoticesTable {
	card_lookup_id: string;
	/** Two digits each. */
	expiry_month: string;
	expiry_year: string;
	/** Business time. */
	queued_at: number;
}

/** Terms copied from the plan; later changes do not apply (rule S-15). */
interface PlanTerms {
	name: string;
	/** The amount per period. A subscription may override it. */
	amount_cents: number;
	currency: string;
	frequency: Frequency;
	/** Approved payments until it expires; null: no end. */
	number_of_payments: number | null;
	send_receipt: boolean;
}

interface PlansTable extends PlanTerms {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	/** Updated in the transaction that changes a subscription. */
	total_subscriptions: Generated<number>;
	/** ACTIVE, RETRY, SUSPENDED and PAUSED subscriptions. */
	current_subscriptions: Generated<number>;
	metadata: Generated<Metadata | null>;
	created_at: number;
	/** Deleted plans keep their row for their subscriptions. */
	deleted_at: Generated<number | null>;
}

export type Plan = Selectable<PlansTable>;

interface SubscriptionsTable extends PlanTerms {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	customer_id: number;
	plan_id: number;
	/** The first period that costs `amount_cents`; earlier ones cost `former_amount_cents` (rule S-16). */
	amount_from_period: Generated<number>;
	former_amount_cents: Generated<number | null>;
	/** The charged card; it may have been deleted. */
	card_lookup_id: string;
	/** The merchant's IANA time zone at creation. */
	time_zone: string;
	/** Receives receipts and notices instead of the customer's address. */
	email: string | null;
	bcc_emails: string | null;
	/** Shown on receipts. */
	description: string | null;
	metadata: Generated<Metadata | null>;
	status: SubscriptionStatus;
	/** The due date of period 0. Times are business time unless noted. */
	start_date: number;
	/** The first period that was neither charged, skipped nor opened. */
	next_period: Generated<number>;
	/** The period whose payment failed and may be retried. */
	open_period: Generated<number | null>;
	/** Failed attempts of the open period, unplanned ones included. */
	failed_attempts: Generated<number>;
	/** Failed attempts of the open period by requests for ACTIVE. */
	unplanned_attempts: Generated<number>;
	/** Attempts of the current period that never reached the processor. */
	not_received_attempts: Generated<number>;
	completed_cycles: Generated<number>;
	/** True while the attempt of a request for ACTIVE is due or in flight. */
	is_reactivating: Generated<boolean>;
	/** The next planned attempt, during that attempt. */
	planned_run: Generated<number | null>;
	suspended_reason: Generated<SuspendedReason | null>;
	/** The next attempt; null: none. */
	next_run: number | null;
	last_run: Generated<number | null>;
	last_success: Generated<number | null>;
	/** The attempt in flight, without an outcome here. */
	charging_transaction_id: Generated<string | null>;
	/** The keyed fingerprint of the card number in flight. */
	charging_fingerprint: Generated<Buffer | null>;
	claimed_until: Generated<number>;
	/** Consecutive internal errors of renewals; 1 while the merchant has no processor. */
	renewal_failures: Generated<number>;
	created_at: number;
}

interface ExpiryWatchColumns {
	/** The card of `expiry_notice_at`, which may be the former one. */
	watched_card_lookup_id: Generated<string | null>;
	/** Business time of the notice; null: none is due. */
	expiry_notice_at: Generated<number | null>;
}

export type Subscription = Selectable<SubscriptionsTable>;

/** A charge, inserted with its PENDING transaction before the processor is called (rule S-05). */
interface RenewalAttemptsTable {
	subscription_id: number;
	/** Counted from 0. */
	period: number;
	/** Counted from 1 within the period. */
	attempt: number;
	transaction_id: string;
	attempted_at: number;
	/** The fingerprint of a declined card number, for the card networks' limit. */
	declined_fingerprint: Generated<Buffer | null>;
}

export interface SubscriptionTables {
	plans: PlansTable;
	subscriptions: SubscriptionsTable & ExpiryWatchColumns;
	renewal_attempts: RenewalAttemptsTable;
	expiry_notices: ExpiryNoticesTable;
}

declare module "../db/schema.ts" {
	interface GatewayTables extends SubscriptionTables {}
}
