import { formatTime } from "../../mail/format.ts";
import type { Mail } from "../../mail/mail.ts";
import { isOwnerReminder, type OwnerNoticeEvent } from "../../mail/owner-notice.ts";
import { formatAmount } from "../../money.ts";
import { withoutInvisible } from "../../text.ts";
import { actorLine, mailToStaff } from "./mail-to-staff.ts";
import { ownerMailWords } from "./owner-mail-words.ts";
import type { StaffNotice } from "./staff-notices.store.ts";

/**
 * Writes the email to an owner about a change that gives access or moves money. Pure: the same notice gives the same
 * Message-ID.
 */
export function ownerMail(notice: StaffNotice, { link, host }: { link: string; host: string }): Mail {
	const { merchant, business, details, changedBy } = notice;
	const { amount_cents: cents, limit, expires_at: expiresAt, client_id: clientId } = details;
	// The outbox reads notices of this kind only, which have these events.
	const event = notice.event as OwnerNoticeEvent;
	const about = withoutInvisible(details.about ?? "");
	const head = { messageId: `owner-notice.${notice.id}@${host}`, to: notice.email, business };
	return mailToStaff(head, (language) => {
		const words = ownerMailWords[language];
		return {
			title: words.titles[event],
			isTest: merchant.mode === "demo",
			paragraphs: isOwnerReminder(event)
				? [words.reminders[event]]
				: [words.expected, words.unexpected(words.remedies[event])],
			headline:
				cents === undefined
					? { name: words.about, value: about }
					: { name: words.amount, value: formatAmount(cents, "CAD", language) },
			lines: [
				...(limit === undefined ? [] : [{ name: words.limit, value: words.limits[limit] }]),
				...(cents === undefined || about === "" ? [] : [{ name: words.to, value: about }]),
				...(expiresAt === undefined
					? []
					: [{ name: words.expires, value: formatTime(expiresAt, merchant.timeZone, language) }]),
				{ name: words.business, value: withoutInvisible(merchant.name) },
				...(isOwnerReminder(event)
					? []
					: [
							{ name: words.when, value: formatTime(notice.occurredAt, merchant.timeZone, language) },
							actorLine(changedBy, language, clientId),
						]),
			],
			link: { name: words.open, address: link },
		};
	});
}
