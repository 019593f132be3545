import type { OwnerMailText } from "@cardseal/merchants";
import { formatAmount, withoutInvisible } from "@cardseal/platform";
import { formatTime, type Mail, type MailLine } from "@cardseal/platform/mail";
import { actorLine, mailToStaff } from "./mail-to-staff.ts";
import { ownerMailWords } from "./owner-mail-words.ts";
import type { StaffMail } from "./staff-mails.store.ts";

/** The same mail gives the same Message-ID. */
export function ownerMail(mail: StaffMail, text: OwnerMailText, { link, host }: { link: string; host: string }): Mail {
	const { merchant, business, details, changedBy } = mail;
	const { amount_cents: cents, currency = "CAD", limit, expires_at: expiresAt, client_id: clientId } = details;
	const about = withoutInvisible(details.about ?? "");
	const changer = clientId === undefined ? "staff" : "client";
	const head = { messageId: `owner-notice.${mail.id}@${host}`, to: mail.email, business };
	return mailToStaff(head, (language) => {
		const words = ownerMailWords[language];
		const own = text[language];
		const isReminder = "reminder" in own;
		const money = cents === undefined ? words.off : formatAmount(cents, currency, language);
		const isAboutMoney = cents !== undefined || limit !== undefined;
		return {
			title: own.title,
			isTest: merchant.mode === "demo",
			paragraphs: isReminder ? [own.reminder] : [words.expected, words.unexpected[changer](own.remedy)],
			headline: isAboutMoney ? { name: words.amount, value: money } : { name: words.about, value: about },
			lines: [
				optional(words.limit, limit && words.limits[limit]),
				optional(text.isAboutCharge === true ? words.charge : words.to, isAboutMoney ? about : ""),
				optional(words.reason, reasonText(details.reason_code)),
				optional(words.due, timeText(details.due_at)),
				optional(words.expires, timeText(expiresAt)),
				optional(words.business, withoutInvisible(merchant.name)),
				...(isReminder
					? []
					: [optional(words.when, timeText(mail.occurredAt)), [actorLine(changedBy, language, clientId)]]),
			].flat(),
			link: { name: words.open, address: link },
		};

		function reasonText(code: string | undefined): string | undefined {
			return code === undefined ? undefined : text.reasonText?.(code, language);
		}

		function timeText(at: number | undefined): string | undefined {
			return at === undefined ? undefined : formatTime(at, merchant.timeZone, language);
		}
	});
}

function optional(name: string, value: string | undefined): MailLine[] {
	return value === undefined || value === "" ? [] : [{ name, value }];
}
