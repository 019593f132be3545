import type { Generated } from "kysely";
import type { MailKind } from "./due-mail.ts";

/** Times are real. */
export interface MailOutboxTable {
	kind: MailKind;
	/** A transaction_id or a dunning mail's reference. */
	reference: string;
	/** 0: the mail; n: its nth blind copy. */
	copy: Generated<number>;
	/** A lease's end; 0 when new. */
	next_attempt_at: Generated<number>;
	/** Counts an attempt that crashed the process. */
	attempts: Generated<number>;
	failed_at: Generated<number | null>;
	problem: Generated<string | null>;
	/** Numbers from 1, to store no more addresses. */
	copies_left_out: Generated<number[]>;
}

interface MailCountsTable {
	hour_started_at: number;
	/** `merchant 17`, or `address 17` with a hash. */
	counted: string;
	mails: number;
}

export interface MailboxTable {
	id: Generated<number>;
	message_id: string;
	sender_name: string;
	reply_to: string | null;
	to_address: string | null;
	blind_copies: string[];
	subject: string;
	text: string;
	html: string;
	sent_at: number;
	/** Null for mail of an earlier version. */
	merchant_id: number | null;
}

declare module "../db/schema.ts" {
	interface GatewayTables {
		mail_outbox: MailOutboxTable;
		mail_counts: MailCountsTable;
		mailbox: MailboxTable;
	}
}
