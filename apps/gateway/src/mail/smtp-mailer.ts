import nodemailer, { type NodemailerError, type SMTPPoolOptions } from "nodemailer";
import type { Clock } from "../clock.ts";
import { assertOneMailboxEach, type Mail, type Mailer, MailRefused } from "./mail.ts";
import type { SmtpSettings } from "./smtp-settings.ts";

/** How long an SMTP server may take, in milliseconds. */
export interface SmtpPatience {
	/** To be reached, to encrypt, and to answer each command. */
	step: number;
	/** For a mail as a whole, however steadily it trickles. */
	mail: number;
}

const defaultPatience: SmtpPatience = { step: 10_000, mail: 30_000 };

/** Connections at once; a mail waits for one within its time. */
const maximumConnections = 10;

export interface SmtpMailerOptions {
	settings: SmtpSettings;
	/** The address that mail comes from. */
	sender: string;
	/** Real time, for the mail's date. */
	clock: Clock;
	patience?: SmtpPatience;
}

/** Sends mail through an SMTP server. */
export function smtpMailer({ settings, sender, clock, patience = defaultPatience }: SmtpMailerOptions): Mailer {
	const transport = nodemailer.createTransport({ ...transportOptions(settings, patience), pool: true });
	return {
		async send(mail) {
			assertOneMailboxEach(mail);
			try {
				const { rejectedErrors } = await transport.sendMail({
					...messageOf(mail, sender),
					date: new Date(clock.now()),
					signal: AbortSignal.timeout(patience.mail),
				});
				const refusal = answerAbout(mail.to, rejectedErrors);
				if (refusal !== undefined) throw refusal;
			} catch (error) {
				throw refusalOf(error, mail.to);
			}
		},
		close: () => transport.close(),
	};
}

function transportOptions({ host, port, tls, login }: SmtpSettings, { step }: SmtpPatience): SMTPPoolOptions {
	return {
		host,
		port,
		secure: tls === "from the start",
		requireTLS: tls === "required",
		ignoreTLS: tls === "none",
		tls: { minVersion: "TLSv1.2" },
		...(login && { auth: { user: login.user, pass: login.password } }),
		connectionTimeout: step,
		greetingTimeout: step,
		socketTimeout: step,
		dnsTimeout: step,
		maxConnections: maximumConnections,
		// Trying again is the outbox's business: only that knows how often it was tried.
		maxRequeues: 0,
		// A mail is made of texts alone. Nothing in one may ever have a file or an address read.
		disableFileAccess: true,
		disableUrlAccess: true,
	};
}

/** Blind copies stand in the envelope alone, so that no header can show them to anybody (rule X-32). */
function messageOf({ messageId, senderName, replyTo, to, blindCopies, subject, text, html }: Mail, sender: string) {
	return {
		messageId: `<${messageId}>`,
		from: { name: senderName, address: sender },
		...(replyTo !== undefined && { replyTo: { name: "", address: replyTo } }),
		to: { name: "", address: to },
		envelope: { from: sender, to: [to, ...blindCopies] },
		subject,
		text,
		html,
		// RFC 3834 §5: nobody's holiday notice answers a receipt.
		headers: { "Auto-Submitted": "auto-generated" },
	};
}

/** What the server said to the person the mail is for. Blind copies do not count: that person would get the mail twice. */
function answerAbout(to: string, rejected: NodemailerError[] = []): NodemailerError | undefined {
	return rejected.find(({ recipient }) => recipient?.toLowerCase() === to.toLowerCase());
}

/**
 * Whether trying again can help. A final answer (RFC 5321 §4.2.1) to the recipient or to the message stands; one to the
 * login or to the sender is a mistake in the settings, which somebody may mend within the day.
 */
function refusalOf(error: unknown, to: string): MailRefused {
	const told = error as NodemailerError;
	const { code, command, responseCode, permanent = false } = answerAbout(to, told.rejectedErrors) ?? told;
	const isAboutThisMail = command === "RCPT TO" || command === "DATA";
	// The server's own words may repeat the address, so they stay out.
	const reason = [code, command, responseCode].filter((word) => word !== undefined).join(" ");
	return new MailRefused(reason, { isPermanent: isAboutThisMail && permanent });
}
