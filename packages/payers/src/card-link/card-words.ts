import type { PeriodAttempt } from "@cardseal/subscriptions";

const en = {
	title: (merchant: string) => `Your subscription at ${merchant}`,
	owes: (merchant: string, amount: string) => `Pay ${merchant} ${amount} with another card`,
	owesSame: (merchant: string, amount: string) => `Pay ${merchant} ${amount}`,
	changes: (merchant: string) => `Give ${merchant} another card`,
	subscription: "Subscription",
	owed: "To pay now",
	card: "Current card",
	nextPayment: "Next payment",
	sameCard: "Your bank asks you to confirm the payment.",
	paySame: (amount: string) => `Pay ${amount} with this card`,
	newCard: "Your new card",
	payAndUse: (amount: string) => `Pay ${amount} and use this card from now on`,
	use: "Use this card from the next payment on",
	test: "This is a test. No money moves: use a test card.",
	needsScript: "Turn on JavaScript to enter your card: it is encrypted in your browser.",
	done: {
		title: "Done",
		paid: (merchant: string) =>
			`${merchant} has your payment, and will charge this card from now on. You may close this page.`,
		paidLast: (merchant: string) =>
			`${merchant} has your payment. The subscription has ended, and nothing more is charged. You may close this page.`,
		changed: (merchant: string) =>
			`${merchant} will charge this card from the next payment on. You may close this page.`,
	},
	deciding: {
		title: "Your payment is being made",
		text: "The bank has not answered yet. Do not pay again.",
		again: "Look again",
		authenticate: "Go on to your bank",
	},
	ended: {
		title: "This subscription has ended",
		text: (merchant: string) => `Nothing is charged any more, and no card was stored. Questions? Ask ${merchant}.`,
	},
	unknown: {
		title: "There is nothing to do here",
		text: "This link was used, has expired, or was never valid. If you have just paid, all is done.",
	},
	problems: {
		authentication_failed:
			"The payment was not confirmed with your bank. Nothing was charged. Try again, or use another card.",
		changed:
			"What is to pay has changed since this page was opened. Nothing was charged. Look at the amount, and enter the card again.",
		cardInvalid: "The card could not be read. Nothing was charged. Enter it again.",
		card_refused: "Your bank did not accept this card. Nothing was charged. Use another card.",
		declined: "Your bank declined the payment. Nothing was charged. Use another card.",
		outcome_pending: "The bank has not answered yet. Do not pay again: look at this page in a few minutes.",
		tooOften: "Too many cards were tried from your network. Try again in ten minutes.",
		unavailable: "This cannot be done at the moment. Nothing was charged. Try again in a few minutes.",
	},
};

const fr: typeof en = {
	title: (merchant) => `Votre abonnement chez ${merchant}`,
	owes: (merchant, amount) => `Payer ${amount} à ${merchant} avec une autre carte`,
	owesSame: (merchant, amount) => `Payer ${amount} à ${merchant}`,
	changes: (merchant) => `Indiquer une autre carte à ${merchant}`,
	subscription: "Abonnement",
	owed: "À payer maintenant",
	card: "Carte actuelle",
	nextPayment: "Prochain paiement",
	sameCard: "Votre banque vous demande de confirmer le paiement.",
	paySame: (amount) => `Payer ${amount} avec cette carte`,
	newCard: "Votre nouvelle carte",
	payAndUse: (amount) => `Payer ${amount} et utiliser désormais cette carte`,
	use: "Utiliser cette carte dès le prochain paiement",
	test: "Ceci est un test. Aucun argent ne circule : utilisez une carte de test.",
	needsScript: "Activez JavaScript pour saisir votre carte : elle est chiffrée dans votre navigateur.",
	done: {
		title: "C’est fait",
		paid: (merchant) =>
			`${merchant} a reçu votre paiement et débitera désormais cette carte. Vous pouvez fermer cette page.`,
		paidLast: (merchant) =>
			`${merchant} a reçu votre paiement. L’abonnement est terminé et plus rien n’est débité. Vous pouvez fermer cette page.`,
		changed: (merchant) => `${merchant} débitera cette carte dès le prochain paiement. Vous pouvez fermer cette page.`,
	},
	deciding: {
		title: "Votre paiement est en cours",
		text: "La banque n’a pas encore répondu. Ne payez pas de nouveau.",
		again: "Regarder de nouveau",
		authenticate: "Continuer vers votre banque",
	},
	ended: {
		title: "Cet abonnement est terminé",
		text: (merchant) =>
			`Plus rien n’est débité et aucune carte n’a été enregistrée. Des questions? Demandez à ${merchant}.`,
	},
	unknown: {
		title: "Il n’y a rien à faire ici",
		text: "Ce lien a été utilisé, a expiré ou n’a jamais été valide. Si vous venez de payer, tout est fait.",
	},
	problems: {
		authentication_failed:
			"Le paiement n’a pas été confirmé auprès de votre banque. Rien n’a été débité. Réessayez ou utilisez une autre carte.",
		changed:
			"Le montant à payer a changé depuis l’ouverture de cette page. Rien n’a été débité. Vérifiez le montant et saisissez la carte de nouveau.",
		cardInvalid: "La carte n’a pas pu être lue. Rien n’a été débité. Saisissez-la de nouveau.",
		card_refused: "Votre banque n’a pas accepté cette carte. Rien n’a été débité. Utilisez une autre carte.",
		declined: "Votre banque a refusé le paiement. Rien n’a été débité. Utilisez une autre carte.",
		outcome_pending:
			"La banque n’a pas encore répondu. Ne payez pas de nouveau : revenez sur cette page dans quelques minutes.",
		tooOften: "Trop de cartes ont été essayées depuis votre réseau. Réessayez dans dix minutes.",
		unavailable: "C’est impossible pour le moment. Rien n’a été débité. Réessayez dans quelques minutes.",
	},
};

export const cardWords = { en, fr };

export function declineOf(
	problems: CardWords["problems"],
	attempt: Pick<PeriodAttempt, "decline_code"> | undefined,
): string {
	return attempt?.decline_code === "authentication_failed" ? problems.authentication_failed : problems.declined;
}

export type CardWords = typeof en;
