import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../../test/fixtures/database.ts";
import { type Database, openDatabase } from "../database.ts";

/**
 * The keys that do not begin with the merchant, by the reason. A database that is divided by merchant can check a key only within
 * one part, so a new key of merchant data begins with `merchant_id`.
 */
const exceptions: Record<string, string[]> = {
	// Rows of the operator, or of the whole installation. They stay in one part.
	"not a merchant's": [
		"applied_migrations (name)",
		"audit_cutoffs (sequence)",
		"audit_inbox (id)",
		"audit_log (event_id)",
		"audit_log (sequence)",
		"card_testing_freezes (bin)",
		"client_counts (limit_name, key)",
		"erased_payments (table_name)",
		"mail_counts (hour_started_at, counted)",
		"mail_outbox (reference, kind, copy)",
		"installation (only_row)",
		"mailbox (id)",
		"mailbox (message_id)",
		"merchants (demo_twin_id)",
		"merchants (demo_twin_id) -> merchants",
		"merchants (id)",
		"merchants (merchant_id)",
		"oauth_requests (partner_id) -> partners",
		"oauth_requests (ticket_hash)",
		"oauth_saved_requests (ticket_hash)",
		"partner_images (partner_id)",
		"partner_images (partner_id) -> partners",
		"partners (client_id)",
		"partners (id)",
		"reconciled_transactions (restore_id) -> restores",
		"request_log (id)",
		"restores (id)",
		"restores ((true))",
		"revoked_tokens (token_id)",
		"sandbox_clock (is_only)",
		"used_passkey_challenges (nonce)",
		"vault.keys (key_id)",
		"vault.keys (purpose, merchant_id)",
		"vault.master_key (only_row)",
	],
	// Looked up by what a person, a browser or a client sends, before the merchant is known. They stay beside the list of merchants.
	"tells the merchant": [
		"client_credentials (client_id)",
		"client_credentials (created_by) -> staff",
		"client_credentials (id)",
		"oauth_codes (code_hash)",
		"oauth_codes (grant_id) -> oauth_grants",
		"oauth_grants (approved_by) -> staff",
		"oauth_grants (grant_id)",
		"oauth_grants (id)",
		"oauth_grants (partner_id) -> partners",
		"passkeys (credential_id)",
		"passkeys (passkey_id)",
		"passkeys (staff_id) -> staff",
		"password_resets (lookup_id)",
		"password_resets (staff_id)",
		"password_resets (staff_id) -> staff",
		"recovery_codes (staff_id, code_hash)",
		"recovery_codes (staff_id) -> staff",
		"refresh_tokens (grant_id) -> oauth_grants",
		"refresh_tokens (token_hash)",
		"second_factor_failures (staff_id, browser)",
		"second_factor_failures (staff_id) -> staff",
		"staff (id)",
		"staff (lower(email))",
		"staff_invitations (invited_by) -> staff",
		"staff_invitations (lookup_id)",
		"staff_notices (changed_by) -> staff",
		"staff_notices (id)",
		"staff_notices (staff_id) -> staff",
		"staff_sessions (session_id)",
		"staff_sessions (staff_id) -> staff",
		"staff_sessions (token_hash)",
		"widget_sessions (id)",
	],
	// A sale writes or reads each of them: a wider key would slow it down. Ids come from one sequence or are random, and a card
	// token's fingerprint is that of one merchant's key, so no value repeats in another part: there, the key only gains the merchant.
	"of every sale": [
		"card_testing_attempts (reference)",
		"event_inbox (id)",
		"events (event_id)",
		"idempotency_keys (transaction_id)",
		"pending_cards (transaction_id)",
		"pending_transactions (transaction_id)",
		"renewal_attempts (subscription_id, period, attempt)",
		"renewal_attempts (subscription_id) -> subscriptions",
		"renewal_attempts (transaction_id)",
		"transactions (id)",
		"transactions (transaction_id)",
		"used_card_tokens (fingerprint)",
		"used_card_tokens (session_id)",
		"vault.processor_requests (reference)",
		"webhook_attempts (id)",
		"webhook_deliveries (endpoint_id, sequence)",
	],
	// One sequence, or random: no value repeats in another part. There, the key and the foreign keys to it gain the merchant.
	"an id that is unique without the key": [
		"card_entries (posting_id) -> card_postings",
		"card_postings (dispute) -> disputes",
		"card_postings (id)",
		"card_postings (settlement)",
		"card_postings (settlement) -> settlements",
		"cards (customer_id)",
		"cards (id)",
		"cards (lookup_id)",
		"customers (id)",
		"customers (lookup_id)",
		"dispute_answers (dispute) -> disputes",
		"disputes (dispute_id)",
		"disputes (id)",
		"expiry_notices (card_lookup_id, expiry_year, expiry_month)",
		"expiry_notices (card_lookup_id) -> cards",
		"plans (id)",
		"plans (lookup_id)",
		"processor_accounts (account_id)",
		"settlement_items (settlement) -> settlements",
		"settlements (id)",
		"settlements (settlement_id)",
		"subscriptions (id)",
		"subscriptions (lookup_id)",
		"vault.bank_accounts (account_id)",
		"vault.bank_accounts (key_id) -> vault.keys",
		"vault.processor_accounts (account_id)",
		"vault.processor_accounts (key_id) -> vault.keys",
		"vault.stored_cards (card_id)",
		"vault.stored_cards (key_id) -> vault.keys",
		"webhook_endpoints (id)",
		"webhook_endpoints (lookup_id)",
		"webhook_endpoints (staff_id) -> staff",
		"webhook_secrets (endpoint_id)",
		"webhook_secrets (endpoint_id) -> webhook_endpoints",
		"webhook_secrets (id)",
	],
	// A bank's file has payments of many merchants; the demo schemas stand for systems outside. They stay in one part.
	"of banks and demo systems": [
		"aft.files (id)",
		"aft.files (originator_id) -> aft.originators",
		"aft.imports (id)",
		"aft.imports (sha256)",
		"aft.originators (originator_id)",
		"aft.outcomes (reference, result)",
		"aft.outcomes (reference) -> aft.payments",
		"aft.payments (cross_reference)",
		"aft.payments (file_id) -> aft.files",
		"aft.payments (id)",
		"aft.payments (reference)",
		"demo_processor.journal (reference)",
		"demo_rail.journal (reference)",
		"demo_rail.outcomes (reference, result)",
		"demo_rail.outcomes (reference) -> demo_rail.journal",
	],
	// A transfer has two merchants, and its posting balances both wallets: bank payments stay in one part.
	"of two merchants": [
		"eft_approvals (asked_by) -> staff",
		"eft_approvals (decided_by) -> staff",
		"eft_approvals (transaction_id)",
		"eft_approvals (transaction_id) -> eft_transactions",
		"eft_entries (posting_id, merchant_id, account)",
		"eft_entries (posting_id) -> eft_postings",
		"eft_holds (transaction_id)",
		"eft_holds (transaction_id) -> eft_transactions",
		"eft_mandates (transaction_id)",
		"eft_mandates (transaction_id) -> eft_requests",
		"eft_postings (id)",
		"eft_postings (reverses)",
		"eft_postings (reverses) -> eft_postings",
		"eft_postings (transaction_id)",
		"eft_postings (transaction_id) -> eft_transactions",
		"eft_requests (payer_merchant_id) -> merchants",
		"eft_requests (processor_transaction_id)",
		"eft_requests (transaction_id)",
		"eft_requests (transaction_id) -> eft_transactions",
		"eft_transactions (id)",
		"eft_transactions (pays)",
		"eft_transactions (pays) -> eft_transactions",
		"eft_transactions (transaction_id)",
	],
};

let home: TestDatabase;
let database: Database;

beforeAll(async () => {
	home = await createTestDatabase();
	database = openDatabase({ url: home.url, maximumConnections: 1 });
});

afterAll(async () => {
	await database.destroy();
	await home.drop();
});

test("every unique key and every foreign key begins with the merchant, or has a reason not to", async () => {
	const { rows } = await sql<{ key: string; begins: string }>`
		with tables as (
			select pg_class.oid, case when nspname = current_schema() then '' else nspname || '.' end || relname as name
			from pg_class join pg_namespace on relnamespace = pg_namespace.oid
			where nspname !~ '^(pg_|information_schema$)' and relkind in ('r', 'p')
		), keys as (
			select name, array(
				select pg_get_indexdef(indexrelid, place::int, true) from generate_series(1, indnkeyatts) as place order by place
			) as columns, '' as target
			from pg_index join tables on tables.oid = indrelid where indisunique
			union all
			select tables.name, array(
				select attname::text from unnest(conkey) with ordinality as part (number, place)
				join pg_attribute on attrelid = conrelid and attnum = number order by place
			), ' -> ' || target.name
			from pg_constraint join tables on tables.oid = conrelid join tables target on target.oid = confrelid
			where contype = 'f'
		)
		select name || ' (' || array_to_string(columns, ', ') || ')' || target as key, columns[1] as begins from keys`.execute(
		database,
	);
	expect(rows.length).toBeGreaterThan(150);
	const others = rows.filter(({ begins, key }) => begins !== "merchant_id" || key === "merchants (merchant_id)");
	const found = [...new Set(others.map(({ key }) => key))].sort();
	expect(found).toEqual(Object.values(exceptions).flat().sort());
});
