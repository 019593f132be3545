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

/** Copied from the plan; later changes do not apply (rule S-15). */
interface PlanTerms {
	name: string;
	/** Of one unit. */
	amount_cents: number;
	currency: string;
	frequency: Frequency;
	/** Approved payments until expiry; null: no end. */
	number_of_payments: number | null;
	send_receipt: boolean;
}

/** A subscription may replace them. */
interface StartTerms {
	trial_days: Generated<number>;
	/** Charged with the first approved payment. */
	setup_fee_cents: Generated<number>;
	quantity: Generated<number>;
}

interface PlansTable extends PlanTerms, StartTerms {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	total_subscriptions: Generated<number>;
	current_subscriptions: Generated<number>;
	metadata: Generated<Metadata | null>;
	created_at: number;
	deleted_at: Generated<number | null>;
}

export type Plan = Selectable<PlansTable>;

interface SubscriptionsTable extends PlanTerms, StartTerms {
	id: Generated<number>;
	lookup_id: string;
	merchant_id: number;
	customer_id: number;
	plan_id: number;
	/** Earlier periods cost `former_amount_cents` (rule S-16). */
	amount_from_period: Generated<number>;
	former_amount_cents: Generated<number | null>;
	card_lookup_id: string;
	/** The merchant's at creation. */
	time_zone: string;
	/** Replaces the customer's address. */
	email: string | null;
	bcc_emails: string | null;
	description: string | null;
	metadata: Generated<Metadata | null>;
	status: SubscriptionStatus;
	/** The due date of period 0, or the first trial day. Business times unless noted. */
	start_date: number;
	/** The due date of `anchor_period`; null: the start. */
	billing_anchor: Generated<number | null>;
	anchor_period: Generated<number>;
	/** Unused days of the former plan; reduces the current payment. */
	credit_cents: Generated<number>;
	/** The last paid period, its amount without set-up fee and credit, and its payment. */
	paid_from: Generated<number | null>;
	paid_until: Generated<number | null>;
	paid_cents: Generated<number | null>;
	paid_transaction_id: Generated<string | null>;
	/** By changes of plan. */
	paid_back_cents: Generated<number>;
	/** The first period neither charged, skipped nor opened. */
	next_period: Generated<number>;
	/** Its payment failed. */
	open_period: Generated<number | null>;
	/** Of the open period. */
	failed_attempts: Generated<number>;
	/** Made by requests for ACTIVE. */
	unplanned_attempts: Generated<number>;
	/** No bank was asked. */
	not_received_attempts: Generated<number>;
	completed_cycles: Generated<number>;
	/** During a requested attempt. */
	is_reactivating: Generated<boolean>;
	/** Meanwhile. */
	planned_run: Generated<number | null>;
	suspended_reason: Generated<SuspendedReason | null>;
	next_run: number | null;
	last_run: Generated<number | null>;
	last_success: Generated<number | null>;
	/** In flight. */
	charging_transaction_id: Generated<string | null>;
	charging_fingerprint: Generated<Buffer | null>;
	claimed_until: Generated<number>;
	/** Consecutive internal errors; 1 without a processor. */
	renewal_failures: Generated<number>;
	created_at: number;
}

interface ExpiryWatchColumns {
	/** May be the former card. */
	watched_card_lookup_id: Generated<string | null>;
	/** Business time. */
	expiry_notice_at: Generated<number | null>;
}

export type Subscription = Selectable<SubscriptionsTable>;

/** Inserted before the processor is called (rule S-05). */
interface RenewalAttemptsTable {
	subscription_id: number;
	/** Counted from 0. */
	period: number;
	/** Counted from 1. */
	attempt: number;
	transaction_id: string;
	attempted_at: number;
	/** For the networks' limit. */
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
}
