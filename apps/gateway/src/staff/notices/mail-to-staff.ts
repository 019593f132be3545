import type { Mail } from "../../mail/mail.ts";
import { type MailContent, type MailLine, subjectOf, writeMail } from "../../mail/write-mail.ts";
import { withoutInvisible } from "../../text.ts";

/** Whom staff have their mails from. */
export const sender = "Cardseal";

/** A mail to one of a merchant's staff. Its title and subject are ours alone: no stranger's name is to speak in them. */
export function mailToStaff(
	{ messageId, to }: Pick<Mail, "messageId" | "to">,
	content: Omit<MailContent, "isAnswerRead">,
): Mail {
	return {
		messageId,
		senderName: sender,
		replyTo: undefined,
		to,
		blindCopies: [],
		subject: subjectOf(content.title, content.isTest),
		...writeMail({ ...content, isAnswerRead: false }),
	};
}

/** Who did something, as a line of a mail: a colleague, or, where it was none, the operator. */
export function lineOfDoer(doer: { name: string; email: string } | undefined): MailLine {
	return { name: "By", value: doer === undefined ? "The operator" : `${withoutInvisible(doer.name)}, ${doer.email}` };
}
