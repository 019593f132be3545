import type { DataClassesOf } from "@cardseal/vault";
import type { MailTables } from "./tables.ts";

export const mailData: DataClassesOf<MailTables> = {
	mail_outbox: {
		reference: "pseudonym",
		kind: "none",
		copy: "none",
		next_attempt_at: "none",
		attempts: "none",
		failed_at: "none",
		problem: "none",
		copies_left_out: "none",
	},
	mail_counts: {
		hour_started_at: "none",
		counted: "pseudonym",
		mails: "none",
	},
	mailbox: {
		id: "none",
		message_id: "pseudonym",
		sender_name: "none",
		reply_to: "none",
		to_address: "personal",
		blind_copies: "personal",
		subject: "personal",
		text: "personal",
		html: "personal",
		sent_at: "none",
		merchant_id: "none",
	},
};
