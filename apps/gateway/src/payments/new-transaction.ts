import type { Transaction } from "./tables.ts";

/** A transaction that is about to be submitted: everything but what only the database and the processor know. */
export type NewTransaction = Omit<
	Transaction,
	| "id"
	| "status"
	| "refunded_cents"
	| "refunding_cents"
	| "captured_by"
	| "voided_by"
	| "message"
	| "decline_class"
	| "decline_code"
	| "advice_code"
	| "guard_reason"
	| "processor_auth_code"
	| "processor_transaction_id"
	| "decided_at"
>;
