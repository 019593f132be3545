import { change, changeOf, type Migrations } from "@cardseal/platform/db";

/** Run beside gateways of the previous version, unless that cannot serve beside them: then they are offline. */
export const online: Migrations["online"] = {
	"0002_approval_reminders": [changeOf("eft_approvals")`alter table eft_approvals add column reminded_at bigint`],
	"0002_mail_languages": [
		changeOf("password_resets")`alter table password_resets add column language text`,
		changeOf("staff_invitations")`alter table staff_invitations add column language text`,
	],
	"0002_mailbox_of_merchant": [changeOf("mailbox")`alter table mailbox add column merchant_id bigint`],
	/** Keeps the planned tries of an open period while a merchant tries it. */
	"0003_subscription_tries": [
		changeOf("subscriptions")`
			alter table subscriptions
			add column unplanned_attempts integer not null default 0,
			add column planned_run bigint`,
	],
	"0004_charge_amount_parts": [
		changeOf(
			"transactions",
		)`alter table transactions add column amount_tax_cents bigint, add column amount_tip_cents bigint`,
	],
	"0005_assigned_items": [
		changeOf("aft.imports")`alter table aft.imports add column assigned_lines integer[] not null default '{}'`,
	],
	/** Rows age by the database's clock. Gateways of the previous version delete nothing more, until they are replaced. */
	"0006_retention_clock": [changeOf("retention_checkpoints")`drop table retention_checkpoints, retention_stop`],
	/**
	 * One sum of payments for each finished day and currency, in place of those of 15 minutes. Until they are replaced, gateways of the
	 * previous version read every payment: they find no sums, and the constraint stops their job. A later version drops the two tables.
	 */
	"0007_sums_of_days": [
		change`
			create table payment_day_sums (
				merchant_id bigint not null,
				begins_at bigint not null,
				ends_at bigint not null,
				currency text not null,
				approved_count bigint not null,
				approved_cents bigint not null,
				declined_count bigint not null,
				declined_cents bigint not null,
				refunded_count bigint not null,
				refunded_cents bigint not null,
				primary key (merchant_id, begins_at, ends_at, currency)
			)`,
		change`create index payment_day_sums_by_end on payment_day_sums (ends_at)`,
		changeOf("payment_sums_progress")`truncate payment_sums, payment_sums_progress`,
		change`alter table payment_sums_progress add constraint payment_sums_progress_unused check (false)`,
	],
	"0008_configuration_declines": [
		changeOf("transactions")`
			alter table transactions
				drop constraint transactions_decline_class_check,
				add constraint transactions_decline_class_check
					check (decline_class in ('soft', 'hard', 'data', 'configuration')) not valid`,
	],
	"0009_initiators": [
		changeOf("transactions")`
			alter table transactions
				add column initiated_by text check (initiated_by in ('cardholder', 'merchant')),
				add column purpose text check (purpose in ('recurring', 'unscheduled', 'instalment', 'no_show')),
				add column capture_before bigint`,
	],
	"0009_refund_notices": [
		changeOf("received_notices")`
			alter table received_notices
				drop constraint received_notices_kind_check,
				add constraint received_notices_kind_check
					check (kind in ('outcome', 'settlement', 'dispute', 'refund', 'unknown')) not valid`,
	],
	"0010_statement_text": [changeOf("merchants")`alter table merchants add column statement_text text`],
	"0011_check_rules": [
		changeOf("merchants")`
			alter table merchants
				add column rejects_avs_no_match boolean not null default false,
				add column rejects_cvv_no_match boolean not null default false`,
		change`
			create table reversals (
				reference text primary key,
				merchant_id bigint not null references merchants,
				transaction_id text not null references transactions (transaction_id),
				operation text not null check (operation in ('void', 'refund')),
				number integer not null check (number > 0),
				state text not null default 'waiting'
					check (state in ('waiting', 'attention', 'done', 'declined', 'not_received')),
				tries integer not null default 0,
				next_try_at bigint not null,
				created_at bigint not null,
				processor_transaction_id text,
				unique (transaction_id, operation, number)
			)`,
		change`create index reversals_open on reversals (next_try_at) where state in ('waiting', 'attention')`,
	],
	"0011_three_d_secure": [
		changeOf("transactions")`
			alter table transactions
				add column three_d_secure_status text check (three_d_secure_status in ('Y', 'A', 'N', 'U', 'R', 'I', 'C')),
				add column three_d_secure_version text,
				add column three_d_secure_eci text,
				add column liability_shift boolean`,
		changeOf("pending_transactions")`
			alter table pending_transactions
				drop constraint pending_transactions_state_check,
				add constraint pending_transactions_state_check
					check (state in ('waiting', 'unreachable', 'accepted', 'unknown', 'differs', 'payer')) not valid`,
		change`
			create table payer_actions (
				transaction_id text primary key,
				url text not null,
				method text not null check (method in ('GET', 'POST')),
				fields jsonb not null,
				return_url text,
				expires_at bigint not null,
				returned jsonb,
				ended_at bigint
			)`,
		changeOf("merchants")`
			alter table merchants
				add column three_d_secure text not null default 'never' check (three_d_secure in ('never', 'auto', 'always')),
				add column three_d_secure_above bigint,
				add column three_d_secure_outside text`,
		changeOf("widget_sessions")`alter table widget_sessions add column browser jsonb`,
	],
	"0012_demo_authentication": [
		changeOf("demo_processor.journal")`
			alter table demo_processor.journal
				add column authentication_status text
					check (authentication_status in ('Y', 'A', 'N', 'U', 'R', 'I', 'C')),
				add column authentication_version text,
				add column authentication_eci text,
				add column challenge text,
				drop constraint journal_result_check,
				add constraint journal_result_check
					check (result in ('approved', 'declined', 'not_received', 'action')) not valid`,
	],
	"0013_subscription_terms": [
		changeOf("plans")`
			alter table plans
				add column trial_days integer not null default 0,
				add column setup_fee_cents bigint not null default 0,
				add column quantity integer not null default 1,
				add constraint plans_terms_check check (
					trial_days between 0 and 365 and setup_fee_cents >= 0 and quantity between 1 and 9999
				) not valid`,
		changeOf("subscriptions")`
			alter table subscriptions
				add column trial_days integer not null default 0,
				add column setup_fee_cents bigint not null default 0,
				add column quantity integer not null default 1,
				add column billing_anchor bigint,
				add column anchor_period integer not null default 0,
				add column credit_cents bigint not null default 0,
				add column paid_from bigint,
				add column paid_until bigint,
				add column paid_cents bigint,
				add column paid_transaction_id text,
				add column paid_back_cents bigint not null default 0,
				add constraint subscriptions_terms_check check (
					trial_days between 0 and 365 and setup_fee_cents >= 0 and quantity between 1 and 9999 and credit_cents >= 0
				) not valid`,
		changeOf("merchants")`alter table merchants add column retry_days integer[] not null default '{1,3,5,7}'`,
	],
	"0014_receipt_details": [
		changeOf("merchants")`alter table merchants add column tax_numbers jsonb not null default '[]'`,
		change`
			create table merchant_logos (
				merchant_id bigint primary key,
				content_hash text not null,
				media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
				width integer not null,
				height integer not null,
				content bytea not null
			)`,
		change`create index merchant_logos_by_content on merchant_logos (content_hash)`,
	],
	"0015_payment_links": [
		change`
			create table payment_links (
				id bigint generated by default as identity (start with 100001) primary key,
				lookup_id text not null unique,
				merchant_id bigint not null references merchants,
				user_id bigint,
				status text not null default 'OPEN' check (status in ('OPEN', 'PAID', 'EXPIRED', 'CANCELED')),
				operation text not null check (operation in ('sale', 'authorization')),
				amount_cents bigint not null,
				amount_tax_cents bigint,
				amount_tip_cents bigint,
				currency text not null,
				description text not null,
				invoice_id text,
				email text,
				language text,
				store_card text not null check (store_card in ('never', 'ask')),
				customer_lookup_id text,
				return_url text,
				metadata jsonb,
				created_at bigint not null,
				expires_at bigint not null,
				opened_at bigint,
				ended_at bigint,
				attempts integer not null default 0,
				claimed_until bigint not null default 0,
				transaction_id text
			)`,
		change`create index payment_links_of_merchant on payment_links (merchant_id, created_at desc, id desc)`,
		change`create index payment_links_by_expiry on payment_links (expires_at) where status = 'OPEN'`,
		change`create index payment_links_being_paid on payment_links (transaction_id) where status = 'OPEN' and transaction_id is not null`,
	],
	"0016_portal": [
		changeOf(
			"merchants",
		)`alter table merchants add column portal jsonb not null default '{"pause": false, "cancel": false}'`,
		change`
			create table portal_sessions (
				lookup_id text primary key,
				merchant_id bigint not null references merchants,
				customer_lookup_id text not null,
				return_url text,
				mail_id text,
				mailed_to bytea,
				cookie_hash bytea unique,
				expires_at bigint not null
			)`,
		change`create index portal_sessions_of_mail on portal_sessions (mail_id) where mail_id is not null`,
		change`create index portal_sessions_by_expiry on portal_sessions (expires_at)`,
	],
	"0017_ways_of_links": [
		changeOf("payment_links")`
			alter table payment_links
				add column mails integer not null default 0,
				add column mailed_at bigint,
				add column methods text[] not null default '{card}',
				add column eft_transaction_id text,
				add column plan_lookup_id text,
				add column subscriber_lookup_id text,
				add column subscription_lookup_id text,
				add column consent_text text,
				add column consent_sha256 bytea,
				add column consent_language text,
				add column consent_at bigint`,
		changeOf("payment_links")`
			create index payment_links_waiting on payment_links (id)
			where status = 'OPEN' and (eft_transaction_id is not null or subscription_lookup_id is not null)`,
	],
};
