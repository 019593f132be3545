import { formatTime } from "../../mail/format.ts";
import type { Mail } from "../../mail/mail.ts";
import { lineOfDoer, mailToStaff } from "../../staff/notices/mail-to-staff.ts";
import { withoutInvisible } from "../../text.ts";
import type { AccountNotice } from "./account-notices.store.ts";

const titles = {
	linked: "A bank account was linked for your deposits",
	replaced: "Your deposits now go to another bank account",
	removed: "The bank account for your deposits was removed",
} as const;

/**
 * Writes the mail about a changed deposit account. Pure; a notice always gets the same Message-ID. The subject contains no
 * text of users, so that owners can filter it.
 *
 * @param options.link the Wallet page
 * @param options.host the host part of the Message-ID
 */
export function accountMail(notice: AccountNotice, { link, host }: { link: string; host: string }): Mail {
	const { merchant, change, changedBy } = notice;
	return mailToStaff(
		{ messageId: `bank-account.${notice.id}@${host}`, to: notice.to },
		{
			title: titles[change],
			isTest: merchant.mode === "demo",
			paragraphs: [
				"You receive this email because you are an owner of this account. If you expected this change, you do not need to do anything.",
				"If you did not: change your password, which ends all your other sessions. Link your own bank account again. Check on the Staff page who has access. Ask the operator of this service to stop deposits that are in flight.",
			],
			headline: { name: "Account", value: notice.maskedAccount },
			lines: [
				{ name: "Business", value: withoutInvisible(merchant.name) },
				{ name: "When", value: formatTime(notice.changedAt, merchant.timeZone) },
				lineOfDoer(changedBy),
			],
			link: { name: "Open the wallet", address: link },
		},
	);
}
