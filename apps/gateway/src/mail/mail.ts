/** A mail to one person. Every text in it is what the reader sees: the mailer encodes it. */
export interface Mail {
	/** Stands for this mail wherever it turns up: one that is sent again has the same. `text@host`, without brackets. */
	messageId: string;
	/** Whom the mail names as its sender; the address is the service's own. */
	senderName: string;
	replyTo: string | undefined;
	to: string;
	/** Get the mail too, and no other recipient learns of it. */
	blindCopies: string[];
	subject: string;
	text: string;
	html: string;
}

/** Where mail goes: an SMTP server, or the sandbox's mailbox. */
export interface Mailer {
	/**
	 * Resolves once somebody else answers for the mail. After an error it may have been sent all the same, when the answer
	 * was lost: mail arrives at least once, not exactly once.
	 *
	 * @throws MailRefused
	 */
	send(mail: Mail): Promise<void>;
	/** Ends idle connections. What is being sent is finished first. */
	close(): void;
}

/** A mail that was not taken. */
export class MailRefused extends Error {
	override readonly name = "MailRefused";
	/** Whether the same mail would be refused again; otherwise it may be taken later. */
	readonly isPermanent: boolean;

	/** @param reason a few words without anybody's address: it is stored and logged */
	constructor(reason: string, { isPermanent }: { isPermanent: boolean }) {
		super(reason);
		this.isPermanent = isPermanent;
	}
}

/** One mailbox and nothing else: no second address, no name, no comment, nothing that would end a header (rule X-32). */
const oneMailbox = /^[^\s\p{Cc}\p{Cf}"(),:;<>@[\\\]]{1,64}@[^\s\p{Cc}\p{Cf}"(),:;<>@[\\\]]{1,255}$/u;

/**
 * Addresses are held to their form when a request brings them. This holds them to it again where a mistake would cost:
 * between us and the SMTP server.
 *
 * @throws MailRefused for an address that is not exactly one
 */
export function assertOneMailboxEach({ to, blindCopies, replyTo }: Mail): void {
	const addresses = [to, ...blindCopies, ...(replyTo === undefined ? [] : [replyTo])];
	if (addresses.some((address) => !oneMailbox.test(address))) {
		throw new MailRefused("an address is not one mailbox", { isPermanent: true });
	}
}
