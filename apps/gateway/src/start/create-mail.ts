import type { Vault } from "@cardseal/vault";
import type { Clock, Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { readDueApprovalMail } from "../eft/approvals/due-approval-mail.ts";
import { readDueAccountMail } from "../eft/bank-accounts/due-account-mail.ts";
import { readDueRequests } from "../eft/requests/due-request-mail.ts";
import { randomFraction } from "../ids.ts";
import type { BusinessWork } from "../jobs/business-work.ts";
import { mailWork } from "../mail/mail.job.ts";
import type { Mailer } from "../mail/mail.ts";
import { createMailboxMailer } from "../mail/mailbox.ts";
import { noMailer } from "../mail/no-mailer.ts";
import { smtpMailer } from "../mail/smtp-mailer.ts";
import { readSmtpUrl } from "../mail/smtp-settings.ts";
import { readDueReceipts, readDueReceiptsAgain } from "../payments/receipts/due-receipt-mail.ts";
import {
	readDueInvitations,
	readDueOwnerNotices,
	readDueResets,
	readDueSecurityMail,
} from "../staff/notices/due-staff-mail.ts";
import {
	readDueCardExpiring,
	readDuePaymentFailed,
	readDueSuspended,
} from "../subscriptions/notices/due-notice-mail.ts";
import type { Starting } from "./starting.ts";

export interface MailSetup {
	work: BusinessWork;
	/** True in a mailbox, not for a mail server. */
	followsBusinessTime: boolean;
	sendsMail: boolean;
}

export function createMail(starting: Starting, database: Database, vault: Vault, clocks: Clocks): MailSetup {
	const { log, cleanups, stopping, publicUrl } = starting;
	const links = { vault, publicUrl };
	const host = new URL(starting.publicUrl).hostname;
	const mailer = createMailer(starting, database, clocks, host);
	cleanups.push(async () => mailer.close());
	const readers = {
		receipt: readDueReceipts,
		receipt_again: readDueReceiptsAgain,
		payment_failed: readDuePaymentFailed,
		subscription_suspended: readDueSuspended,
		card_expiring: readDueCardExpiring,
		staff_invitation: readDueInvitations(links),
		password_reset: readDueResets(links),
		account_security: readDueSecurityMail(links),
		owner_notice: readDueOwnerNotices(links),
		eft_request: readDueRequests(links),
		bank_account_changed: readDueAccountMail(links),
		payment_approval: readDueApprovalMail(links),
	};
	const clock = mailClock(starting, clocks);
	const sending = { database, readers, mailer, clock, random: randomFraction, host, log, stopping };
	const sendsMail = mailer !== noMailer;
	return { work: mailWork(sending), followsBusinessTime: clock === clocks.business, sendsMail };
}

/** Moving the clock must not lift a limit of real mail. */
export function mailClock({ config }: Pick<Starting, "config">, clocks: Clocks): Clock {
	return config.smtpUrl === undefined ? clocks.business : clocks.real;
}

function createMailer({ config, log }: Starting, database: Database, clocks: Clocks, host: string): Mailer {
	const { smtpUrl, mailFrom: sender = `receipts@${host}`, sandbox } = config;
	if (smtpUrl !== undefined) return smtpMailer({ settings: readSmtpUrl(smtpUrl), sender, clock: clocks.real });
	if (sandbox) return createMailboxMailer(database, clocks.business);
	log.warn("SMTP_URL is not set: no mail is sent");
	return noMailer;
}
