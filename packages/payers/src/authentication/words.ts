import type { Language } from "@cardseal/platform";

const en = {
	test: "This is a test: no money moves.",
	amount: "Amount",
	to: "To",
	card: "Card",
	open: {
		title: "Confirm your payment with your bank",
		text: "Your bank wants to check that it is you. Nothing is charged before that.",
		timeLeft: "Time left:",
		minutes: (minutes: number) => (minutes === 1 ? "1 minute" : `${minutes} minutes`),
		bankPage: "Your bank’s page",
		go: "Continue to your bank",
		openHere: "Open in this window",
		openThere: "Open in a new window",
		trouble: "Is your bank’s page empty?",
		cancel: "Cancel this payment",
		cancelQuestion: (merchant: string) => `Nothing will be charged, and ${merchant} will see that you did not pay.`,
		cancelNow: "Yes, cancel it",
	},
	deciding: {
		title: "One moment",
		text: "We are waiting for the answer to your payment. Please do not pay again. This page updates itself.",
	},
	approved: {
		title: "Your bank has confirmed the payment",
		text: (amount: string, merchant: string) => `${amount} to ${merchant} was approved.`,
	},
	declined: {
		title: "The payment was not made",
		text: (merchant: string) => `Nothing was charged. Try again at ${merchant} with another card, or ask your bank.`,
	},
	canceled: {
		title: "The payment is canceled",
		text: (merchant: string) => `Nothing was charged. If you still want to pay, start again at ${merchant}.`,
	},
	goBack: (merchant: string) => `Go back to ${merchant}`,
	close: "You can close this page.",
	unknown: {
		title: "Page not found",
		text: "This link is incomplete, or it is no longer valid. Go back to the shop: it knows whether you have paid.",
	},
	refused: {
		title: "Something went wrong",
		text: "Go back to the shop: it knows whether you have paid. Please do not pay again before.",
	},
};

export type PayerPageWords = typeof en;

export const payerPageWords: Record<Language, PayerPageWords> = {
	en,
	fr: {
		test: "Ceci est un test\u00a0: aucune somme n’est transférée.",
		amount: "Montant",
		to: "À",
		card: "Carte",
		open: {
			title: "Confirmez votre paiement auprès de votre banque",
			text: "Votre banque veut vérifier qu’il s’agit bien de vous. Rien n’est débité avant.",
			timeLeft: "Temps restant\u00a0:",
			minutes: (minutes) => (minutes <= 1 ? `${minutes} minute` : `${minutes} minutes`),
			bankPage: "Page de votre banque",
			go: "Continuer vers votre banque",
			openHere: "Ouvrir dans cette fenêtre",
			openThere: "Ouvrir dans une nouvelle fenêtre",
			trouble: "La page de votre banque est vide?",
			cancel: "Annuler ce paiement",
			cancelQuestion: (merchant) => `Rien ne sera débité, et ${merchant} verra que vous n’avez pas payé.`,
			cancelNow: "Oui, l’annuler",
		},
		deciding: {
			title: "Un instant",
			text: "Nous attendons la réponse à votre paiement. Ne payez pas une deuxième fois. Cette page s’actualise d’elle-même.",
		},
		approved: {
			title: "Votre banque a confirmé le paiement",
			text: (amount, merchant) => `Le paiement de ${amount} à ${merchant} a été approuvé.`,
		},
		declined: {
			title: "Le paiement n’a pas été fait",
			text: (merchant) =>
				`Rien n’a été débité. Réessayez chez ${merchant} avec une autre carte, ou communiquez avec votre banque.`,
		},
		canceled: {
			title: "Le paiement est annulé",
			text: (merchant) => `Rien n’a été débité. Si vous souhaitez toujours payer, recommencez chez ${merchant}.`,
		},
		goBack: (merchant) => `Revenir à ${merchant}`,
		close: "Vous pouvez fermer cette page.",
		unknown: {
			title: "Page introuvable",
			text: "Ce lien est incomplet ou n’est plus valide. Retournez à la boutique\u00a0: elle sait si vous avez payé.",
		},
		refused: {
			title: "Une erreur s’est produite",
			text: "Retournez à la boutique\u00a0: elle sait si vous avez payé. Ne payez pas une deuxième fois avant.",
		},
	},
};
