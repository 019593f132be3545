import nodemailer, { type NodemailerError, type SMTPPoolOptions } from "nodemailer";
import type { Clock } from "../clock.ts";
import { isLoopbackName } from "../network/client-network.ts";
import { assertOneMailboxEach, type Mail, type Mailer, MailRefused } from "./mail.ts";

/** `step`: connection, TLS, and the response to each command. */
const defaultPatience = { step: 10_000, mail: 30_000 };

/** Waits count toward the mail's timeout. */
const maximumConnections = 10;

export function smtpMailer({
	settings,
	sender,
	clock,
	patience = defaultPatience,
}: {
	settings: SmtpSettings;
	sender: string;
	clock: Clock;
	patience?: typeof defaultPatience;
}): Mailer {
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
				const refusal = answerAbout(mail, rejectedErrors);
				if (refusal !== undefined) throw refusal;
			} catch (error) {
				throw refusalOf(error, mail);
			}
		},
		close: () => transport.close(),
	};
}

function transportOptions({ host, port, tls, login }: SmtpSettings, { step }: typeof defaultPatience): SMTPPoolOptions {
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
		// The outbox schedules attempts.
		maxRequeues: 0,
		// No mail may read a file or URL.
		disableFileAccess: true,
		disableUrlAccess: true,
	};
}

/** Blind copies are in the envelope (rule X-32). */
function messageOf(mail: Mail, sender: string) {
	const { messageId, senderName, replyTo, to, blindCopies, isCopyOnly = false, subject, text, html } = mail;
	return {
		messageId: `<${messageId}>`,
		from: { name: senderName, address: sender },
		...(replyTo !== undefined && { replyTo: { name: "", address: replyTo } }),
		// RFC 5322 §3.4: an empty group.
		to: to === undefined ? "undisclosed-recipients:;" : { name: "", address: to },
		envelope: { from: sender, to: to === undefined || isCopyOnly ? blindCopies : [to, ...blindCopies] },
		subject,
		text,
		html,
		// RFC 3834 §5: prevents automatic replies.
		headers: { "Auto-Submitted": "auto-generated" },
	};
}

/** A retry after a refused blind copy would repeat the mail. */
function answerAbout({ to }: Mail, rejected: NodemailerError[] = []): NodemailerError | undefined {
	return to === undefined ? undefined : rejected.find(({ recipient }) => recipient?.toLowerCase() === to.toLowerCase());
}

/**
 * A permanent failure (RFC 5321 §4.2.1) of recipient or message is final; login and sender are settings, which may be
 * fixed.
 */
function refusalOf(error: unknown, mail: Mail): MailRefused {
	const told = error as NodemailerError;
	const { code, command, responseCode, permanent = false } = answerAbout(mail, told.rejectedErrors) ?? told;
	const isAboutThisMail = command === "RCPT TO" || command === "DATA";
	// The server's text may contain the address.
	const reason = [code, command, responseCode].filter((word) => word !== undefined).join(" ");
	return new MailRefused(reason, { isPermanent: isAboutThisMail && permanent });
}

export interface SmtpSettings {
	host: string;
	port: number;
	/** `required`: STARTTLS; `none`: loopback only. */
	tls: "from the start" | "required" | "none";
	login: { user: string; password: string } | undefined;
}

const submissionPort = 587;
const submissionOverTlsPort = 465;

/** Allows plain SMTP only to this machine. */
export function readSmtpUrl(address: string): SmtpSettings {
	const { protocol, hostname, port, username, password } = new URL(address);
	const isSecure = protocol === "smtps:";
	const whenNotSecure = isLoopbackName(hostname) ? "none" : "required";
	return {
		host: hostname.replace(/^\[(.*)\]$/, "$1"),
		port: port === "" ? (isSecure ? submissionOverTlsPort : submissionPort) : Number(port),
		tls: isSecure ? "from the start" : whenNotSecure,
		login: username === "" ? undefined : { user: decodeURIComponent(username), password: decodeURIComponent(password) },
	};
}
