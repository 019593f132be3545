import type { Database } from "../db/database.ts";
import type { Mail } from "./mail.ts";

/** The outbox stores only the key of a mail. */
export interface DueMail {
	reference: string;
	merchantId: number;
	/** `null`: blind copies alone. */
	to: string | null;
	/** Mails with an allowance are counted separately, so that others cannot use up their limits. */
	allowance?:
		| "password_reset"
		| `account_security ${string}`
		| `owner_notice ${string}`
		| "bank_account"
		| "payment_approval";
	/** The same at each attempt. */
	blindCopies: string[];
	/**
	 * Gives the same mail and Message-ID at each attempt.
	 * @param host the domain of Message-IDs
	 */
	write(host: string): Mail;
	/** Joins the transaction that marks the mail as failed. */
	noteGivenUp?(transaction: Database): Promise<void>;
}

/** Returns mails in sending order. Mails that it leaves out are deleted. */
export type ReadDueMail = (database: Database, references: string[]) => Promise<DueMail[]>;
