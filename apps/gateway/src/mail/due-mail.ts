import type { Database } from "../db/database.ts";
import type { Mail } from "./mail.ts";

/** Read from the rows it is about. The outbox stores only its key. */
export interface DueMail {
	reference: string;
	merchantId: number;
	/** `null`: blind copies alone. */
	to: string | null;
	/** Other mail cannot use up the limits of password resets and security warnings. */
	allowance?:
		| "password_reset"
		| `account_security ${string}`
		| `owner_notice ${string}`
		| "bank_account"
		| "payment_approval";
	/** The same at each attempt. One beyond a limit gets its copy later. */
	blindCopies: string[];
	/**
	 * Each attempt gives the same mail and Message-ID.
	 *
	 * @param host the domain of Message-IDs
	 */
	write(host: string): Mail;
	/** In the transaction that marks the mail as failed. */
	noteGivenUp?(transaction: Database): Promise<void>;
}

/** In sending order. Mails that it leaves out are no longer wanted, and are deleted. */
export type ReadDueMail = (database: Database, references: string[]) => Promise<DueMail[]>;
