import { type Clock, type Clocks, randomFraction } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { BusinessWork } from "@cardseal/platform/jobs";
import { createMailboxMailer, type Mailer, mailWork, noMailer, readSmtpUrl, smtpMailer } from "@cardseal/platform/mail";
import type { Vault } from "@cardseal/vault";
import { joined, partsOf } from "../services.ts";
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
	const readers = joined(partsOf("mails").map((mailsWith) => mailsWith(links)));
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
