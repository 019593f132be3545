import type { Database } from "../db/database.ts";
import type { Mail } from "./mail.ts";

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
	| "payment_approval"
	| "payment_link";

export interface DueMail {
	reference: string;
	merchantId: number;
	/** `null`: blind copies only. */
	to: string | null;
	/** Other mails cannot use it up. */
	allowance?:
		| "password_reset"
		| "portal_link"
		| `account_security ${string}`
		| `owner_notice ${string}`
		| "bank_account"
		| "payment_approval";
	blindCopies: string[];
	/** The same Message-ID, at `host`, at each attempt. */
	write(host: string): Mail;
	noteGivenUp?(transaction: Database): Promise<void>;
}

/** In sending order. */
export type ReadDueMail = (database: Database, references: string[]) => Promise<DueMail[]>;
