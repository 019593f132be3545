import { formatAmount, type Language, withoutInvisible } from "@cardseal/platform";
import {
	formatDay,
	languagesOfMail,
	type Mail,
	type MailContent,
	type MailLine,
	merchantContact,
	writeMail,
} from "@cardseal/platform/mail";
import { dueAt } from "../calendar.ts";
import { currentPeriod } from "../lifecycle.ts";
import { amountDue } from "../pricing.ts";
import { type CardLinks, cardLink } from "./card-link.ts";
import { expiryTimes } from "./expiry-time.ts";
import type { CardMask, ExpiryNotice, Notice, NoticeSubscription, PaymentNotice } from "./notice.ts";
import { type NoticeWords, noticeWords } from "./notice-words.ts";

const linkMs = 60 * 24 * 3_600_000;

export interface MailPlace {
	host: string;
	links: CardLinks;
}

export function paymentFailedMail(notice: PaymentNotice, { host, links }: MailPlace): Mail {
	const { nextAttemptAt } = notice;
	if (nextAttemptAt === null) throw new Error("This payment is not tried again.");
	return mailOf(notice, `payment-failed.${attemptOf(notice)}@${host}`, ({ failed, ...words }, written) => {
		const nextAttempt = written.day(nextAttemptAt);
		const advised = notice.decline_code === "authentication_required" ? failed.toConfirm : failed;
		return {
			title: failed.title(written.merchant),
			paragraphs: [failed.retried(nextAttempt), advised.advice],
			headline: { name: failed.nextAttempt, value: nextAttempt },
			lines: [{ name: words.amount, value: openAmount(notice, written) }, ...paymentLines(notice, words, written)],
			link: { name: advised.link, address: payLink(links, notice, written) },
		};
	});
}

export function suspendedMail(notice: PaymentNotice, { host, links }: MailPlace): Mail {
	return mailOf(notice, `subscription-suspended.${attemptOf(notice)}@${host}`, ({ suspended, ...words }, written) => ({
		title: suspended.title(written.merchant),
		paragraphs: [suspended.reasons[notice.suspended_reason ?? "declined"], suspended.advice],
		headline: { name: suspended.notPaid, value: openAmount(notice, written) },
		lines: paymentLines(notice, words, written),
		link: { name: suspended.link, address: payLink(links, notice, written) },
	}));
}

export function cardExpiringMail(notice: ExpiryNotice, { host, links }: MailPlace): Mail {
	const { subscriptions } = notice;
	return mailOf(notice, `card-expiring.${notice.reference}@${host}`, ({ expiring, ...words }, written) => {
		const { expiresAt } = expiryTimes(notice, notice.timeZone);
		const lastDay = written.day(expiresAt - 1);
		const address = cardLink(links, { ...notice, open_period: null }, { ...written, expiresAt: expiresAt + linkMs });
		return {
			title: expiring.title(written.merchant),
			paragraphs: [expiring.text(subscriptions.length, lastDay), expiring.advice],
			headline: { name: expiring.validUntil, value: lastDay },
			lines: [
				cardLine(notice, words),
				...subscriptions.flatMap((subscription) => expiringCardLines(subscription, words, written)),
			],
			link: { name: expiring.link, address },
		};
	});
}

function payLink(links: CardLinks, notice: PaymentNotice, { language }: Written): string {
	const expiresAt = dueAt(notice, notice.period) + linkMs;
	return cardLink(links, { ...notice, open_period: notice.period }, { language, expiresAt });
}

interface Written {
	language: Language;
	merchant: string;
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
		language,
		merchant: contact.name,
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
