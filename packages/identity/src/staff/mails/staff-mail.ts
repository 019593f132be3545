import type { StaffMailEvent, StandingEventType } from "@cardseal/merchants";
import { type Language, withoutInvisible } from "@cardseal/platform";
import { formatTime, type Mail, type MailLine } from "@cardseal/platform/mail";
import type { InvitationMail } from "../invitations/invitations.store.ts";
import type { ResetMail } from "../passwords/passwords.store.ts";
import { actorLine, mailToStaff } from "./mail-to-staff.ts";
import { type StaffMailWords, staffMailWords } from "./staff-mail-words.ts";
import type { StaffMail } from "./staff-mails.store.ts";

/** The link of an email, and the domain of Message-IDs. */
export interface MailLink {
	link: string;
	host: string;
}

/** Explains why the person cannot accept the invitation, if so. */
export function invitationMail(invitation: InvitationMail, { link, host }: MailLink): Mail {
	const { lookupId, email: to, hasAccount, role } = invitation;
	const merchant = withoutInvisible(invitation.merchantName);
	const head = {
		messageId: `staff-invitation.${lookupId}@${host}`,
		to,
		business: invitation,
		language: invitation.readerLanguage,
	};
	return mailToStaff(head, (language) => {
		const { roles, operator, invitation: words } = staffMailWords[language];
		const inviter = invitation.inviterName === null ? operator : withoutInvisible(invitation.inviterName);
		const [next, ...more] = hasAccount ? words.cannotAccept : words.toAccept;
		return {
			title: words.title,
			isTest: false,
			paragraphs: [`${words.invited(inviter, merchant)} ${next}`, ...more],
			headline: { name: words.role, value: roles[role] },
			lines: [],
			link: { name: hasAccount ? words.openAccount : words.accept, address: link },
		};
	});
}

export function resetMail(reset: ResetMail, { link, host }: MailLink): Mail {
	const { lookupId, email } = reset;
	const about = { messageId: `password-reset.${lookupId}@${host}`, to: email, business: reset };
	return mailToStaff({ ...about, language: reset.readerLanguage }, (language) => {
		const { title, paragraphs, account, choose } = staffMailWords[language].reset;
		return {
			title,
			isTest: false,
			paragraphs: [...paragraphs],
			headline: { name: account, value: email },
			lines: [],
			link: { name: choose, address: link },
		};
	});
}

function isStanding(event: StaffMailEvent): event is StandingEventType {
	return event === "staff.role_changed" || event === "staff.removed";
}

export function securityMail(mail: StaffMail, { link, host }: MailLink): Mail {
	const { id, email: to, event, details, merchant, business, occurredAt } = mail;
	return mailToStaff({ messageId: `account-security.${id}@${host}`, to, business }, (language) => {
		const { roles, security: words } = staffMailWords[language];
		return {
			title: titleOf(event, words),
			isTest: false,
			paragraphs: adviceOn(event, words),
			headline: { name: words.when, value: formatTime(occurredAt, merchant.timeZone, language) },
			lines: [
				{ name: words.account, value: to },
				{ name: words.business, value: withoutInvisible(merchant.name) },
				...(details.about === undefined ? [] : [{ name: words.passkey, value: withoutInvisible(details.about) }]),
				...(details.role === undefined ? [] : [{ name: words.role, value: roles[details.role] }]),
				originLine(mail, words, language),
			],
			...(!isStanding(event) && { link: { name: words.choose, address: link } }),
		};
	});
}

function adviceOn(event: StaffMailEvent, words: StaffMailWords["security"]): string[] {
	if (event === "second_factor.locked") return words.locked;
	if (event === "password.changed") return [...words.passwordChanged, ...words.signIn];
	return isStanding(event) ? words.standing : words.signIn;
}

function titleOf(event: StaffMailEvent, { titles, otherTitle }: StaffMailWords["security"]): string {
	const known = Object.entries(titles).find(([name]) => name === event);
	return known?.[1] ?? otherTitle;
}

/** Gives the network address where the actor should be the reader. */
function originLine(
	{ staffId, changedBy, clientAddress }: StaffMail,
	words: StaffMailWords["security"],
	language: Language,
): MailLine {
	if (changedBy?.id !== staffId) return actorLine(changedBy, language);
	return { name: words.address, value: clientAddress ?? words.unknown };
}
