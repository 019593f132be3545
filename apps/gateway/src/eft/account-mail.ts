import { formatTime } from "../mail/format.ts";
import type { Mail } from "../mail/mail.ts";
import { subjectOf, writeMail } from "../mail/write-mail.ts";
import { withoutInvisible } from "../text.ts";
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
	const isTest = merchant.mode === "demo";
	const title = titles[change];
	return {
		messageId: `bank-account.${notice.id}@${host}`,
		senderName: "Cardseal",
		replyTo: undefined,
		to: notice.to,
		blindCopies: [],
		subject: subjectOf(title, isTest),
		...writeMail({
			title,
			isTest,
			paragraphs: [
				"You are told because you own this business's account. If you expect this, there is nothing to do.",
				"If you do not: choose a new password, which ends all your other sessions, link your own account again, see under Staff who works with the account, and ask whoever runs this service to stop deposits that are on their way.",
			],
			headline: { name: "Account", value: notice.maskedAccount },
			lines: [
				{ name: "Business", value: withoutInvisible(merchant.name) },
				{ name: "When", value: formatTime(notice.changedAt, merchant.timeZone) },
				{
					name: "By",
					value: changedBy === undefined ? "The operator" : `${withoutInvisible(changedBy.name)}, ${changedBy.email}`,
				},
			],
			link: { name: "Open the wallet", address: link },
			isAnswerRead: false,
		}),
	};
}
