import type { Mail } from "../../mail/mail.ts";
import { type MailContent, type MailLine, subjectOf, writeMail } from "../../mail/write-mail.ts";
import { withoutInvisible } from "../../text.ts";

/** The sender name of emails to staff. */
export const sender = "Cardseal";

/** Writes an email to a staff member. Title and subject are fixed texts, so that no outsider can put words into them. */
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

/** Names the person who made a change: a colleague, or otherwise the operator. */
export function actorLine(actor: { name: string; email: string } | undefined): MailLine {
	return {
		name: "By",
		value: actor === undefined ? "The operator" : `${withoutInvisible(actor.name)}, ${actor.email}`,
	};
}
