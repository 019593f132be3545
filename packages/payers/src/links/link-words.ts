import type { Language } from "@cardseal/platform";
import type { DeclineCode } from "@cardseal/vault";

interface Outcome {
	title: string;
	text: (merchant: string) => string;
}

export interface LinkWords {
	title: (merchant: string) => string;
	asks: (merchant: string, amount: string) => string;
	plan: {
		title: (merchant: string) => string;
		asks: (merchant: string) => string;
		firstPayment: string;
		firstName: string;
		lastName: string;
		email: string;
		start: string;
		payAndStart: (amount: string) => string;
		done: Outcome & { manage: string };
	};
	amount: string;
	includesTax: string;
	includesTip: string;
	for: string;
	invoice: string;
	payBefore: string;
	card: string;
	email: string;
	emailHint: string;
	keepCard: (merchant: string) => string;
	pay: (amount: string) => string;
	hold: (amount: string) => string;
	notThem: (merchant: string) => string;
	test: string;
	needsScript: string;
	paid: Outcome & { held: (merchant: string) => string; paidWith: string; paidOn: string; number: string };
	expired: Outcome;
	canceled: Outcome;
	deciding: Outcome & { again: string };
	atBank: Outcome;
	payByBank: string;
	authenticate: string;
	unknown: { title: string; text: string };
	goOn: (merchant: string) => string;
	problems: {
		beingPaid: string;
		email: string;
		emailNeeded: string;
		name: string;
		notAgreed: string;
		termsChanged: string;
		cardInvalid: string;
		tooOften: (minutes: number) => string;
		unavailable: string;
		declined: Partial<Record<DeclineCode, string>> & { generic: string };
	};
}

const en: LinkWords = {
	title: (merchant) => `Pay ${merchant}`,
	asks: (merchant, amount) => `${merchant} asks you to pay ${amount}`,
	plan: {
		title: (merchant) => `Subscribe at ${merchant}`,
		asks: (merchant) => `${merchant} invites you to subscribe`,
		firstPayment: "First payment",
		firstName: "First name",
		lastName: "Last name",
		email: "Email",
		start: "Subscribe",
		payAndStart: (amount) => `Subscribe and pay ${amount}`,
		done: {
			title: "You have subscribed",
			text: (merchant) => `${merchant} has your subscription. You may close this page.`,
			manage: "Change your card or your subscription later",
		},
	},
	amount: "Amount",
	includesTax: "Tax included",
	includesTip: "Tip included",
	for: "For",
	invoice: "Invoice",
	payBefore: "Pay by",
	card: "Your card",
	email: "Email for the receipt",
	emailHint: "If you want one",
	keepCard: (merchant) => `${merchant} may keep this card for later payments that I agree to`,
	pay: (amount) => `Pay ${amount}`,
	hold: (amount) => `Reserve ${amount}`,
	notThem: (merchant) => `Pay only if you know ${merchant} and expect this.`,
	test: "This is a test. No money moves: use a test card.",
	needsScript: "Turn on JavaScript to enter your card: it is encrypted in your browser.",
	paid: {
		title: "Paid",
		text: (merchant) => `${merchant} has your payment. You may close this page.`,
		held: (merchant) => `${merchant} has reserved the amount on your card. You may close this page.`,
		paidWith: "Card",
		paidOn: "Date",
		number: "Payment number",
	},
	expired: {
		title: "This link has expired",
		text: (merchant) => `Nothing was charged. Ask ${merchant} for a new link.`,
	},
	canceled: {
		title: "This link was cancelled",
		text: (merchant) => `Nothing was charged. If you still want to pay, contact ${merchant}.`,
	},
	deciding: {
		title: "Your payment is being made",
		text: () => "The bank has not answered yet. Do not pay again. This page looks again by itself.",
		again: "Look again",
	},
	atBank: {
		title: "Your bank is paying",
		text: (merchant) =>
			`You agreed to pay from your bank account. ${merchant} gets the money in a few days. Do not pay again; you may close this page.`,
	},
	payByBank: "Pay from a bank account",
	authenticate: "Go on to your bank",
	unknown: {
		title: "There is nothing to pay here",
		text: "This address is incomplete, or was never valid. Open the link again as it was sent to you.",
	},
	goOn: (merchant) => `Back to ${merchant}`,
	problems: {
		beingPaid: "This payment is being made just now, perhaps in another window. Look again in a minute.",
		email: "Enter an email address such as name@example.com, or leave it empty.",
		emailNeeded: "Enter an email address such as name@example.com.",
		name: "Enter your first and last name.",
		notAgreed: "Check the box if you agree.",
		termsChanged: "The terms have changed. Read them again before you subscribe.",
		cardInvalid: "The card could not be read. Enter it again.",
		tooOften: (minutes) =>
			`Too many payments were tried. Nothing was charged. Try again ${minutes === 1 ? "in a minute" : `in ${minutes} minutes`}.`,
		unavailable: "The payment cannot be made at the moment, and nothing was charged. Try again in a few minutes.",
		declined: {
			generic: "Your bank declined the card. Nothing was charged. Use another card.",
			insufficient_funds: "There is not enough money on the card. Nothing was charged. Use another card.",
			expired_card: "The card has expired. Nothing was charged. Check the date or use another card.",
			incorrect_cvv: "The security code is not right. Nothing was charged. Check it and try again.",
			cvv_mismatch: "The security code is not right. Nothing was charged. Check it and try again.",
			authentication_failed:
				"Your bank did not confirm the payment. Nothing was charged. Try again or use another card.",
			authentication_required: "Your bank wants to check that it is you. Nothing was charged. Use another card.",
			processing_error: "The payment did not go through. Nothing was charged. Try again in a few minutes.",
		},
	},
};

const fr: LinkWords = {
	title: (merchant) => `Payer ${merchant}`,
	asks: (merchant, amount) => `${merchant} vous demande de payer ${amount}`,
	plan: {
		title: (merchant) => `S’abonner chez ${merchant}`,
		asks: (merchant) => `${merchant} vous propose un abonnement`,
		firstPayment: "Premier paiement",
		firstName: "Prénom",
		lastName: "Nom",
		email: "Courriel",
		start: "S’abonner",
		payAndStart: (amount) => `S’abonner et payer ${amount}`,
		done: {
			title: "Vous êtes abonné",
			text: (merchant) => `${merchant} a reçu votre abonnement. Vous pouvez fermer cette page.`,
			manage: "Modifier plus tard votre carte ou votre abonnement",
		},
	},
	amount: "Montant",
	includesTax: "Taxes comprises",
	includesTip: "Pourboire compris",
	for: "Objet",
	invoice: "Facture",
	payBefore: "À payer au plus tard le",
	card: "Votre carte",
	email: "Courriel pour le reçu",
	emailHint: "Si vous en voulez un",
	keepCard: (merchant) => `${merchant} peut conserver cette carte pour les prochains paiements que j’accepterai`,
	pay: (amount) => `Payer ${amount}`,
	hold: (amount) => `Réserver ${amount}`,
	notThem: (merchant) => `Ne payez que si vous connaissez ${merchant} et attendiez cette demande.`,
	test: "Ceci est un test. Aucun argent ne circule : utilisez une carte de test.",
	needsScript: "Activez JavaScript pour saisir votre carte : elle est chiffrée dans votre navigateur.",
	paid: {
		title: "Payé",
		text: (merchant) => `${merchant} a reçu votre paiement. Vous pouvez fermer cette page.`,
		held: (merchant) => `${merchant} a réservé le montant sur votre carte. Vous pouvez fermer cette page.`,
		paidWith: "Carte",
		paidOn: "Date",
		number: "Numéro du paiement",
	},
	expired: {
		title: "Ce lien a expiré",
		text: (merchant) => `Rien n’a été débité. Demandez un nouveau lien à ${merchant}.`,
	},
	canceled: {
		title: "Ce lien a été annulé",
		text: (merchant) => `Rien n’a été débité. Si vous voulez encore payer, communiquez avec ${merchant}.`,
	},
	deciding: {
		title: "Votre paiement est en cours",
		text: () => "La banque n’a pas encore répondu. Ne payez pas de nouveau. Cette page s’actualise d’elle-même.",
		again: "Actualiser",
	},
	atBank: {
		title: "Votre banque effectue le paiement",
		text: (merchant) =>
			`Vous avez accepté de payer à partir de votre compte bancaire. ${merchant} recevra l’argent dans quelques jours. Ne payez pas de nouveau\u00a0; vous pouvez fermer cette page.`,
	},
	payByBank: "Payer à partir d’un compte bancaire",
	authenticate: "Continuer vers votre banque",
	unknown: {
		title: "Il n’y a rien à payer ici",
		text: "Cette adresse est incomplète ou n’a jamais été valide. Ouvrez de nouveau le lien tel que vous l’avez reçu.",
	},
	goOn: (merchant) => `Retour à ${merchant}`,
	problems: {
		beingPaid: "Ce paiement est en cours, peut-être dans une autre fenêtre. Revenez dans une minute.",
		email: "Saisissez un courriel comme nom@example.com, ou laissez ce champ vide.",
		emailNeeded: "Saisissez un courriel comme nom@example.com.",
		name: "Saisissez votre prénom et votre nom.",
		notAgreed: "Cochez la case si vous acceptez.",
		termsChanged: "Les conditions ont changé. Relisez-les avant de vous abonner.",
		cardInvalid: "La carte n’a pas pu être lue. Saisissez-la de nouveau.",
		tooOften: (minutes) =>
			`Trop de paiements ont été essayés. Rien n’a été débité. Réessayez ${minutes === 1 ? "dans une minute" : `dans ${minutes} minutes`}.`,
		unavailable: "Le paiement est impossible pour le moment, et rien n’a été débité. Réessayez dans quelques minutes.",
		declined: {
			generic: "Votre banque a refusé la carte. Rien n’a été débité. Utilisez une autre carte.",
			insufficient_funds: "La provision de la carte est insuffisante. Rien n’a été débité. Utilisez une autre carte.",
			expired_card: "La carte a expiré. Rien n’a été débité. Vérifiez la date ou utilisez une autre carte.",
			incorrect_cvv: "Le code de sécurité est inexact. Rien n’a été débité. Vérifiez-le et réessayez.",
			cvv_mismatch: "Le code de sécurité est inexact. Rien n’a été débité. Vérifiez-le et réessayez.",
			authentication_failed:
				"Votre banque n’a pas confirmé le paiement. Rien n’a été débité. Réessayez ou utilisez une autre carte.",
			authentication_required:
				"Votre banque veut vérifier qu’il s’agit bien de vous. Rien n’a été débité. Utilisez une autre carte.",
			processing_error: "Le paiement n’a pas abouti. Rien n’a été débité. Réessayez dans quelques minutes.",
		},
	},
};

export const linkWords: Record<Language, LinkWords> = { en, fr };
