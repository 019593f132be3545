import type { Generated } from "kysely";
import type { MailKind } from "./mail-kind.ts";

/** One row for each queued mail and each failed one. A sent mail leaves no row. Times are real. */
export interface MailOutboxTable {
	kind: MailKind;
	/** The subject: the transaction_id of a receipt; for a notice, see `notices/reference.ts`. */
	reference: string;
	/** The due time, and the end of the lease while it is claimed; 0 when it is new. */
	next_attempt_at: Generated<number>;
	/** Claims, counted before the attempt, so that an attempt that ended the process counts. */
	attempts: Generated<number>;
	/** The time when it was marked as failed. */
	failed_at: Generated<number | null>;
	/** The last problem, in a few words without any address. */
	problem: Generated<string | null>;
	/** The indexes of blind copies beyond a limit; indexes, so that no further address is stored. */
	copies_left_out: Generated<number[]>;
}

/** The mails of a merchant or an address within an hour. Deleted after the hour. */
interface MailCountsTable {
	/** Real time, ms since 1970. */
	hour_started_at: number;
	/** `merchant 17` or `address ada@example.com`. */
	counted: string;
	mails: number;
}

/** Mail that the sandbox stores instead of sending it. */
export interface MailboxTable {
	id: Generated<number>;
	message_id: string;
	sender_name: string;
	reply_to: string | null;
	to_address: string;
	blind_copies: string[];
	subject: string;
	text: string;
	html: string;
	/** Business time, ms since 1970. */
	sent_at: number;
}

export interface MailTables {
	mail_outbox: MailOutboxTable;
	mail_counts: MailCountsTable;
	mailbox: MailboxTable;
}
