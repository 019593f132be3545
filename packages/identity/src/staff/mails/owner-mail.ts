import { isOwnerReminder, type OwnerMailEvent } from "@cardseal/merchants";
import { formatAmount, withoutInvisible } from "@cardseal/platform";
import { formatTime, type Mail, type MailLine } from "@cardseal/platform/mail";
import { disputeReasonOf } from "@cardseal/vault";
import { actorLine, mailToStaff } from "./mail-to-staff.ts";
import { type OwnerMailWords, ownerMailWords } from "./owner-mail-words.ts";
import type { StaffMail } from "./staff-mails.store.ts";

/** The same mail gives the same Message-ID. */
export function ownerMail(mail: StaffMail, { link, host }: { link: string; host: string }): Mail {
	const { merchant, business, details, changedBy } = mail;
	const { amount_cents: cents, currency = "CAD", limit, expires_at: expiresAt, client_id: clientId } = details;
	// The outbox reads mails with these events only.
	const event = mail.event as OwnerMailEvent;
	const about = withoutInvisible(details.about ?? "");
	const changer = clientId === undefined ? "staff" : "client";
	const head = { messageId: `owner-notice.${mail.id}@${host}`, to: mail.email, business };
	return mailToStaff(head, (language) => {
		const words = ownerMailWords[language];
		const money = cents === undefined ? words.off : formatAmount(cents, currency, language);
		const isAboutMoney = cents !== undefined || limit !== undefined;
		return {
			title: words.titles[event],
			isTest: merchant.mode === "demo",
			paragraphs: isOwnerReminder(event)
				? [words.reminders[event]]
				: [words.expected, words.unexpected[changer](words.remedies[event])],
			headline: isAboutMoney ? { name: words.amount, value: money } : { name: words.about, value: about },
			lines: [
				optional(words.limit, limit && words.limits[limit]),
				optional(counterparty(words, event), isAboutMoney ? about : ""),
				optional(words.reason, details.reason_code && reasonText(details.reason_code)),
				optional(words.due, timeText(details.due_at)),
				optional(words.expires, timeText(expiresAt)),
				optional(words.business, withoutInvisible(merchant.name)),
				...(isOwnerReminder(event) ? [] : [optional(words.when, timeText(mail.occurredAt))]),
				...(isOwnerReminder(event) ? [] : [[actorLine(changedBy, language, clientId)]]),
			].flat(),
			link: { name: words.open, address: link },
		};

		function reasonText(code: string): string {
			const reason = disputeReasonOf(code);
			return reason === undefined ? code : `${words.reasons[reason]} (${code})`;
		}

		function timeText(at: number | undefined): string | undefined {
			return at === undefined ? undefined : formatTime(at, merchant.timeZone, language);
		}
	});
}

/** A dispute is about a transaction, every other amount about a recipient. */
function counterparty({ charge, to }: OwnerMailWords, event: OwnerMailEvent): string {
	return event === "dispute.opened" ? charge : to;
}

function optional(name: string, value: string | undefined): MailLine[] {
	return value === undefined || value === "" ? [] : [{ name, value }];
}
