/** A mail. Texts are plain; the mailer encodes them. */
export interface Mail {
	/** The same when the mail is sent again. `text@host`, without brackets. */
	messageId: string;
	/** The name of the sender; the address is the service's. */
	senderName: string;
	replyTo: string | undefined;
	/** `undefined` for a mail to blind copies alone. */
	to: string | undefined;
	/** Further recipients, hidden from all others. */
	blindCopies: string[];
	/** True for delayed blind copies: `to` is shown, and does not get the mail again. */
	isCopyOnly?: boolean;
	subject: string;
	text: string;
	html: string;
}

/** Sends mail to an SMTP server, or stores it in the sandbox's mailbox. */
export interface Mailer {
	/**
	 * Resolves once the server has accepted the mail. After an error it may have been sent too, when the response was lost:
	 * mail arrives at least once.
	 *
	 * @param merchantId the merchant that the mail is about
	 * @throws MailRefused
	 */
	send(mail: Mail, merchantId?: number): Promise<void>;
	/** Closes idle connections, after mails in flight. */
	close(): void;
}

/** A mail that was not accepted. */
export class MailRefused extends Error {
	override readonly name = "MailRefused";
	/** True when a retry would be refused as well. */
	readonly isPermanent: boolean;

	/** @param reason a few words without any address, since it is stored and logged */
	constructor(reason: string, { isPermanent }: { isPermanent: boolean }) {
		super(reason);
		this.isPermanent = isPermanent;
	}
}

/** Exactly one mailbox: no second address, name, comment or line break (rule X-32). */
const oneMailbox = /^[^\s\p{Cc}\p{Cf}"(),:;<>@[\\\]]{1,64}@[^\s\p{Cc}\p{Cf}"(),:;<>@[\\\]]{1,255}$/u;

/**
 * Checks the form of addresses again before they reach the SMTP server; requests are checked as well.
 *
 * @throws MailRefused for an address that is not exactly one mailbox
 */
export function assertOneMailboxEach({ to, blindCopies, replyTo }: Mail): void {
	const addresses = [to, ...blindCopies, replyTo].filter((address) => address !== undefined);
	if (addresses.some((address) => !oneMailbox.test(address))) {
		throw new MailRefused("an address is not one mailbox", { isPermanent: true });
	}
}
