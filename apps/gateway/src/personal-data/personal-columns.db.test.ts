import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestTables } from "../../../../test/fixtures/tables.ts";
import { root } from "../../../../test/run/command.ts";
import { personalColumns } from "./personal-columns.ts";

/** The columns without personal data, by table: ids, amounts, states, times, hashes, encrypted numbers. */
const otherColumns: Record<string, string> = {
	"aft.files":
		"id originator_id file_creation_number direction profile data_centre creation_date value_date return_account sha256 payments amount_cents numbered_at written_at",
	"aft.imports": "id sha256 originator_id file_creation_number creation_date items returned imported_at assigned_lines",
	"aft.originators": "originator_id last_file_creation_number",
	"aft.outcomes": "reference result return_code due_at acknowledged",
	"aft.payments":
		"id reference cross_reference merchant_id direction amount_cents bank_account_id transaction_code submitted_at originator_name file_id is_refused",
	applied_migrations: "name kind statements_hash gateway_version steps_done filled_through is_finished catalog",
	audit_cutoffs: "sequence seal cut_at mac",
	audit_inbox: "id type merchant_id actor_kind actor_id object details times request_id occurred_at business_at",
	audit_log:
		"sequence event_id type merchant_id actor_kind actor_id object details times request_id occurred_at business_at sealed_at seal",
	card_entries: "merchant_id posting_id account currency cents",
	card_postings: "id merchant_id reason settlement dispute made_at",
	card_testing_attempts: "reference merchant_id card bin address customer email is_small result at expires_at",
	card_testing_freezes: "bin merchant_id frozen_until",
	cards:
		"id lookup_id merchant_id customer_id card_type card_prefix card_suffix expiry_month expiry_year is_default network_transaction_id created_at",
	changes_after_summing: "merchant_id id interval_start",
	client_counts: "limit_name count ends_at",
	client_credentials:
		"id merchant_id client_id secret_hash name channel scopes token_lifetime_seconds created_by created_at revoked_at last_used_at expires_at reminder_due_at",
	customers: "id lookup_id merchant_id created_at erased_at erasure_due_at",
	declined_transactions: "merchant_id id",
	"demo_processor.journal":
		"reference position operation amount_cents currency result decline_class decline_code advice_code message auth_code avs_result cvv_result original received_at authentication_status authentication_version authentication_eci challenge",
	"demo_rail.journal": "reference direction amount_cents received_at",
	"demo_rail.outcomes": "reference result return_code due_at acknowledged",
	dispute_answers: "merchant_id dispute kind asked_at next_attempt_at attempts sent_at refusal",
	disputes:
		"id dispute_id merchant_id processor account processor_dispute_id transaction_id state amount_cents currency reason_code evidence_due_at created_at state_at",
	eft_approvals:
		"transaction_id merchant_id asked_by client_id payee_fingerprint institution_number expires_at reminded_at decided_by decided_at",
	eft_entries: "posting_id merchant_id account cents",
	eft_holds: "transaction_id merchant_id kind cents",
	eft_linked_accounts: "merchant_id bank_account_id masked_account institution_number warnings linked_at",
	eft_mandates: "transaction_id language agreement_hash agreed_at",
	eft_payees: "merchant_id fingerprint first_paid_at paid_cents",
	eft_postings: "id transaction_id reason reverses made_at",
	eft_requests: "transaction_id processor_transaction_id payer_merchant_id expires_at answer answered_at",
	eft_send_limits: "merchant_id name cents next_cents next_at",
	eft_transactions:
		"id transaction_id merchant_id kind type customer_lookup_id amount_cents pays result message return_code rail bank_account_id created_at submitted_at settled_at returned_at approval",
	eft_wallets: "merchant_id actual_cents held_cents uncleared_cents owed_cents",
	erased_payments: "table_name through_id",
	event_inbox: "id event_id merchant_id type created_at of_transaction",
	event_sequences: "merchant_id last_sequence",
	events: "sequence event_id recorded_at resends merchant_id type created_at of_transaction",
	expiry_notices: "card_lookup_id expiry_month expiry_year queued_at",
	idempotency_keys: "merchant_id route key fingerprint transaction_id response_status created_at",
	installation: "only_row installation_id",
	invitation_counts: "merchant_id day_started_at invitations",
	mail_counts: "hour_started_at counted mails",
	mail_outbox: "reference kind copy next_attempt_at attempts failed_at problem copies_left_out",
	mailbox: "id message_id merchant_id sender_name reply_to sent_at",
	merchant_logos: "merchant_id content_hash media_type width height content",
	merchants:
		"id merchant_id name mode demo_twin_id time_zone currencies hosted_form_only rejects_avs_no_match rejects_cvv_no_match card_testing_on card_testing_limits sends_receipts receipt_reply_to contact_address contact_phone statement_text tax_numbers three_d_secure three_d_secure_above three_d_secure_outside language both_languages sends_payment_failed_notices sends_suspended_notices sends_card_expiring_notices retry_days portal created_at",
	metadata_entries: "merchant_id subject created_at id",
	notice_feeds: "merchant_id processor account cursor next_read_at problem",
	oauth_codes: "code_hash grant_id redirect_uri code_challenge expires_at spent_at",
	oauth_grants: "id grant_id partner_id merchant_id scopes approved_by created_at begun_at revoked_at",
	oauth_requests: "ticket_hash session_id partner_id redirect_uri state scopes code_challenge expires_at",
	oauth_saved_requests: "ticket_hash query expires_at",
	partner_images: "partner_id media_type bytes",
	partners:
		"id client_id secret_hash business_name redirect_uris requires_pkce refresh_token_lifetime_seconds image_url created_at removed_at",
	passkeys:
		"passkey_id staff_id credential_id public_key sign_count transports is_backup_eligible is_backed_up created_at last_used_at",
	password_resets: "lookup_id staff_id language created_at expires_at tries",
	payer_actions: "transaction_id url method fields return_url expires_at returned ended_at",
	payment_day_sums:
		"merchant_id begins_at ends_at currency approved_count approved_cents declined_count declined_cents refunded_count refunded_cents",
	payment_sums:
		"merchant_id interval_start currency pending_count approved_count approved_cents declined_count declined_cents refunded_count refunded_cents",
	payment_sums_progress: "merchant_id summed_from summed_until",
	pending_cards:
		"transaction_id merchant_id customer_id card_lookup_id card_type card_prefix card_suffix expiry_month expiry_year pending_since",
	pending_transactions: "transaction_id waits_until next_inquiry_at inquiries state is_told",
	payment_links:
		"id lookup_id merchant_id user_id status operation amount_cents amount_tax_cents amount_tip_cents currency invoice_id language store_card customer_lookup_id return_url created_at expires_at opened_at ended_at attempts claimed_until transaction_id mails mailed_at methods eft_transaction_id plan_lookup_id subscriber_lookup_id subscription_lookup_id consent_text consent_sha256 consent_language consent_at",
	plans:
		"id lookup_id merchant_id name amount_cents currency frequency number_of_payments send_receipt trial_days setup_fee_cents quantity metadata total_subscriptions current_subscriptions created_at deleted_at",
	portal_sessions: "lookup_id merchant_id customer_lookup_id return_url mail_id mailed_to cookie_hash expires_at",
	processor_account_checks: "merchant_id window_started_at count",
	processor_accounts:
		"account_id merchant_id processor currency shown_fields fingerprint verified_at is_test created_at removed_at remove_reason",
	received_notices:
		"merchant_id processor account notice_id kind body state next_attempt_at attempts problem received_at",
	reconciled_transactions: "merchant_id transaction_id restore_id reconciled_at",
	recovery_codes: "staff_id code_hash",
	refresh_tokens: "token_hash grant_id created_at expires_at spent_at",
	renewal_attempts: "subscription_id period attempt transaction_id attempted_at declined_fingerprint",
	request_log:
		"id merchant_id created_at request_id method route status reason duration_ms client_id transaction_id shed",
	restores:
		"id noticed_at window_from missing lost_heads kept_file_numbers file_numbers reconciled_at open_items finished_at mac",
	reversals:
		"reference merchant_id transaction_id operation number state tries next_try_at created_at processor_transaction_id",
	revoked_tokens: "token_id expires_at",
	sandbox_clock: "is_only ahead_ms",
	second_factor_failures: "staff_id browser failed locked_until",
	settlement_items: "merchant_id settlement item_id kind reference amount_cents fee_cents happened_at",
	settlements:
		"id settlement_id merchant_id processor account processor_settlement_id currency amount_cents fee_cents net_cents items content_hash created_at recorded_at",
	staff:
		"id merchant_id role is_primary_owner invitation_id password_hash password_changed_at former_password_hashes second_factor_secret last_second_factor_step failed_sign_ins locked_until known_failed_sign_ins known_locked_until created_at raised_at removed_at",
	staff_invitations: "lookup_id merchant_id role is_primary_owner invited_by language created_at expires_at",
	staff_notices: "id kind staff_id merchant_id event changed_by occurred_at",
	staff_sessions:
		"token_hash session_id staff_id created_at last_seen_at expires_at second_factor_done stepped_up_at proposed_secret",
	subscriptions:
		"id lookup_id merchant_id customer_id plan_id card_lookup_id name amount_cents amount_from_period former_amount_cents currency frequency number_of_payments send_receipt trial_days setup_fee_cents quantity time_zone status start_date billing_anchor anchor_period credit_cents paid_from paid_until paid_cents paid_transaction_id paid_back_cents next_period open_period failed_attempts unplanned_attempts not_received_attempts completed_cycles is_reactivating planned_run suspended_reason next_run last_run last_success charging_transaction_id charging_fingerprint claimed_until renewal_failures created_at watched_card_lookup_id expiry_notice_at",
	transactions:
		"id transaction_id merchant_id type processor processor_account status original_id customer_lookup_id card_lookup_id subscription_lookup_id amount_cents amount_tax_cents amount_tip_cents refunded_cents refunding_cents captured_by voided_by currency captured card_type card_suffix card_expiry channel initiated_by purpose user_id invoice_id sending_receipt test_mode message decline_class decline_code advice_code is_protected card_testing_reason avs_result cvv_result issuer_code network_transaction_id processor_auth_code processor_transaction_id capture_before created_at decided_at three_d_secure_status three_d_secure_version three_d_secure_eci liability_shift",
	used_card_tokens: "fingerprint expires_at session_id",
	used_passkey_challenges: "nonce expires_at",
	"vault.bank_accounts": "account_id merchant_id key_id encrypted_account stored_at",
	"vault.keys":
		"key_id purpose merchant_id environment public_key wrapped_secret master_key_id status status_bound created_at retired_at replace_since",
	"vault.master_key": "only_row master_key_id since",
	"vault.processor_accounts": "account_id merchant_id key_id encrypted_secrets stored_at",
	"vault.processor_requests": "reference submitted_at tombstone_at",
	"vault.stored_cards": "card_id merchant_id customer_id key_id encrypted_number fingerprint stored_at",
	webhook_attempts: "id endpoint_id event_id type attempt attempted_at status duration_ms error",
	webhook_deliveries: "endpoint_id sequence attempts slots due_at claimed_until",
	webhook_endpoints:
		"id lookup_id merchant_id client_id grant_id staff_id url types description disabled_reason failing_since last_failed_at pinged_at created_at",
	webhook_secrets: "id endpoint_id sealed_secret signs_until",
	widget_origins: "merchant_id origin created_at",
	widget_sessions: "id merchant_id origin language created_at expires_at",
};

test("P-45 every column of the database was considered: it is personal, or listed as not personal", async () => {
	const tables = await openTestTables();
	const { rows } = await sql<{ name: string }>`
		select case nspname when 'public' then '' else nspname || '.' end || relname || '.' || attname as name
		from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
		where relkind in ('r', 'p') and attnum > 0 and not attisdropped
			and nspname not in ('pg_catalog', 'information_schema')`.execute(tables.database);
	await tables.drop();
	const considered = [
		...Object.entries<readonly string[]>(personalColumns),
		...Object.entries(otherColumns).map(([table, columns]) => [table, columns.split(" ")] as const),
	].flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`));
	expect(considered.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test("the guide names every table with personal data", async () => {
	const guide = await readFile(join(root, "docs/operate/retention.md"), "utf8");
	expect(Object.keys(personalColumns).filter((table) => !guide.includes(`\`${table}\``))).toEqual([]);
});
