export { createMailTables } from "./create-tables.store.ts";
export type { DueMail, MailKind, ReadDueMail } from "./due-mail.ts";
export { formatDay, formatTime } from "./format.ts";
export { hourOf } from "./limits.ts";
export { mailWork } from "./mail.job.ts";
export { type Mail, type Mailer, noMailer } from "./mail.ts";
export {
	languagesOfMail,
	type MailReader,
	type MailSender,
	mailSenderColumns,
	mailSenderOf,
	mailSenderSql,
	unknownReader,
} from "./mail-sender.store.ts";
export { findMail, listMail, maximumStored, type StoredMail } from "./mailbox.store.ts";
export { createMailboxMailer } from "./mailbox.ts";
export { deleteOldCounts, deleteOldFailures, queueMail } from "./outbox.store.ts";
export { readSmtpUrl, smtpMailer } from "./smtp-mailer.ts";

import "./tables.ts";

export { type MailContent, type MailLine, merchantContact, writeMail } from "./write-mail.ts";
