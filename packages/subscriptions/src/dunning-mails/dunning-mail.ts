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
import type { CardMask, DunningMail, ExpiryMail, PaymentMail, SubscriptionOfMail } from "./dunning-mail-data.ts";
import { type DunningMailWords, dunningMailWords } from "./dunning-mail-words.ts";
import { expiryTimes } from "./expiry-time.ts";

/** A payer who waits longer asks the merchant. */
const linkMs = 60 * 24 * 3_600_000;

export interface MailPlace {
	host: string;
	links: CardLinks;
}

export function paymentFailedMail(mail: PaymentMail, { host, links }: MailPlace): Mail {
	const { nextAttemptAt } = mail;
	if (nextAttemptAt === null) throw new Error("This payment is not tried again.");
	return mailOf(mail, `payment-failed.${attemptOf(mail)}@${host}`, ({ failed, ...words }, written) => {
		const nextAttempt = written.day(nextAttemptAt);
		const advised = mail.decline_code === "authentication_required" ? failed.toConfirm : failed;
		return {
			title: failed.title(written.merchant),
			paragraphs: [failed.retried(nextAttempt), advised.advice],
			headline: { name: failed.nextAttempt, value: nextAttempt },
			lines: [{ name: words.amount, value: openAmount(mail, written) }, ...paymentLines(mail, words, written)],
			link: { name: advised.link, address: payLink(links, mail, written) },
		};
	});
}

export function suspendedMail(mail: PaymentMail, { host, links }: MailPlace): Mail {
	return mailOf(mail, `subscription-suspended.${attemptOf(mail)}@${host}`, ({ suspended, ...words }, written) => ({
		title: suspended.title(written.merchant),
		paragraphs: [suspended.reasons[mail.suspended_reason ?? "declined"], suspended.advice],
		headline: { name: suspended.notPaid, value: openAmount(mail, written) },
		lines: paymentLines(mail, words, written),
		link: { name: suspended.link, address: payLink(links, mail, written) },
	}));
}

export function cardExpiringMail(mail: ExpiryMail, { host, links }: MailPlace): Mail {
	const { subscriptions } = mail;
	return mailOf(mail, `card-expiring.${mail.reference}@${host}`, ({ expiring, ...words }, written) => {
		const { expiresAt } = expiryTimes(mail, mail.timeZone);
		const lastDay = written.day(expiresAt - 1);
		const address = cardLink(links, { ...mail, open_period: null }, { ...written, expiresAt: expiresAt + linkMs });
		return {
			title: expiring.title(written.merchant),
			paragraphs: [expiring.text(subscriptions.length, lastDay), expiring.advice],
			headline: { name: expiring.validUntil, value: lastDay },
			lines: [
				cardLine(mail, words),
				...subscriptions.flatMap((subscription) => expiringCardLines(subscription, words, written)),
			],
			link: { name: expiring.link, address },
		};
	});
}

function payLink(links: CardLinks, mail: PaymentMail, { language }: Written): string {
	const expiresAt = dueAt(mail, mail.period) + linkMs;
	return cardLink(links, { ...mail, open_period: mail.period }, { language, expiresAt });
}

interface Written {
	language: Language;
	merchant: string;
	/** Formats the day of a time, ms since 1970. */
	day(time: number): string;
	amount(cents: number, currency: string): string;
}

type LineWords = Pick<DunningMailWords, "amount" | "due" | "subscription" | "description" | "nextPayment" | "card">;

function mailOf(
	mail: DunningMail,
	messageId: string,
	contentIn: (words: DunningMailWords, written: Written) => Omit<MailContent, "isTest" | "contact">,
): Mail {
	const contact = merchantContact(mail);
	const writtenIn = (language: Language): Written => ({
		language,
		merchant: contact.name,
		day: (time) => formatDay(time, mail.timeZone, language),
		amount: (cents, currency) => formatAmount(cents, currency, language),
	});
	return {
		messageId,
		senderName: contact.name,
		replyTo: mail.replyTo ?? undefined,
		to: mail.email,
		blindCopies: [],
		...writeMail(languagesOfMail(mail, mail), (language) => ({
			...contentIn(dunningMailWords[language], writtenIn(language)),
			isTest: mail.isTest,
			contact,
		})),
	};
}

function attemptOf({ lookup_id, period, attempt }: PaymentMail): string {
	return `${lookup_id}.${period}.${attempt}`;
}

function openAmount(mail: PaymentMail, { amount }: Written): string {
	return amount(amountDue(mail, mail.period), mail.currency);
}

function paymentLines(mail: PaymentMail, words: LineWords, { day }: Written): MailLine[] {
	return [
		...subscriptionLines(mail, words),
		...(mail.card === null ? [] : [cardLine(mail.card, words)]),
		{ name: words.due, value: day(dueAt(mail, mail.period)) },
	];
}

function subscriptionLines({ name, description }: SubscriptionOfMail, words: LineWords): MailLine[] {
	const shown = withoutInvisible(description ?? "");
	return [
		{ name: words.subscription, value: withoutInvisible(name) },
		...(shown === "" ? [] : [{ name: words.description, value: shown }]),
	];
}

function expiringCardLines(
	subscription: ExpiryMail["subscriptions"][number],
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
