import { type Clock, type Clocks, randomFraction } from "@cardseal/platform";
import { createMailboxMailer, type Mailer, mailWork, noMailer, readSmtpUrl, smtpMailer } from "@cardseal/platform/mail";
import { joined, partsOf } from "../services.ts";
import type { Core } from "./open-core.ts";
import type { Starting } from "./starting.ts";

export const ownerMails = joined(partsOf("ownerMails"));

export function createMail(starting: Starting, { database, vault, clocks }: Core) {
	const { log, cleanups, stopping, publicUrl } = starting;
	const links = { vault, publicUrl, ownerMails };
	const host = new URL(publicUrl).hostname;
	const mailer = createMailer(starting, { database, clocks }, host);
	cleanups.push(async () => mailer.close());
	const readers = joined(partsOf("mails").map((mailsWith) => mailsWith(links)));
	const clock = mailClock(starting, clocks);
	const sending = { database, readers, mailer, clock, random: randomFraction, host, log, stopping };
	return {
		work: mailWork(sending),
		/** True in a mailbox, not for a mail server. */
		followsBusinessTime: clock === clocks.business,
		sendsMail: mailer !== noMailer,
	};
}

/** Moving the clock must not lift a limit of real mail. */
export function mailClock({ config }: Pick<Starting, "config">, clocks: Clocks): Clock {
	return config.smtpUrl === undefined ? clocks.business : clocks.real;
}

function createMailer(
	{ config, log }: Starting,
	{ database, clocks }: Pick<Core, "database" | "clocks">,
	host: string,
): Mailer {
	const { smtpUrl, mailFrom: sender = `receipts@${host}`, sandbox } = config;
	if (smtpUrl !== undefined) return smtpMailer({ settings: readSmtpUrl(smtpUrl), sender, clock: clocks.real });
	if (sandbox) return createMailboxMailer(database, clocks.business);
	log.warn("SMTP_URL is not set: no mail is sent");
	return noMailer;
}
