import type { Database } from "../db/database.ts";
import type { Mail } from "./mail.ts";

/** A due mail, read from the rows it is about. The outbox stores only its key. */
export interface DueMail {
	/** The reference of its row in the outbox. */
	reference: string;
	/** The merchant whose limits apply. */
	merchantId: number;
	/** `null` for a mail to blind copies alone. */
	to: string | null;
	/** A separate allowance, so that other mail cannot use up the limits of password resets and security warnings. */
	allowance?:
		| "password_reset"
		| `account_security ${string}`
		| `owner_notice ${string}`
		| "bank_account"
		| "payment_approval";
	/** Recipients of blind copies; the same at each attempt. One beyond a limit gets its copy later. */
	blindCopies: string[];
	/**
	 * Writes the mail, with all blind copies. Pure: each attempt gives the same mail and Message-ID.
	 *
	 * @param host the domain of Message-IDs
	 */
	write(host: string): Mail;
	/** Records the consequence of a failed mail, in the transaction that marks it as failed. */
	noteGivenUp?(transaction: Database): Promise<void>;
}

/**
 * Reads mails of one kind by their references, in sending order. Mails that it leaves out are no longer wanted, and are
 * deleted from the outbox.
 */
export type ReadDueMail = (database: Database, references: string[]) => Promise<DueMail[]>;
