import { type OwnerMailText, type OwnerMailTexts, withMode } from "@cardseal/merchants";
import type { ReadDueMail } from "@cardseal/platform/mail";
import { findInvitationMails } from "../invitations/invitations.store.ts";
import { invitationLink } from "../invitations/invitations.ts";
import { resetLink } from "../passwords/password-resets.ts";
import { findResetMails } from "../passwords/passwords.store.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { ownerMail } from "./owner-mail.ts";
import { invitationMail, resetMail, securityMail } from "./staff-mail.ts";
import { findStaffMails } from "./staff-mails.store.ts";

type Links = Pick<SignInContext, "vault" | "publicUrl">;

/** Omits accepted and withdrawn invitations. */
export function readDueInvitations({ vault, publicUrl }: Links): ReadDueMail {
	return async (database, lookupIds) => {
		const invitations = await findInvitationMails(database, lookupIds);
		return invitations.map((invitation) => {
			const { lookupId, merchantId, email } = invitation;
			const link = invitation.hasAccount ? `${publicUrl}/app` : invitationLink(vault, publicUrl, lookupId);
			const write = (host: string) => invitationMail(invitation, { link, host });
			return { reference: lookupId, merchantId, to: email, blindCopies: [], write };
		});
	};
}

/** Omits used and replaced links. */
export function readDueResets(links: Links): ReadDueMail {
	return async (database, lookupIds) => {
		const resets = await findResetMails(database, lookupIds);
		return resets.map((reset) => {
			const { lookupId, merchantId, email } = reset;
			const write = (host: string) => resetMail(reset, { link: resetLink(links, lookupId), host });
			return { reference: lookupId, merchantId, to: email, allowance: "password_reset", blindCopies: [], write };
		});
	};
}

export function readDueSecurityMail({ publicUrl }: Pick<Links, "publicUrl">): ReadDueMail {
	return async (database, ids) => {
		const mails = await findStaffMails(database, ids);
		return mails.map((mail) => {
			const { id, merchant, email, event } = mail;
			const write = (host: string) => securityMail(mail, { link: `${publicUrl}/app/forgot-password`, host });
			// An attacker who renews recovery codes again and again hides no change of the password.
			const allowance = `account_security ${event}` as const;
			return { reference: id, merchantId: merchant.id, to: email, allowance, blindCopies: [], write };
		});
	};
}

export function readDueOwnerMails({
	publicUrl,
	ownerMails,
}: Pick<Links, "publicUrl"> & { ownerMails: OwnerMailTexts }): ReadDueMail {
	return async (database, ids) => {
		const mails = await findStaffMails(database, ids);
		return mails.map((mail) => {
			const { id, merchant, email, event } = mail;
			// The outbox reads mails with these events only.
			const text: OwnerMailText = ownerMails[event as keyof OwnerMailTexts];
			const link = `${publicUrl}${withMode(text.page ?? "/app/audit", merchant.mode)}`;
			const write = (host: string) => ownerMail(mail, text, { link, host });
			// Many payments hide no new credential.
			const allowance = `owner_notice ${event}` as const;
			return { reference: id, merchantId: merchant.id, to: email, allowance, blindCopies: [], write };
		});
	};
}
