/* The consent of a payer who subscribes. The page shows the text and its hash, so that nobody agrees to another text. */
import { createHash } from "node:crypto";
import type { Merchant } from "@cardseal/merchants";
import { formatAmount, type Language, withoutInvisible } from "@cardseal/platform";
import { formatDay } from "@cardseal/platform/mail";
import { daysLater, type Plan } from "@cardseal/subscriptions";

/** The terms of a plan, or of the subscription that copied it. */
type ConsentTerms = Pick<
	Plan,
	"amount_cents" | "quantity" | "setup_fee_cents" | "trial_days" | "currency" | "frequency" | "number_of_payments"
>;

export interface Consent {
	text: string;
	sha256: Buffer;
	language: Language;
	/** The first payment's. */
	cents: number;
	isTrial: boolean;
}

const en = {
	periods: {
		DAILY: "every day",
		WEEKLY: "every week",
		MOTHLY: "every month",
		QUARTERLY: "every three months",
		ANNUALLY: "every year",
	},
	charges: (merchant: string, amount: string, period: string) =>
		`I agree that ${merchant} charges ${amount} ${period} to this card until I cancel.`,
	times: (count: number) => `There are ${count} payments at most.`,
	trial: (days: number) => (days === 1 ? "The first day is free." : `The first ${days} days are free.`),
	first: (amount: string, day: string) => `The first payment is ${amount} on ${day}.`,
	setupFee: (fee: string) => `It includes ${fee} once, for setting up.`,
};

const fr: typeof en = {
	periods: {
		DAILY: "chaque jour",
		WEEKLY: "chaque semaine",
		MOTHLY: "chaque mois",
		QUARTERLY: "tous les trois mois",
		ANNUALLY: "chaque année",
	},
	charges: (merchant, amount, period) =>
		`J’accepte que ${merchant} débite ${amount} de cette carte ${period} jusqu’à ce que j’annule.`,
	times: (count) => `Il y a au plus ${count} paiements.`,
	trial: (days) => (days === 1 ? "Le premier jour est gratuit." : `Les ${days} premiers jours sont gratuits.`),
	first: (amount, day) => `Le premier paiement est de ${amount}, le ${day}.`,
	setupFee: (fee) => `Il comprend ${fee} une seule fois, pour la mise en place.`,
};

const words = { en, fr };

/** @param now business time, ms since 1970 */
export function consentOf(
	{ name, timeZone }: Pick<Merchant, "name" | "timeZone">,
	terms: ConsentTerms,
	now: number,
	language: Language,
): Consent {
	const { periods, ...phrases } = words[language];
	const { quantity, trial_days: days, setup_fee_cents: fee, number_of_payments: count } = terms;
	const amount = (cents: number) => formatAmount(cents, terms.currency, language);
	const cents = terms.amount_cents * quantity + fee;
	const firstPaymentAt = days === 0 ? now : daysLater({ time_zone: timeZone }, now, days);
	const text = [
		phrases.charges(withoutInvisible(name), amount(terms.amount_cents * quantity), periods[terms.frequency]),
		...(count === null ? [] : [phrases.times(count)]),
		...(days === 0 ? [] : [phrases.trial(days)]),
		phrases.first(amount(cents), formatDay(firstPaymentAt, timeZone, language)),
		...(fee === 0 ? [] : [phrases.setupFee(amount(fee))]),
	].join(" ");
	return { text, sha256: createHash("sha256").update(text).digest(), language, cents, isTrial: days > 0 };
}
