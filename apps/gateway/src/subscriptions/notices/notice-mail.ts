import { formatDay } from "../../mail/format.ts";
import type { Mail } from "../../mail/mail.ts";
import { type MailContent, type MailLine, subjectOf, writeMail } from "../../mail/write-mail.ts";
import { formatAmount } from "../../money.ts";
import { withoutInvisible } from "../../text.ts";
import { dueAt } from "../calendar.ts";
import { amountOf } from "../lifecycle.ts";
import type { SuspendedReason } from "../status.ts";
import { expiryTimes } from "./expiry-time.ts";
import type { CardMask, ExpiryNotice, Notice, NoticeSubscription, PaymentNotice } from "./notice.ts";

/**
 * Writes the mail that tells of a payment that failed, and when it is tried again. Pure; the same notice is the same mail
 * with the same Message-ID.
 *
 * @param host the name that Message-IDs end in
 * @throws when it is not tried again
 */
export function paymentFailedMail(notice: PaymentNotice, host: string): Mail {
	if (notice.nextTryAt === null) throw new Error("This payment is not tried again.");
	const merchant = merchantOf(notice);
	const nextTry = formatDay(notice.nextTryAt, notice.timeZone);
	return mailOf(notice, `payment-failed.${tryOf(notice)}@${host}`, {
		title: `Your payment to ${merchant} failed`,
		paragraphs: [
			`Your card was not charged. It will be tried again on ${nextTry}.`,
			`Please see that it can be charged by then. To pay with another card, ${contact(notice)}.`,
		],
		headline: { name: "Next try", value: nextTry },
		lines: [
			{ name: "Amount", value: amountDue(notice) },
			...subscriptionLines(notice),
			...(notice.card === null ? [] : [cardLine(notice.card)]),
			{ name: "Due", value: dueDayOf(notice) },
		],
	});
}

/** Why a subscription was suspended, in words for who pays. */
const reasons: Record<SuspendedReason, string> = {
	declined: "Your card was declined, and will not be tried again.",
	retries_used: "Your card was declined each time it was tried, and will not be tried again.",
	card_deleted: "The card that paid for it is no longer on file.",
	card_declined_too_often: "Your card was declined so often that it is not tried for now.",
};

/**
 * Writes the mail that tells of a subscription that was suspended, and why. Pure; the same notice is the same mail with the
 * same Message-ID.
 *
 * @param host the name that Message-IDs end in
 */
export function suspendedMail(notice: PaymentNotice, host: string): Mail {
	return mailOf(notice, `subscription-suspended.${tryOf(notice)}@${host}`, {
		title: `Your subscription at ${merchantOf(notice)} is suspended`,
		paragraphs: [
			reasons[notice.suspended_reason ?? "declined"],
			`Nothing more is charged until the subscription is resumed. To go on with it, ${contact(notice)}.`,
		],
		headline: { name: "Not paid", value: amountDue(notice) },
		lines: [
			...subscriptionLines(notice),
			...(notice.card === null ? [] : [cardLine(notice.card)]),
			{ name: "Due", value: dueDayOf(notice) },
		],
	});
}

/**
 * Writes the mail that tells of a card that is about to expire. Pure; the same card and expiry is the same mail with the same
 * Message-ID.
 *
 * @param host the name that Message-IDs end in
 */
export function cardExpiringMail(notice: ExpiryNotice, host: string): Mail {
	const lastDay = formatDay(expiryTimes(notice, notice.timeZone).expiresAt - 1, notice.timeZone);
	const isOne = notice.subscriptions.length === 1;
	return mailOf(notice, `card-expiring.${notice.reference}@${host}`, {
		title: `Your card for ${merchantOf(notice)} is about to expire`,
		paragraphs: [
			`The card that pays for your ${isOne ? "subscription" : "subscriptions"} is good until ${lastDay}. Payments after that day will fail.`,
			`To pay with another card from then on, ${contact(notice)}.`,
		],
		headline: { name: "Good until", value: lastDay },
		lines: [
			cardLine(notice),
			...notice.subscriptions.flatMap((subscription) => expiringCardLines(subscription, notice)),
		],
	});
}

function mailOf(notice: Notice, messageId: string, content: Omit<MailContent, "isTest" | "isAnswerRead">): Mail {
	return {
		messageId,
		senderName: merchantOf(notice),
		replyTo: notice.replyTo ?? undefined,
		to: notice.email,
		blindCopies: [],
		subject: subjectOf(content.title, notice.isTest),
		...writeMail({ ...content, isTest: notice.isTest, isAnswerRead: notice.replyTo !== null }),
	};
}

/** What the payer can do: nobody but the merchant can change a card or resume a subscription. */
function contact(notice: Notice): string {
	return notice.replyTo === null ? `get in touch with ${merchantOf(notice)}` : "answer this mail";
}

function merchantOf({ merchantName }: Notice): string {
	return withoutInvisible(merchantName);
}

function tryOf({ lookup_id, period, attempt }: PaymentNotice): string {
	return `${lookup_id}.${period}.${attempt}`;
}

/** What the period costs, whatever the next ones will. */
function amountDue(notice: PaymentNotice): string {
	return formatAmount(amountOf(notice, notice.period), notice.currency);
}

function dueDayOf(notice: PaymentNotice): string {
	return formatDay(dueAt(notice, notice.period), notice.timeZone);
}

function subscriptionLines({ name, description }: NoticeSubscription): MailLine[] {
	const shown = withoutInvisible(description ?? "");
	return [
		{ name: "Subscription", value: withoutInvisible(name) },
		...(shown === "" ? [] : [{ name: "Description", value: shown }]),
	];
}

function expiringCardLines(subscription: ExpiryNotice["subscriptions"][number], { timeZone }: Notice): MailLine[] {
	const { next_run } = subscription;
	return [
		...subscriptionLines(subscription),
		{ name: "Amount", value: formatAmount(subscription.amount_cents, subscription.currency) },
		...(next_run === null ? [] : [{ name: "Next payment", value: formatDay(next_run, timeZone) }]),
	];
}

function cardLine({ card_type, card_suffix }: CardMask): MailLine {
	return { name: "Card", value: `${card_type} •••• ${card_suffix}` };
}
