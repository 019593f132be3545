import { formatAmount, type Language, withoutInvisible } from "@cardseal/platform";
import {
	formatDay,
	languagesOfMail,
	type Mail,
	type MailContent,
	type MailLine,
	merchantContact,
	waysToReach,
	writeMail,
} from "@cardseal/platform/mail";
import { dueAt } from "../calendar.ts";
import { currentPeriod } from "../lifecycle.ts";
import { amountDue } from "../pricing.ts";
import { expiryTimes } from "./expiry-time.ts";
import type { CardMask, ExpiryNotice, Notice, NoticeSubscription, PaymentNotice } from "./notice.ts";
import { type NoticeWords, noticeWords } from "./notice-words.ts";

/**
 * The same notice gives the same Message-ID.
 *
 * @param host the domain of Message-IDs
 */
export function paymentFailedMail(notice: PaymentNotice, host: string): Mail {
	const { nextAttemptAt } = notice;
	if (nextAttemptAt === null) throw new Error("This payment is not tried again.");
	return mailOf(notice, `payment-failed.${attemptOf(notice)}@${host}`, ({ failed, ...words }, written) => {
		const nextAttempt = written.day(nextAttemptAt);
		return {
			title: failed.title(written.merchant),
			paragraphs: [failed.retried(nextAttempt), failed.advice(written.contact)],
			headline: { name: failed.nextAttempt, value: nextAttempt },
			lines: [{ name: words.amount, value: openAmount(notice, written) }, ...paymentLines(notice, words, written)],
		};
	});
}

/**
 * The same notice gives the same Message-ID.
 *
 * @param host the domain of Message-IDs
 */
export function suspendedMail(notice: PaymentNotice, host: string): Mail {
	return mailOf(notice, `subscription-suspended.${attemptOf(notice)}@${host}`, ({ suspended, ...words }, written) => ({
		title: suspended.title(written.merchant),
		paragraphs: [suspended.reasons[notice.suspended_reason ?? "declined"], suspended.advice(written.contact)],
		headline: { name: suspended.notPaid, value: openAmount(notice, written) },
		lines: paymentLines(notice, words, written),
	}));
}

/**
 * The same card and expiry give the same Message-ID.
 *
 * @param host the domain of Message-IDs
 */
export function cardExpiringMail(notice: ExpiryNotice, host: string): Mail {
	const { subscriptions } = notice;
	return mailOf(notice, `card-expiring.${notice.reference}@${host}`, ({ expiring, ...words }, written) => {
		const lastDay = written.day(expiryTimes(notice, notice.timeZone).expiresAt - 1);
		return {
			title: expiring.title(written.merchant),
			paragraphs: [expiring.text(subscriptions.length, lastDay), expiring.advice(written.contact)],
			headline: { name: expiring.validUntil, value: lastDay },
			lines: [
				cardLine(notice, words),
				...subscriptions.flatMap((subscription) => expiringCardLines(subscription, words, written)),
			],
		};
	});
}

interface Written {
	merchant: string;
	/** The way to reach the merchant, who alone can change the subscription. */
	contact: string;
	/** Formats the day of a time, ms since 1970. */
	day(time: number): string;
	amount(cents: number, currency: string): string;
}

type LineWords = Pick<NoticeWords, "amount" | "due" | "subscription" | "description" | "nextPayment" | "card">;

function mailOf(
	notice: Notice,
	messageId: string,
	contentIn: (words: NoticeWords, written: Written) => Omit<MailContent, "isTest" | "contact">,
): Mail {
	const contact = merchantContact(notice);
	const writtenIn = (language: Language): Written => ({
		merchant: contact.name,
		contact: waysToReach(contact, language),
		day: (time) => formatDay(time, notice.timeZone, language),
		amount: (cents, currency) => formatAmount(cents, currency, language),
	});
	return {
		messageId,
		senderName: contact.name,
		replyTo: notice.replyTo ?? undefined,
		to: notice.email,
		blindCopies: [],
		...writeMail(languagesOfMail(notice, notice), (language) => ({
			...contentIn(noticeWords[language], writtenIn(language)),
			isTest: notice.isTest,
			contact,
		})),
	};
}

function attemptOf({ lookup_id, period, attempt }: PaymentNotice): string {
	return `${lookup_id}.${period}.${attempt}`;
}

function openAmount(notice: PaymentNotice, { amount }: Written): string {
	return amount(amountDue(notice, notice.period), notice.currency);
}

function paymentLines(notice: PaymentNotice, words: LineWords, { day }: Written): MailLine[] {
	return [
		...subscriptionLines(notice, words),
		...(notice.card === null ? [] : [cardLine(notice.card, words)]),
		{ name: words.due, value: day(dueAt(notice, notice.period)) },
	];
}

function subscriptionLines({ name, description }: NoticeSubscription, words: LineWords): MailLine[] {
	const shown = withoutInvisible(description ?? "");
	return [
		{ name: words.subscription, value: withoutInvisible(name) },
		...(shown === "" ? [] : [{ name: words.description, value: shown }]),
	];
}

function expiringCardLines(
	subscription: ExpiryNotice["subscriptions"][number],
	words: LineWords,
	{ day, amount }: Written,
): MailLine[] {
	const { next_run } = subscription;
	return [
		...subscriptionLines(subscription, words),
		{ name: words.amount, value: amount(amountDue(subscription, currentPeriod(subscription)), subscription.currency) },
		...(next_run === null ? [] : [{ name: words.nextPayment, value: day(next_run) }]),
	];
}

function cardLine({ card_type, card_suffix }: CardMask, { card }: LineWords): MailLine {
	return { name: card, value: `${card_type} •••• ${card_suffix}` };
}
