import type { Database } from "../db/database.ts";
import type { Mail } from "./mail.ts";

/** A mail whose turn has come, read from the rows it is about: nothing of it is kept in the outbox. */
export interface DueMail {
	/** Its row in the outbox, among those of its kind. */
	reference: string;
	/** Whose mail it is: the merchant's. */
	merchantId: number;
	to: string;
	/** What there is room for apart from all other mail: nobody is to use up the room of a way back in, or of a warning. */
	allowance?: "password_reset" | `account_security ${string}` | "bank_account";
	/** Who is to get blind copies, as far as there is room at their addresses; the same at each attempt. */
	blindCopies: string[];
	/**
	 * Writes it, with all blind copies. Pure; it is the same mail with the same Message-ID at each attempt.
	 *
	 * @param host the name that Message-IDs end in
	 */
	write(host: string): Mail;
	/** Writes down what it means that the mail is given up, in the same database transaction. */
	noteGivenUp?(transaction: Database): Promise<void>;
}

/**
 * Reads mails of one kind by their references, in the order they are to be sent in. Those it leaves out are not wanted any
 * more, and leave the outbox.
 */
export type ReadDueMail = (database: Database, references: string[]) => Promise<DueMail[]>;
