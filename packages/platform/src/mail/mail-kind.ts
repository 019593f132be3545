export type MailKind =
	| "receipt"
	| "receipt_again"
	| "payment_failed"
	| "subscription_suspended"
	| "card_expiring"
	| "staff_invitation"
	| "password_reset"
	| "account_security"
	| "owner_notice"
	| "eft_request"
	| "bank_account_changed"
	| "payment_approval"
	| "payment_link";
