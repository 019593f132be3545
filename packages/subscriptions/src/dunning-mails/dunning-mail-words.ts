const en = {
	failed: {
		title: (merchant: string) => `Your payment to ${merchant} failed`,
		retried: (day: string) => `Your card was not charged. We will try it again on ${day}.`,
		advice: "Please make sure that the card can be charged by then, or pay with another card now.",
		link: "Pay with another card",
		toConfirm: {
			advice: "Your bank asks you to confirm this payment. Please do so now, or pay with another card.",
			link: "Confirm and pay",
		},
		nextAttempt: "Next attempt",
	},
	suspended: {
		title: (merchant: string) => `Your subscription at ${merchant} is suspended`,
		reasons: {
			declined: "Your card was declined and will not be tried again.",
			retries_used: "Every attempt to charge your card was declined. It will not be tried again.",
			card_deleted: "The card for this subscription is no longer on file.",
			card_declined_too_often: "Your card was declined too often and cannot be charged for now.",
		},
		advice:
			"No further payment is charged until the subscription is resumed. To resume it, pay what is due with another card.",
		link: "Pay and resume",
		notPaid: "Not paid",
	},
	expiring: {
		title: (merchant: string) => `Your card for ${merchant} is about to expire`,
		text: (count: number, lastDay: string) =>
			`The card that pays for your ${count === 1 ? "subscription" : "subscriptions"} is valid until ${lastDay}. Payments after that day will fail.`,
		advice: "Please give another card in time.",
		link: "Use another card",
		validUntil: "Valid until",
	},
	amount: "Amount",
	due: "Due",
	subscription: "Subscription",
	description: "Description",
	nextPayment: "Next payment",
	card: "Card",
};

const fr: typeof en = {
	failed: {
		title: (merchant) => `Votre paiement à ${merchant} a échoué`,
		retried: (day) => `Votre carte n’a pas été débitée. Une nouvelle tentative aura lieu le ${day}.`,
		advice:
			"Veuillez vous assurer que la carte pourra être débitée d’ici là, ou payez dès maintenant avec une autre carte.",
		link: "Payer avec une autre carte",
		toConfirm: {
			advice:
				"Votre banque vous demande de confirmer ce paiement. Faites-le dès maintenant, ou payez avec une autre carte.",
			link: "Confirmer et payer",
		},
		nextAttempt: "Prochaine tentative",
	},
	suspended: {
		title: (merchant) => `Votre abonnement chez ${merchant} est suspendu`,
		reasons: {
			declined: "Votre carte a été refusée. Aucune autre tentative ne sera faite.",
			retries_used: "Toutes les tentatives de débit de votre carte ont été refusées. Aucune autre ne sera faite.",
			card_deleted: "La carte associée à cet abonnement n’est plus dans votre dossier.",
			card_declined_too_often: "Votre carte a été refusée trop souvent et ne peut pas être débitée pour le moment.",
		},
		advice:
			"Aucun autre paiement ne sera prélevé avant la reprise de l’abonnement. Pour le reprendre, payez le montant dû avec une autre carte.",
		link: "Payer et reprendre",
		notPaid: "Montant impayé",
	},
	expiring: {
		title: (merchant) => `Votre carte pour ${merchant} expire bientôt`,
		text: (count, lastDay) =>
			`La carte qui sert à payer ${count === 1 ? "votre abonnement" : "vos abonnements"} est valide jusqu’au ${lastDay}. Les paiements prévus après cette date échoueront.`,
		advice: "Veuillez indiquer une autre carte à temps.",
		link: "Utiliser une autre carte",
		validUntil: "Date d’expiration",
	},
	amount: "Montant",
	due: "Échéance",
	subscription: "Abonnement",
	description: "Description",
	nextPayment: "Prochain paiement",
	card: "Carte",
};

export const dunningMailWords = { en, fr };

export type DunningMailWords = typeof en;
