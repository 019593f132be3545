import { formatTime } from "../mail/format.ts";
import type { Mail } from "../mail/mail.ts";
import { writeMail } from "../mail/write-mail.ts";
import { withoutInvisible } from "../text.ts";
import type { InvitationMail } from "./invitations.store.ts";
import type { ResetMail } from "./password-resets.store.ts";
import { roleNames } from "./role.ts";
import type { SecurityEventType } from "./security-event-type.ts";
import type { SecurityNotice } from "./security-notices.store.ts";

/** Where a mail's link leads, and the name that Message-IDs end in. */
export interface MailLink {
	link: string;
	host: string;
}

const sender = "Cardseal";

/**
 * Writes the mail that asks somebody to join a merchant's staff, or says why they cannot. Pure. Its subject is ours alone:
 * whoever invites may be anybody, and names the merchant as they like.
 */
export function invitationMail(invitation: InvitationMail, { link, host }: MailLink): Mail {
	const merchant = withoutInvisible(invitation.merchantName);
	const inviter = invitation.inviterName === null ? "The operator" : withoutInvisible(invitation.inviterName);
	const title = `Your invitation to ${sender}`;
	const invited = `${inviter} has invited you to work with ${merchant}'s payments.`;
	return {
		messageId: `staff-invitation.${invitation.lookupId}@${host}`,
		senderName: sender,
		replyTo: undefined,
		to: invitation.email,
		blindCopies: [],
		subject: title,
		...writeMail({
			title,
			isTest: false,
			paragraphs: invitation.hasAccount
				? [
						`${invited} You cannot accept: this address has an account already, and an account belongs to one business.`,
						"To work with both, ask to be invited at another address. If you do not expect this, do nothing.",
					]
				: [
						`${invited} Open the link and choose a password.`,
						"The link is for you alone, works once, and is good for seven days. If you do not expect it, do nothing.",
					],
			headline: { name: "Your role", value: roleNames[invitation.role] },
			lines: [],
			link: { name: invitation.hasAccount ? "Open your account" : "Accept the invitation", address: link },
			isAnswerRead: false,
		}),
	};
}

/** Writes the mail with the link for a new password. Pure. */
export function resetMail({ lookupId, email }: ResetMail, { link, host }: MailLink): Mail {
	const title = `Choose a new ${sender} password`;
	return {
		messageId: `password-reset.${lookupId}@${host}`,
		senderName: sender,
		replyTo: undefined,
		to: email,
		blindCopies: [],
		subject: title,
		...writeMail({
			title,
			isTest: false,
			paragraphs: [
				"Somebody asked for a new password for your account. If that was you, open the link and choose one.",
				"The link works once, and is good for an hour. If it was not you, do nothing: your password stays as it is.",
			],
			headline: { name: "Account", value: email },
			lines: [],
			link: { name: "Choose a new password", address: link },
			isAnswerRead: false,
		}),
	};
}

const securityTitles: Record<SecurityEventType, string> = {
	"password.changed": `Your ${sender} password was changed`,
	"second_factor.enabled": `An authenticator was set up for your ${sender} account`,
	"second_factor.disabled": `The second factor of your ${sender} account was turned off`,
	"recovery_codes.renewed": `New recovery codes were made for your ${sender} account`,
	"recovery_code.used": `A recovery code of your ${sender} account was used`,
};

/** Writes the mail that tells staff what became of that which they sign in with. Pure. */
export function securityMail(notice: SecurityNotice, { link, host }: MailLink): Mail {
	const { id, email, event, clientAddress, occurredAt, timeZone } = notice;
	const title = securityTitles[event];
	return {
		messageId: `account-security.${id}@${host}`,
		senderName: sender,
		replyTo: undefined,
		to: email,
		blindCopies: [],
		subject: title,
		...writeMail({
			title,
			isTest: false,
			paragraphs: [
				"If that was you, or you asked for it, there is nothing to do.",
				"If not: choose a new password by the link, which signs everybody out, then set up your own authenticator under Account, and tell an owner of your business. If an authenticator that is not yours asks you for a code, whoever runs this service can take it away.",
			],
			headline: { name: "When", value: formatTime(occurredAt, timeZone) },
			lines: [
				{ name: "Account", value: email },
				clientAddress === null
					? { name: "By", value: "The operator" }
					: { name: "From the network address", value: clientAddress },
			],
			link: { name: "Choose a new password", address: link },
			isAnswerRead: false,
		}),
	};
}
