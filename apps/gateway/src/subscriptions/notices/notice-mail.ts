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
 * Writes the mail about a failed payment and its next attempt. Pure; the same notice gives the same Message-ID.
 *
 * @param host the domain of Message-IDs
 */
export function paymentFailedMail(notice: PaymentNotice, host: string): Mail {
	if (notice.nextAttemptAt === null) throw new Error("This payment is not tried again.");
	const merchant = merchantOf(notice);
	const nextAttempt = formatDay(notice.nextAttemptAt, notice.timeZone);
	return mailOf(notice, `payment-failed.${attemptOf(notice)}@${host}`, {
		title: `Your payment to ${merchant} failed`,
		paragraphs: [
			`Your card was not charged. We will try it again on ${nextAttempt}.`,
			`Please make sure that the card can be charged by then. To pay with another card, ${contact(notice)}.`,
		],
		headline: { name: "Next attempt", value: nextAttempt },
		lines: [
			{ name: "Amount", value: amountDue(notice) },
			...subscriptionLines(notice),
			...(notice.card === null ? [] : [cardLine(notice.card)]),
			{ name: "Due", value: dueDayOf(notice) },
		],
	});
}

/** The reason of a suspension, for the payer. */
const reasons: Record<SuspendedReason, string> = {
	declined: "Your card was declined and will not be tried again.",
	retries_used: "Every attempt to charge your card was declined. It will not be tried again.",
	card_deleted: "The card for this subscription is no longer on file.",
	card_declined_too_often: "Your card was declined too often and cannot be charged for now.",
};

/**
 * Writes the mail about a suspended subscription. Pure; the same notice gives the same Message-ID.
 *
 * @param host the domain of Message-IDs
 */
export function suspendedMail(notice: PaymentNotice, host: string): Mail {
	return mailOf(notice, `subscription-suspended.${attemptOf(notice)}@${host}`, {
		title: `Your subscription at ${merchantOf(notice)} is suspended`,
		paragraphs: [
			reasons[notice.suspended_reason ?? "declined"],
			`No further payment is charged until the subscription is resumed. To resume it, ${contact(notice)}.`,
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
 * Writes the mail about an expiring card. Pure; the same card and expiry give the same Message-ID.
 *
 * @param host the domain of Message-IDs
 */
export function cardExpiringMail(notice: ExpiryNotice, host: string): Mail {
	const lastDay = formatDay(expiryTimes(notice, notice.timeZone).expiresAt - 1, notice.timeZone);
	const isOne = notice.subscriptions.length === 1;
	return mailOf(notice, `card-expiring.${notice.reference}@${host}`, {
		title: `Your card for ${merchantOf(notice)} is about to expire`,
		paragraphs: [
			`The card that pays for your ${isOne ? "subscription" : "subscriptions"} is valid until ${lastDay}. Payments after that day will fail.`,
			`To pay with another card from then on, ${contact(notice)}.`,
		],
		headline: { name: "Valid until", value: lastDay },
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

/** Returns how to reach the merchant: only the merchant can change the card or resume the subscription. */
function contact(notice: Notice): string {
	return notice.replyTo === null ? `get in touch with ${merchantOf(notice)}` : "reply to this email";
}

function merchantOf({ merchantName }: Notice): string {
	return withoutInvisible(merchantName);
}

function attemptOf({ lookup_id, period, attempt }: PaymentNotice): string {
	return `${lookup_id}.${period}.${attempt}`;
}

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
