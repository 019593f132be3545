/** Texts are plain; the mailer encodes them. */
export interface Mail {
	/** `text@host`, the same at each attempt. */
	messageId: string;
	/** The name alone: the address is the service's. */
	senderName: string;
	replyTo: string | undefined;
	to: string | undefined;
	blindCopies: string[];
	/** Shows `to`, which does not get the mail again. */
	isCopyOnly?: boolean;
	subject: string;
	text: string;
	html: string;
}

export interface Mailer {
	/** An error may follow a sent mail. @throws MailRefused */
	send(mail: Mail, merchantId?: number): Promise<void>;
	close(): void;
}

export class MailRefused extends Error {
	override readonly name = "MailRefused";
	readonly isPermanent: boolean;

	/** @param reason stored and logged, so without addresses */
	constructor(reason: string, { isPermanent }: { isPermanent: boolean }) {
		super(reason);
		this.isPermanent = isPermanent;
	}
}

/** One address without a name (rule X-32). */
const oneMailbox = /^[^\s\p{Cc}\p{Cf}"(),:;<>@[\\\]]{1,64}@[^\s\p{Cc}\p{Cf}"(),:;<>@[\\\]]{1,255}$/u;

/** @throws MailRefused for more or less than one mailbox */
export function assertOneMailboxEach({ to, blindCopies, replyTo }: Mail): void {
	const addresses = [to, ...blindCopies, replyTo].filter((address) => address !== undefined);
	if (addresses.some((address) => !oneMailbox.test(address))) {
		throw new MailRefused("an address is not one mailbox", { isPermanent: true });
	}
}

/** No old mail goes out later. */
export const noMailer: Mailer = {
	async send() {
		throw new MailRefused("SMTP_URL is not set", { isPermanent: true });
	},
	close: () => undefined,
};
