/**
 * What the outbox has mail about: receipts, what customers of subscriptions are told of, the links of a merchant's staff
 * and what becomes of their passwords and second factors, requests for money, and what owners are told of the bank account
 * that deposits go to.
 */
export type MailKind =
	| "receipt"
	| "receipt_again"
	| "payment_failed"
	| "subscription_suspended"
	| "card_expiring"
	| "staff_invitation"
	| "password_reset"
	| "account_security"
	| "eft_request"
	| "bank_account_changed";
