import { formatTime } from "../../mail/format.ts";
import type { Mail } from "../../mail/mail.ts";
import { lineOfDoer, mailToStaff } from "../../staff/notices/mail-to-staff.ts";
import { withoutInvisible } from "../../text.ts";
import type { AccountNotice } from "./account-notices.store.ts";

const titles = {
	linked: "A bank account was linked for your deposits",
	replaced: "Your deposits go to another bank account now",
	removed: "The bank account for your deposits was removed",
} as const;

/**
 * Writes the mail that tells an owner where deposits go. Pure; the same notice is the same mail with the same Message-ID.
 * Its subject is ours alone, so that a filter can be made for it.
 *
 * @param options.link where staff see to it
 * @param options.host the name that Message-IDs end in
 */
export function accountMail(notice: AccountNotice, { link, host }: { link: string; host: string }): Mail {
	const { merchant, change, changedBy } = notice;
	return mailToStaff(
		{ messageId: `bank-account.${notice.id}@${host}`, to: notice.to },
		{
			title: titles[change],
			isTest: merchant.mode === "demo",
			paragraphs: [
				"You are told because you own this business's account. If you expect this, there is nothing to do.",
				"If you do not: choose a new password, which ends all your other sessions, link your own account again, see under Staff who works with the account, and ask whoever runs this service to stop deposits that are on their way.",
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
