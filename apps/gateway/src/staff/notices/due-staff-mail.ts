import type { ReadDueMail } from "../../mail/due-mail.ts";
import { findInvitationMails } from "../invitations/invitations.store.ts";
import { invitationLink } from "../invitations/invitations.ts";
import { findResetMails } from "../passwords/password-resets.store.ts";
import { resetLink } from "../passwords/password-resets.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { findSecurityNotices } from "./security-notices.store.ts";
import { invitationMail, resetMail, securityMail } from "./staff-mail.ts";

type Links = Pick<SignInContext, "vault" | "publicUrl">;

/** The outbox's reader of invitations; those that were accepted or withdrawn are not sent any more. */
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

/** The outbox's reader of links for a new password; those that were used or replaced are not sent any more. */
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

/** The outbox's reader of what staff are told about that which they sign in with. */
export function readDueSecurityMail({ publicUrl }: Pick<Links, "publicUrl">): ReadDueMail {
	return async (database, ids) => {
		const notices = await findSecurityNotices(database, ids);
		return notices.map((notice) => {
			const { id, merchantId, email, event } = notice;
			const write = (host: string) => securityMail(notice, { link: `${publicUrl}/app/forgot-password`, host });
			// Each in a room of its own: whoever has new recovery codes made again and again hides no change of the password.
			const allowance = `account_security ${event}` as const;
			return { reference: id, merchantId, to: email, allowance, blindCopies: [], write };
		});
	};
}
