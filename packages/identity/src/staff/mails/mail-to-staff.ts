import { type Language, withoutInvisible } from "@cardseal/platform";
import {
	languagesOfMail,
	type Mail,
	type MailContent,
	type MailLine,
	type MailSender,
	unknownReader,
	writeMail,
} from "@cardseal/platform/mail";

export const sender = "Cardseal";

export interface StaffMailHead extends Pick<Mail, "messageId" | "to"> {
	/** The recipient reads its language. */
	business: Pick<MailSender, "defaultLanguage" | "bothLanguages">;
	language?: Language | null;
}

/** Title and subject are fixed texts, so that no outsider can put words into them. There is no reply address. */
export function mailToStaff(
	{ messageId, to, business, language = null }: StaffMailHead,
	contentIn: (language: Language) => Omit<MailContent, "contact">,
): Mail {
	return {
		messageId,
		senderName: sender,
		replyTo: undefined,
		to,
		blindCopies: [],
		...writeMail(languagesOfMail(business, { ...unknownReader, language }), (language) => ({
			...contentIn(language),
			contact: undefined,
		})),
	};
}

const actorWords: Record<Language, { by: string; operator: string; client: string }> = {
	en: { by: "By", operator: "The operator", client: "The API client" },
	fr: { by: "Par", operator: "L’exploitant du service", client: "Le client de l’API" },
};

/** Names a colleague, the operator or the API client. */
export function actorLine(
	actor: { name: string; email: string } | undefined,
	language: Language,
	clientId?: string,
): MailLine {
	const { by, operator, client } = actorWords[language];
	if (clientId !== undefined) return { name: by, value: `${client} ${clientId}` };
	return {
		name: by,
		value: actor === undefined ? operator : `${withoutInvisible(actor.name)}, ${actor.email}`,
	};
}
