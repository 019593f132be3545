import type { Generated } from "kysely";
import type { MailKind } from "./mail-kind.ts";

/**
 * A row for each mail that is still to be sent, and for each that was given up. One that was sent leaves no row. Times
 * are real.
 */
export interface MailOutboxTable {
	kind: MailKind;
	/** What it is about: of a receipt, the transaction_id; of a notice, see `notices/reference.ts`. */
	reference: string;
	/** When its turn is. Moved by whoever takes it up, so that others leave it alone; 0, "at once", when it is new. */
	next_attempt_at: Generated<number>;
	/** How often it was taken up, counted before the try: also for one that ended the process. */
	attempts: Generated<number>;
	/** When it was given up. */
	failed_at: Generated<number | null>;
	/** What stood in its way last, in a few words without anybody's address. */
	problem: Generated<string | null>;
	/** Blind copies that were too many for their addresses, by their places: an address would be one more to keep safe. */
	copies_left_out: Generated<number[]>;
}

/** How many mails a merchant or an address had within an hour. The row goes when the hour is over. */
interface MailCountsTable {
	/** Real time, ms since 1970. */
	hour_started_at: number;
	/** `merchant 17` or `address ada@example.com`. */
	counted: string;
	mails: number;
}

/** Mail that the sandbox keeps instead of sending it. */
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
