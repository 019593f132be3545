import { formatTime } from "../../mail/format.ts";
import type { Mail } from "../../mail/mail.ts";
import { withoutInvisible } from "../../text.ts";
import type { InvitationMail } from "../invitations/invitations.store.ts";
import { roleNames } from "../members/role.ts";
import type { ResetMail } from "../passwords/password-resets.store.ts";
import { lineOfDoer, mailToStaff, sender } from "./mail-to-staff.ts";
import type { SecurityEventType, StandingEventType } from "./security-event-type.ts";
import type { SecurityNotice } from "./security-notices.store.ts";

/** Where a mail's link leads, and the name that Message-IDs end in. */
export interface MailLink {
	link: string;
	host: string;
}

/** Writes the mail that asks somebody to join a merchant's staff, or says why they cannot. Pure. */
export function invitationMail(invitation: InvitationMail, { link, host }: MailLink): Mail {
	const { lookupId, email: to, hasAccount, role } = invitation;
	const merchant = withoutInvisible(invitation.merchantName);
	const inviter = invitation.inviterName === null ? "The operator" : withoutInvisible(invitation.inviterName);
	const invited = `${inviter} has invited you to work with ${merchant}'s payments.`;
	return mailToStaff(
		{ messageId: `staff-invitation.${lookupId}@${host}`, to },
		{
			title: `Your invitation to ${sender}`,
			isTest: false,
			paragraphs: hasAccount
				? [
						`${invited} You cannot accept: this address has an account already, and an account belongs to one business.`,
						"To work with both, ask to be invited at another address. If you do not expect this, do nothing.",
					]
				: [
						`${invited} Open the link and choose a password.`,
						"The link is for you alone, works once, and is good for seven days. If you do not expect it, do nothing.",
					],
			headline: { name: "Your role", value: roleNames[role] },
			lines: [],
			link: { name: hasAccount ? "Open your account" : "Accept the invitation", address: link },
		},
	);
}

/** Writes the mail with the link for a new password. Pure. */
export function resetMail({ lookupId, email }: ResetMail, { link, host }: MailLink): Mail {
	return mailToStaff(
		{ messageId: `password-reset.${lookupId}@${host}`, to: email },
		{
			title: `Choose a new ${sender} password`,
			isTest: false,
			paragraphs: [
				"Somebody asked for a new password for your account. If that was you, open the link and choose one.",
				"The link works once, and is good for an hour. If it was not you, do nothing: your password stays as it is.",
			],
			headline: { name: "Account", value: email },
			lines: [],
			link: { name: "Choose a new password", address: link },
		},
	);
}

const titles: Record<SecurityEventType, string> = {
	"password.changed": `Your ${sender} password was changed`,
	"second_factor.enabled": `An authenticator was set up for your ${sender} account`,
	"second_factor.disabled": `The second factor of your ${sender} account was turned off`,
	"recovery_codes.renewed": `New recovery codes were made for your ${sender} account`,
	"recovery_code.used": `A recovery code of your ${sender} account was used`,
	"staff.role_changed": `The role of your ${sender} account was changed`,
	"staff.removed": `Your ${sender} account was removed`,
};

const advice = {
	signIn: [
		"If that was you, or you asked for it, there is nothing to do.",
		"If not: choose a new password by the link, which signs everybody out, then set up your own authenticator under Account, and tell an owner of your business. If an authenticator that is not yours asks you for a code, whoever runs this service can take it away.",
	],
	standing: [
		"If you expect this, there is nothing to do. If not, ask an owner of the business, by another way than a mail.",
	],
} as const;

/** What a colleague decides about somebody, rather than they themselves. */
function isStanding(event: SecurityEventType): event is StandingEventType {
	return event === "staff.role_changed" || event === "staff.removed";
}

/** Writes the mail that tells staff what became of their account. Pure. */
export function securityMail(notice: SecurityNotice, { link, host }: MailLink): Mail {
	const { id, email: to, event, occurredAt, timeZone } = notice;
	return mailToStaff(
		{ messageId: `account-security.${id}@${host}`, to },
		{
			title: titles[event],
			isTest: false,
			paragraphs: [...(isStanding(event) ? advice.standing : advice.signIn)],
			headline: { name: "When", value: formatTime(occurredAt, timeZone) },
			lines: [
				{ name: "Account", value: to },
				{ name: "Business", value: withoutInvisible(notice.merchantName) },
				...(notice.role === null ? [] : [{ name: "Role", value: roleNames[notice.role] }]),
				doneBy(notice),
			],
			...(!isStanding(event) && { link: { name: "Choose a new password", address: link } }),
		},
	);
}

/** Who did it; or, where that should be the reader, from where. */
function doneBy({ staffId, changedBy, clientAddress }: SecurityNotice) {
	if (changedBy?.id !== staffId) return lineOfDoer(changedBy);
	return { name: "From the network address", value: clientAddress ?? "not known" };
}
