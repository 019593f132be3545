import { formatTime } from "../../mail/format.ts";
import type { Mail } from "../../mail/mail.ts";
import { actorLine, mailToStaff } from "../../staff/notices/mail-to-staff.ts";
import type { StaffNoticeEvent } from "../../staff/notices/staff-notice.ts";
import type { StaffNotice } from "../../staff/notices/staff-notices.store.ts";
import { withoutInvisible } from "../../text.ts";

const titles: Partial<Record<StaffNoticeEvent, string>> = {
	"bank_account.linked": "A bank account was linked for your deposits",
	"bank_account.replaced": "Your deposits now go to another bank account",
	"bank_account.removed": "The bank account for your deposits was removed",
};

/**
 * Writes the email to an owner about the account that receives deposits. Pure: the same notice gives the same Message-ID.
 * The subject is fixed, so that recipients can filter by it.
 *
 * @param options.link the page of the account
 * @param options.host the domain of Message-IDs
 */
export function accountMail(notice: StaffNotice, { link, host }: { link: string; host: string }): Mail {
	const { merchant, event, details, changedBy } = notice;
	return mailToStaff(
		{ messageId: `bank-account.${notice.id}@${host}`, to: notice.email },
		{
			title: titles[event] ?? "The bank account for your deposits was changed",
			isTest: merchant.mode === "demo",
			paragraphs: [
				"You receive this email because you are an owner of this account. If you expected this change, you do not need to do anything.",
				"If you did not expect it: change your password, which ends all your other sessions. Link your own bank account again. Check on the Staff page who has access. Ask the operator of this service to stop deposits in flight.",
			],
			headline: { name: "Account", value: details.masked_account ?? "" },
			lines: [
				{ name: "Business", value: withoutInvisible(merchant.name) },
				{ name: "When", value: formatTime(notice.occurredAt, merchant.timeZone) },
				actorLine(changedBy),
			],
			link: { name: "Open the wallet", address: link },
		},
	);
}
