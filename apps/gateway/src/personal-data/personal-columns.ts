/*
 * An erasure deletes cards and details in one transaction. Copies in payments, events and stored responses follow in slices, and
 * once more an hour later, because a charge reads the customer without a lock.
 */

/**
 * The columns with names, addresses and other data about a person, by table. What is erased follows from it. A new column is
 * listed here or in `personal-columns.db.test.ts`.
 */
export const personalColumns = {
	"aft.payments": ["party_name"],
	audit_inbox: ["client_address"],
	audit_log: ["client_address"],
	cards: ["description"],
	client_counts: ["key"],
	customers: [
		"email",
		"first_name",
		"last_name",
		"company",
		"bcc_emails",
		"telephone",
		"address1",
		"address2",
		"city",
		"province",
		"country",
		"postal_code",
		"custom_id",
		"language",
		"metadata",
	],
	dispute_answers: ["evidence"],
	eft_linked_accounts: ["holder_name"],
	eft_mandates: ["holder_name", "masked_account", "agreement", "client_address", "user_agent"],
	eft_transactions: [
		"email",
		"first_name",
		"last_name",
		"province",
		"country",
		"description",
		"metadata",
		"party_name",
		"masked_account",
	],
	event_inbox: ["data"],
	events: ["data"],
	idempotency_keys: ["response_body"],
	mailbox: ["to_address", "blind_copies", "subject", "text", "html"],
	metadata_entries: ["key", "value"],
	passkeys: ["name"],
	staff: ["email", "name"],
	staff_invitations: ["email", "name"],
	staff_notices: ["details", "client_address"],
	staff_sessions: ["client_address", "user_agent"],
	subscriptions: ["email", "bcc_emails", "description", "metadata"],
	transactions: [
		"email",
		"first_name",
		"last_name",
		"company",
		"bcc_emails",
		"telephone",
		"address1",
		"address2",
		"city",
		"province",
		"country",
		"postal_code",
		"custom_id",
		"language",
		"metadata",
	],
	webhook_attempts: ["response"],
	widget_sessions: ["client_network"],
} as const satisfies Record<string, readonly string[]>;

export type PersonalTable = keyof typeof personalColumns;
