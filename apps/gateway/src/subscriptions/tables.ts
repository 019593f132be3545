import type { Generated, Selectable } from "kysely";
import type { Metadata } from "../metadata/metadata.ts";
import type { Frequency } from "./plans/frequency.ts";
import type { SubscriptionStatus, SuspendedReason } from "./status.ts";

/** Queued expiry notices. A row is deleted with its card. */
interface ExpiryNoticesTable {
	card_lookup_id: string;
	/** Two digits each. */
	expiry_month: string;
	expiry_year: string;
	/** Business time. */
	queued_at: number;
}

/** Terms that a subscription copies from its plan; later changes of the plan do not affect it (rule S-15). */
interface PlanTerms {
	name: string;
	/** Per period. A subscription may override it. */
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
	/** The first period that costs `amount_cents`; earlier periods cost `former_amount_cents` (rule S-16). */
	amount_from_period: Generated<number>;
	former_amount_cents: Generated<number | null>;
	/** The charged card; it may have been deleted. */
	card_lookup_id: string;
	/** The merchant's IANA time zone at creation, so that due dates keep their local time. */
	time_zone: string;
	/** Gets receipts and notices instead of the customer's address. */
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
	/** Failed attempts of the open period that a request for ACTIVE made. */
	unplanned_attempts: Generated<number>;
	/** Attempts of the current period that never reached the processor. */
	not_received_attempts: Generated<number>;
	/** Approved payments. */
	completed_cycles: Generated<number>;
	/** True while the single attempt that a request for ACTIVE makes is due or in flight. */
	is_reactivating: Generated<boolean>;
	/** `next_run` before that attempt: the next planned one. */
	planned_run: Generated<number | null>;
	suspended_reason: Generated<SuspendedReason | null>;
	/** The time of the next attempt; null: none. */
	next_run: number | null;
	last_run: Generated<number | null>;
	last_success: Generated<number | null>;
	/** The attempt in flight: this row does not have its outcome yet. */
	charging_transaction_id: Generated<string | null>;
	/** The keyed fingerprint of the card number in flight. */
	charging_fingerprint: Generated<Buffer | null>;
	claimed_until: Generated<number>;
	/** Consecutive renewals that failed with an internal error; 1 while the merchant has no processor. */
	renewal_failures: Generated<number>;
	created_at: number;
}

/** The schedule of the card expiry notice. */
interface ExpiryWatchColumns {
	/** The card of `expiry_notice_at`; differs from `card_lookup_id` after a change of card. */
	watched_card_lookup_id: Generated<string | null>;
	/** Business time of the notice; null: none is due. */
	expiry_notice_at: Generated<number | null>;
}

export type Subscription = Selectable<SubscriptionsTable>;

/** A charge of a subscription, inserted with its PENDING transaction before the processor is called (rule S-05). */
interface RenewalAttemptsTable {
	subscription_id: number;
	/** Counted from 0. */
	period: number;
	/** Counted from 1 within the period. */
	attempt: number;
	transaction_id: string;
	attempted_at: number;
	/** The fingerprint of a declined card number, for the card networks' retry limit. */
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
