import type { Transaction } from "../../apps/gateway/src/db/schema.ts";
import type { NewTransaction } from "../../apps/gateway/src/payments/new-transaction.ts";

/** When the transactions here were made, ms since 1970. */
const madeAt = 1_795_219_200_000;

/** A sale of 10.99 as it is about to be submitted: without a customer, and with no detail but what is told. */
export function newTransaction(changes: Partial<NewTransaction> = {}): NewTransaction {
	return {
		transaction_id: "9fK2mQ7xW1aZ3bC4dE5f",
		merchant_id: 7,
		type: "sale",
		processor: "demo",
		original_id: null,
		customer_lookup_id: null,
		card_lookup_id: null,
		amount_cents: 1099,
		currency: "CAD",
		captured: true,
		card_type: "Visa",
		card_suffix: "0005",
		card_expiry: "08/31",
		channel: "E_COMMERCE",
		user_id: 3,
		email: null,
		first_name: null,
		last_name: null,
		company: null,
		bcc_emails: null,
		telephone: null,
		address1: null,
		address2: null,
		city: null,
		province: null,
		country: null,
		postal_code: null,
		custom_id: null,
		invoice_id: null,
		sending_receipt: true,
		test_mode: true,
		is_guarded: false,
		created_at: madeAt,
		...changes,
	};
}

/** The same, approved by the demo processor. */
export function approvedTransaction(changes: Partial<Transaction> = {}): Transaction {
	return {
		...newTransaction(),
		id: 100_001,
		status: "APPROVED",
		refunded_cents: 0,
		refunding_cents: 0,
		captured_by: null,
		voided_by: null,
		message: "Approved",
		decline_class: null,
		decline_code: null,
		advice_code: null,
		guard_reason: null,
		processor_auth_code: "012345",
		processor_transaction_id: "demo_1",
		decided_at: madeAt,
		...changes,
	};
}
