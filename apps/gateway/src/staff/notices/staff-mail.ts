import { formatTime } from "../../mail/format.ts";
import type { Mail } from "../../mail/mail.ts";
import { withoutInvisible } from "../../text.ts";
import type { InvitationMail } from "../invitations/invitations.store.ts";
import { roleNames } from "../members/role.ts";
import type { ResetMail } from "../passwords/password-resets.store.ts";
import { actorLine, mailToStaff, sender } from "./mail-to-staff.ts";
import type { SecurityEventType, StaffNoticeEvent, StandingEventType } from "./staff-notice.ts";
import type { StaffNotice } from "./staff-notices.store.ts";

/** The link of an email, and the domain of Message-IDs. */
export interface MailLink {
	link: string;
	host: string;
}

/** Writes the invitation to a merchant's staff, or explains why the person cannot accept it. Pure. */
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
						`${invited} You cannot accept, because this address already has an account, and an account belongs to one business.`,
						"To work with both, ask to be invited at another address. If you did not expect this, you can ignore this email.",
					]
				: [
						`${invited} Open the link and choose a password.`,
						"The link is only for you, works once, and is valid for seven days. If you did not expect it, you can ignore this email.",
					],
			headline: { name: "Your role", value: roleNames[role] },
			lines: [],
			link: { name: hasAccount ? "Open your account" : "Accept the invitation", address: link },
		},
	);
}

/** Writes the email with the link for a new password. Pure. */
export function resetMail({ lookupId, email }: ResetMail, { link, host }: MailLink): Mail {
	return mailToStaff(
		{ messageId: `password-reset.${lookupId}@${host}`, to: email },
		{
			title: `Choose a new ${sender} password`,
			isTest: false,
			paragraphs: [
				"Someone asked for a new password for your account. If it was you, open the link and choose one.",
				"The link works once, and is valid for one hour. If it was not you, ignore this email: your password stays the same.",
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
	"recovery_codes.renewed": `New recovery codes were created for your ${sender} account`,
	"recovery_code.used": `A recovery code of your ${sender} account was used`,
	"staff.role_changed": `The role of your ${sender} account was changed`,
	"staff.removed": `Your ${sender} account was removed`,
};

const advice = {
	signIn: [
		"If you made or requested this change, you do not need to do anything.",
		"If not: choose a new password with the link, which ends every session. Then set up your own authenticator under Account, and inform an owner of your business. If you are asked for a code of an authenticator that is not yours, the operator of this service can remove it.",
	],
	standing: [
		"If you expected this, you do not need to do anything. If not, contact an owner of the business, but not by email.",
	],
} as const;

function isStanding(event: StaffNoticeEvent): event is StandingEventType {
	return event === "staff.role_changed" || event === "staff.removed";
}

/** Writes the email that notifies a staff member of a change of their account. Pure. */
export function securityMail(notice: StaffNotice, { link, host }: MailLink): Mail {
	const { id, email: to, event, details, merchant, occurredAt } = notice;
	return mailToStaff(
		{ messageId: `account-security.${id}@${host}`, to },
		{
			title: titleOf(event),
			isTest: false,
			paragraphs: [...(isStanding(event) ? advice.standing : advice.signIn)],
			headline: { name: "When", value: formatTime(occurredAt, merchant.timeZone) },
			lines: [
				{ name: "Account", value: to },
				{ name: "Business", value: withoutInvisible(merchant.name) },
				...(details.role === undefined ? [] : [{ name: "Role", value: roleNames[details.role] }]),
				originLine(notice),
			],
			...(!isStanding(event) && { link: { name: "Choose a new password", address: link } }),
		},
	);
}

function titleOf(event: StaffNoticeEvent): string {
	const known = Object.entries(titles).find(([name]) => name === event);
	return known?.[1] ?? `Your ${sender} account was changed`;
}

/** Names the person who made the change. Where that should be the reader, gives the network address instead. */
function originLine({ staffId, changedBy, clientAddress }: StaffNotice) {
	if (changedBy?.id !== staffId) return actorLine(changedBy);
	return { name: "From the network address", value: clientAddress ?? "not known" };
}
