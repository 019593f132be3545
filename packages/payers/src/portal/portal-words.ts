import type { Language } from "@cardseal/platform";
import type { Subscription, SubscriptionStatus } from "@cardseal/subscriptions";

export interface PortalWords {
	title: (merchant: string) => string;
	/** Names the customer. */
	of: (email: string) => string;
	overview: string;
	backTo: (merchant: string) => string;
	end: string;
	ended: { title: string; text: (merchant: string) => string };
	cards: string;
	noCards: string;
	expires: (date: string) => string;
	isDefault: string;
	manage: string;
	addCard: string;
	add: string;
	makeDefault: string;
	removeCard: string;
	inUse: string;
	subscriptions: string;
	noSubscriptions: string;
	every: Record<Subscription["frequency"], (amount: string) => string>;
	next: (amount: string, day: string) => string;
	statuses: Record<SubscriptionStatus, string>;
	status: string;
	amount: string;
	nextPayment: string;
	owed: string;
	card: string;
	cardDeleted: string;
	anotherCard: string;
	otherCard: string;
	newCard: string;
	use: string;
	payAndUse: (amount: string) => string;
	pause: string;
	pauseHint: string;
	resume: string;
	resumeHint: string;
	cancel: string;
	cancelHint: (name: string) => string;
	payments: string;
	noPayments: string;
	outcomes: Record<"paid" | "held" | "refund" | "refunded" | "partly" | "declined" | "pending" | "canceled", string>;
	receipt: string;
	newer: string;
	older: string;
	done: Record<"added" | "default" | "removed" | "changed" | "paid" | "paused" | "resumed" | "canceled", string>;
	problems: Record<"changedSince" | "notOffered" | "noCard", string>;
	open: { text: string; button: string };
	ask: {
		title: (merchant: string) => string;
		text: string;
		email: string;
		emailProblem: string;
		button: string;
		sentTitle: string;
		sent: string;
	};
	unknown: { title: string; text: string };
	mail: {
		title: (merchant: string) => string;
		text: (count: number) => string;
		ignore: string;
		validUntil: string;
		email: string;
		link: string;
		linkOf: (name: string, since: string) => string;
	};
}

export const portalWords: Record<Language, PortalWords> = {
	en: {
		title: (merchant) => `Your account at ${merchant}`,
		of: (email) => `This is the account of ${email}.`,
		overview: "Back to the overview",
		backTo: (merchant) => `Back to ${merchant}`,
		end: "Sign out",
		ended: { title: "You are signed out", text: (merchant) => `To come back, ask ${merchant} for a new link.` },
		cards: "Cards",
		noCards: "No card is stored.",
		expires: (date) => `Expires ${date}`,
		isDefault: "Default",
		manage: "Manage",
		addCard: "Add a card",
		add: "Store this card",
		makeDefault: "Make this the default card",
		removeCard: "Remove this card",
		inUse: "A subscription is paid by this card. Give the subscription another card before you remove this one.",
		subscriptions: "Subscriptions",
		noSubscriptions: "There are no subscriptions.",
		every: {
			DAILY: (amount) => `${amount} every day`,
			WEEKLY: (amount) => `${amount} every week`,
			MOTHLY: (amount) => `${amount} every month`,
			QUARTERLY: (amount) => `${amount} every three months`,
			ANNUALLY: (amount) => `${amount} every year`,
		},
		next: (amount, day) => `Next payment: ${amount} on ${day}`,
		statuses: {
			ACTIVE: "Active",
			RETRY: "Payment failed",
			SUSPENDED: "Suspended",
			PAUSED: "Paused",
			CANCELED: "Cancelled",
			CANCELLED: "Cancelled",
			EXPIRED: "Ended",
		},
		status: "Status",
		amount: "Amount",
		nextPayment: "Next payment",
		owed: "To pay now",
		card: "Card",
		cardDeleted: "No longer stored",
		anotherCard: "Choose a card",
		otherCard: "Card",
		newCard: "Use a new card",
		use: "Use this card from the next payment on",
		payAndUse: (amount) => `Pay ${amount} and use this card from now on`,
		pause: "Pause this subscription",
		pauseHint: "Nothing is charged until you resume it.",
		resume: "Resume this subscription",
		resumeHint: "Payments go on from the next due date. Nothing is charged for the time of the pause.",
		cancel: "Cancel this subscription",
		cancelHint: (name) =>
			`Nothing more is charged for ${name}. Past payments are not refunded. You cannot undo this here.`,
		payments: "Payments",
		noPayments: "There are no payments yet.",
		outcomes: {
			paid: "Paid",
			held: "Held, not charged",
			refund: "Refund",
			refunded: "Refunded",
			partly: "Refunded in part",
			declined: "Declined",
			pending: "Being processed",
			canceled: "Cancelled",
		},
		receipt: "Receipt",
		newer: "Newer payments",
		older: "Older payments",
		done: {
			added: "The card is stored.",
			default: "This is now the default card.",
			removed: "The card is removed.",
			changed: "The subscription has this card from the next payment on.",
			paid: "The payment is made, and the subscription has this card from now on.",
			paused: "The subscription is paused. Nothing is charged until you resume it.",
			resumed: "The subscription is active again.",
			canceled: "The subscription is cancelled. Nothing more is charged.",
		},
		problems: {
			changedSince: "This has changed since the page was opened. Nothing was done. Look at it, and choose again.",
			notOffered: "This is not possible here. Nothing was done.",
			noCard: "Choose a card.",
		},
		open: { text: "See your payments, cards and subscriptions. This link opens once.", button: "Open my account" },
		ask: {
			title: (merchant) => `Open your account at ${merchant}`,
			text: "Enter your email address to get a link to your payments, cards and subscriptions.",
			email: "Email address",
			emailProblem: "Enter an email address, such as name@example.com.",
			button: "Email me a link",
			sentTitle: "Look at your email",
			sent: "If this address has an account, an email with a link is on its way. It opens for 30 minutes.",
		},
		unknown: {
			title: "There is nothing here",
			text: "The link was used, or your time here has passed. Ask for a new link.",
		},
		mail: {
			title: (merchant) => `Your account at ${merchant}`,
			text: (count) =>
				count === 1
					? "This link leads to your payments, cards and subscriptions. It opens once."
					: "These links lead to your accounts, with payments, cards and subscriptions. Each opens once.",
			ignore: "If you did not ask for this, do nothing: nobody else can use it without your email.",
			validUntil: "Valid until",
			email: "Email address",
			link: "Open my account",
			linkOf: (name, since) => `Open my account (${name}, since ${since})`,
		},
	},
	fr: {
		title: (merchant) => `Votre compte chez ${merchant}`,
		of: (email) => `Ce compte est celui de ${email}.`,
		overview: "Retour à l’aperçu",
		backTo: (merchant) => `Retour à ${merchant}`,
		end: "Fermer la session",
		ended: {
			title: "Votre session est fermée",
			text: (merchant) => `Pour revenir, demandez un nouveau lien à ${merchant}.`,
		},
		cards: "Cartes",
		noCards: "Aucune carte n’est enregistrée.",
		expires: (date) => `Expire ${date}`,
		isDefault: "Par défaut",
		manage: "Gérer",
		addCard: "Ajouter une carte",
		add: "Enregistrer cette carte",
		makeDefault: "Utiliser cette carte par défaut",
		removeCard: "Retirer cette carte",
		inUse: "Un abonnement est payé avec cette carte. Choisissez une autre carte pour l’abonnement avant de la retirer.",
		subscriptions: "Abonnements",
		noSubscriptions: "Il n’y a aucun abonnement.",
		every: {
			DAILY: (amount) => `${amount} chaque jour`,
			WEEKLY: (amount) => `${amount} chaque semaine`,
			MOTHLY: (amount) => `${amount} chaque mois`,
			QUARTERLY: (amount) => `${amount} tous les trois mois`,
			ANNUALLY: (amount) => `${amount} chaque année`,
		},
		next: (amount, day) => `Prochain paiement : ${amount} le ${day}`,
		statuses: {
			ACTIVE: "Actif",
			RETRY: "Paiement échoué",
			SUSPENDED: "Suspendu",
			PAUSED: "En pause",
			CANCELED: "Annulé",
			CANCELLED: "Annulé",
			EXPIRED: "Terminé",
		},
		status: "État",
		amount: "Montant",
		nextPayment: "Prochain paiement",
		owed: "À payer maintenant",
		card: "Carte",
		cardDeleted: "N’est plus enregistrée",
		anotherCard: "Choisir une carte",
		otherCard: "Carte",
		newCard: "Utiliser une nouvelle carte",
		use: "Utiliser cette carte dès le prochain paiement",
		payAndUse: (amount) => `Payer ${amount} et utiliser désormais cette carte`,
		pause: "Mettre cet abonnement en pause",
		pauseHint: "Rien n’est débité jusqu’à la reprise.",
		resume: "Reprendre cet abonnement",
		resumeHint: "Les paiements reprennent à la prochaine échéance. Rien n’est débité pour la durée de la pause.",
		cancel: "Annuler cet abonnement",
		cancelHint: (name) =>
			`Plus rien n’est débité pour ${name}. Les paiements passés ne sont pas remboursés. Vous ne pouvez pas revenir en arrière ici.`,
		payments: "Paiements",
		noPayments: "Il n’y a encore aucun paiement.",
		outcomes: {
			paid: "Payé",
			held: "Retenu, non débité",
			refund: "Remboursement",
			refunded: "Remboursé",
			partly: "Remboursé en partie",
			declined: "Refusé",
			pending: "En traitement",
			canceled: "Annulé",
		},
		receipt: "Reçu",
		newer: "Paiements plus récents",
		older: "Paiements plus anciens",
		done: {
			added: "La carte est enregistrée.",
			default: "Cette carte est désormais utilisée par défaut.",
			removed: "La carte est retirée.",
			changed: "L’abonnement utilise cette carte dès le prochain paiement.",
			paid: "Le paiement est fait, et l’abonnement utilise désormais cette carte.",
			paused: "L’abonnement est en pause. Rien n’est débité jusqu’à la reprise.",
			resumed: "L’abonnement est de nouveau actif.",
			canceled: "L’abonnement est annulé. Plus rien n’est débité.",
		},
		problems: {
			changedSince:
				"Quelque chose a changé depuis l’ouverture de cette page. Rien n’a été fait. Vérifiez, puis choisissez de nouveau.",
			notOffered: "C’est impossible ici. Rien n’a été fait.",
			noCard: "Choisissez une carte.",
		},
		open: {
			text: "Consultez vos paiements, vos cartes et vos abonnements. Ce lien s’ouvre une seule fois.",
			button: "Ouvrir mon compte",
		},
		ask: {
			title: (merchant) => `Ouvrir votre compte chez ${merchant}`,
			text: "Indiquez votre adresse courriel pour recevoir un lien vers vos paiements, vos cartes et vos abonnements.",
			email: "Adresse courriel",
			emailProblem: "Indiquez une adresse courriel, par exemple nom@exemple.com.",
			button: "M’envoyer un lien",
			sentTitle: "Consultez vos courriels",
			sent: "Si cette adresse a un compte, un courriel avec un lien est en route. Il s’ouvre pendant 30 minutes.",
		},
		unknown: {
			title: "Il n’y a rien ici",
			text: "Le lien a été utilisé, ou votre temps ici est écoulé. Demandez un nouveau lien.",
		},
		mail: {
			title: (merchant) => `Votre compte chez ${merchant}`,
			text: (count) =>
				count === 1
					? "Ce lien mène à vos paiements, à vos cartes et à vos abonnements. Il s’ouvre une seule fois."
					: "Ces liens mènent à vos comptes, avec paiements, cartes et abonnements. Chacun s’ouvre une seule fois.",
			ignore: "Si vous n’avez rien demandé, ne faites rien : personne ne peut s’en servir sans ce courriel.",
			validUntil: "Valide jusqu’au",
			email: "Adresse courriel",
			link: "Ouvrir mon compte",
			linkOf: (name, since) => `Ouvrir mon compte (${name}, depuis le ${since})`,
		},
	},
};
