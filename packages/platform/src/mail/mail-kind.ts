export type MailKind =
	| "receipt"
	| "receipt_again"
	| "payment_failed"
	| "subscription_suspended"
	| "card_expiring"
	| "portal_link"
	| "staff_invitation"
	| "password_reset"
	| "account_security"
	| "owner_notice"
	| "eft_request"
	| "bank_account_changed"
	| "payment_approval";
