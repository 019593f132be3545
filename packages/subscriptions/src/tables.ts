import type { Metadata } from "@cardseal/platform/metadata";
import type { Generated, Selectable } from "kysely";
import type { Frequency } from "./plans/frequency.ts";
import type { SubscriptionStatus, SuspendedReason } from "./status.ts";

interface ExpiryMailsTable {
	card_lookup_id: string;
	expiry_month: string;
	expiry_year: string;
	/** Business time. */
	queued_at: number;
}

/** Terms copied from the plan; later changes do not apply (rule S-15). */
interface PlanTerms {
	name: string;
	/** The amount of one unit per period. */
	amount_cents: number;
	currency: string;
	frequency: Frequency;
	/** Approved payments until it expires; null: no end. */
	number_of_payments: number | null;
	send_receipt: boolean;
}

/** Terms of a plan that a subscription may replace. */
interface StartTerms {
	/** Free days from the start on. */
	trial_days: Generated<number>;
	/** Charged once, with the first approved payment; 0: none. */
	setup_fee_cents: Generated<number>;
	/** Multiplies the amount. */
	quantity: Generated<number>;
}

interface PlansTable extends PlanTerms, StartTerms {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	/** Updated with each subscription. */
	total_subscriptions: Generated<number>;
	/** ACTIVE, RETRY, SUSPENDED and PAUSED subscriptions. */
	current_subscriptions: Generated<number>;
	metadata: Generated<Metadata | null>;
	created_at: number;
	/** Deleted plans keep their row. */
	deleted_at: Generated<number | null>;
}

export type Plan = Selectable<PlansTable>;

interface SubscriptionsTable extends PlanTerms, StartTerms {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	customer_id: number;
	plan_id: number;
	/** The first period of the present amount; earlier ones cost `former_amount_cents` in all (rule S-16). */
	amount_from_period: Generated<number>;
	former_amount_cents: Generated<number | null>;
	card_lookup_id: string;
	/** The merchant's IANA time zone at creation. */
	time_zone: string;
	/** Replaces the customer's address. */
	email: string | null;
	bcc_emails: string | null;
	description: string | null;
	metadata: Generated<Metadata | null>;
	status: SubscriptionStatus;
	/** The due date of period 0, or the first day of the trial. Business times unless noted. */
	start_date: number;
	/** The due date of `anchor_period`, after a trial or a change of plan; null: the start. */
	billing_anchor: Generated<number | null>;
	anchor_period: Generated<number>;
	/** For unused days of the former plan; reduces the payment of the current period. */
	credit_cents: Generated<number>;
	/** The last paid period, its amount without set-up fee and credit, and the payment that has its money. */
	paid_from: Generated<number | null>;
	paid_until: Generated<number | null>;
	paid_cents: Generated<number | null>;
	paid_transaction_id: Generated<string | null>;
	/** What changes of plan gave back of that payment. */
	paid_back_cents: Generated<number>;
	/** The first period neither charged, skipped nor opened. */
	next_period: Generated<number>;
	/** The period whose payment failed. */
	open_period: Generated<number | null>;
	/** Failed attempts of the open period. */
	failed_attempts: Generated<number>;
	/** Failed attempts that requests for ACTIVE made. */
	unplanned_attempts: Generated<number>;
	/** Attempts about which no bank was asked. */
	not_received_attempts: Generated<number>;
	completed_cycles: Generated<number>;
	/** True during the attempt of a request for ACTIVE. */
	is_reactivating: Generated<boolean>;
	/** The next planned attempt meanwhile. */
	planned_run: Generated<number | null>;
	suspended_reason: Generated<SuspendedReason | null>;
	/** The next attempt, if any. */
	next_run: number | null;
	last_run: Generated<number | null>;
	last_success: Generated<number | null>;
	/** The attempt in flight. */
	charging_transaction_id: Generated<string | null>;
	charging_fingerprint: Generated<Buffer | null>;
	claimed_until: Generated<number>;
	/** Consecutive internal errors; 1 while the merchant has no processor. */
	renewal_failures: Generated<number>;
	created_at: number;
}

interface ExpiryWatchColumns {
	/** The scheduled card, possibly the former one. */
	watched_card_lookup_id: Generated<string | null>;
	/** Business time, if one is due. */
	expiry_notice_at: Generated<number | null>;
}

export type Subscription = Selectable<SubscriptionsTable>;

/** A charge, inserted before the processor is called (rule S-05). */
interface RenewalAttemptsTable {
	subscription_id: number;
	/** Counted from 0. */
	period: number;
	/** Counted from 1. */
	attempt: number;
	transaction_id: string;
	attempted_at: number;
	/** Set after a decline, for the card networks' limit. */
	declined_fingerprint: Generated<Buffer | null>;
}

export interface SubscriptionTables {
	plans: PlansTable;
	subscriptions: SubscriptionsTable & ExpiryWatchColumns;
	renewal_attempts: RenewalAttemptsTable;
	expiry_notices: ExpiryMailsTable;
}

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends SubscriptionTables {}

	interface MailKinds extends Record<"payment_failed" | "subscription_suspended" | "card_expiring", true> {}
}
