/** The kinds of mail. Each has a reader, which reads the content when the mail is sent. */
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
	| "payment_approval";
