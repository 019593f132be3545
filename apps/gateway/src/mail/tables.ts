import type { Generated } from "kysely";
import type { MailKind } from "./mail-kind.ts";

/** Queued and failed mail. A sent mail leaves no row. Times are real. */
export interface MailOutboxTable {
	kind: MailKind;
	/** The transaction_id of a receipt; for a notice, see `notices/reference.ts`. */
	reference: string;
	/** 0: the mail; n: its nth blind copy alone, delayed by a limit. */
	copy: Generated<number>;
	/** The due time, or the end of the lease while claimed; 0 when new. */
	next_attempt_at: Generated<number>;
	/** Attempts, counted before each one, so that an attempt that crashed the process counts. */
	attempts: Generated<number>;
	/** The time of the final failure. */
	failed_at: Generated<number | null>;
	/** The last error in a few words, without addresses. */
	problem: Generated<string | null>;
	/** The numbers of delayed blind copies, from 1. Storing numbers avoids storing more addresses. */
	copies_left_out: Generated<number[]>;
}

/** Mail counts per merchant and address within an hour; deleted after the hour. */
interface MailCountsTable {
	/** Real time, ms since 1970. */
	hour_started_at: number;
	/** `merchant 17`, or `address 17` or `shared` with the hash of an address. */
	counted: string;
	mails: number;
}

/** Mail that the sandbox stores instead of sending. */
export interface MailboxTable {
	id: Generated<number>;
	message_id: string;
	sender_name: string;
	reply_to: string | null;
	/** Null for a mail to blind copies alone. */
	to_address: string | null;
	blind_copies: string[];
	subject: string;
	text: string;
	html: string;
	/** Business time, ms since 1970. */
	sent_at: number;
	/** Null for mail that an earlier version stored. */
	merchant_id: number | null;
}

export interface MailTables {
	mail_outbox: MailOutboxTable;
	mail_counts: MailCountsTable;
	mailbox: MailboxTable;
}

declare module "../db/schema.ts" {
	interface GatewayTables extends MailTables {}
}
