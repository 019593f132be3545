import type { Words } from "../words.ts";

export const wallet: Words["wallet"] = {
	title: "Portefeuille",
	description: "Motif",
	descriptionHint: "L’autre partie voit ce texte.",
	balance: {
		available: "Disponible",
		actual: "Dans le portefeuille",
		held: "Retenu pour les paiements sortants",
		uncleared: "Pas encore confirmé par la banque",
		owed: "Dû pour des paiements retournés",
	},
	kinds: { request: "Demandé", send: "Envoyé", deposit: "Retrait", payment: "Demande payée" },
	statuses: { APPROVED: "Terminé", DECLINED: "Échoué", PENDING: "En attente" },
	ask: {
		action: "Demander un paiement",
		explanation: "Le client reçoit un courriel avec un lien, puis paie à partir d’un compte bancaire ou refuse.",
		done: (money, email) => `Une demande de ${money} est envoyée à ${email}.`,
	},
	send: {
		action: "Envoyer de l’argent",
		explanation: "Le montant est retenu aussitôt et quitte le portefeuille quand la banque le confirme.",
		done: (money, email) => `Le paiement de ${money} à ${email} est en attente d’envoi.`,
	},
	deposit: {
		waits: (money, account) =>
			`Le retrait de ${money} vers votre compte bancaire ${account} attend l’approbation d’une seconde personne, pendant sept jours au plus.`,
		action: "Retirer",
		explanation: (account) => `Du portefeuille vers votre compte bancaire ${account}.`,
		noAccount: "Aucun compte bancaire n’est lié. Liez-en d’abord un sur cette page.",
		done: (money, account) => `Le retrait de ${money} vers votre compte bancaire ${account} est en attente d’envoi.`,
	},
	customer: {
		legend: "Client",
		email: "Courriel du client",
		find: "Chercher",
		none: "Ce client n’existe pas. Ajoutez-le d’abord\u00a0:",
		noneYet: "Vous n’avez encore aucun client. Ajoutez-en d’abord un\u00a0:",
		missing: "Choisissez un client.",
	},
	account: {
		title: "Votre compte bancaire",
		none: "Aucun compte n’est lié. Liez-en un pour retirer de l’argent.",
		number: "Compte",
		institution: "Institution financière",
		holder: "Nom du titulaire",
		holderHint: "Tel qu’il figure à votre banque.",
		linkedAt: "Lié",
		link: "Lier un compte bancaire",
		linkAnother: "Lier un autre compte",
		linkExplanation:
			"Les retraits vont désormais à ce compte, le premier dans 24 heures. Les retraits en attente arrivent au compte précédent. Chaque propriétaire est avisé par courriel.",
		remove: "Retirer le compte bancaire",
		removeExplanation:
			"Aucun retrait n’est possible tant qu’un autre compte n’est pas lié. Les retraits en attente arrivent quand même.",
		fields: {
			institution_number: "Numéro d’institution",
			transit_number: "Numéro de transit",
			account_number: "Numéro de compte",
		},
		hints: {
			institution_number: "Trois chiffres\u00a0: la banque.",
			transit_number: "Cinq chiffres\u00a0: la succursale.",
			account_number: "De 5 à 12 chiffres, sans espaces ni tirets.",
		},
		warnings: {
			unknown_institution: "Nous ne connaissons pas cette institution. Vérifiez le numéro avant de virer de l’argent.",
			closed_institution:
				"Cette institution a fermé. Ses comptes ont d’autres numéros\u00a0: vérifiez avant de virer de l’argent.",
			unusual_length: "Les comptes de cette institution ont d’habitude une autre longueur. Vérifiez le numéro.",
		},
	},
	limits: {
		title: "Limites des paiements",
		explanation:
			"Pour les paiements faits par le personnel ou par vos serveurs. Aux retraits vers votre compte bancaire s’appliquent la limite de 24 heures et l’approbation. Une limite abaissée s’applique aussitôt. Une limite relevée s’applique après 24 heures, et chaque propriétaire en est avisé par courriel.",
		names: {
			per_payment: "Paiement le plus élevé (CAD)",
			per_day: "Total des paiements et retraits en 24 heures (CAD)",
			per_new_payee: "À un nouveau compte, dans ses 24 premières heures (CAD)",
			confirm_above: "Demander une confirmation au-delà de (CAD)",
			approve_above: "Approbation par une seconde personne au-delà de (CAD)",
		},
		approvalHint: "Laissez vide si les paiements n’ont pas besoin d’une seconde personne.",
		off: "Aucune limite",
		next: (money, moment) => `${money} à partir du ${moment}`,
		saved: "Les limites sont enregistrées.",
	},
	approvals: {
		title: "En attente d’approbation",
		caption: "Paiements qui attendent une seconde personne, d’abord ceux qui expirent en premier",
		status: "En attente d’approbation",
		columns: { time: "Heure", who: "À", by: "Demandé par", until: "Expiration", amount: "Montant" },
		client: "Identifiant d’API",
		institution: (number) => `Institution nº\u00a0${number}`,
		newPayee: "Premier paiement à ce compte",
		another: "Une autre personne décide",
		waits: (money, email) =>
			`Le paiement de ${money} à ${email} attend l’approbation d’une seconde personne, pendant sept jours au plus.`,
		decideLater: "Décider plus tard",
		approve: {
			action: "Approuver",
			named: (money, email) => `Approuver le paiement de ${money} à ${email}`,
			explanation: "Le paiement est transmis à la banque.",
			done: (money, email) => `Le paiement de ${money} à ${email} est approuvé.`,
		},
		reject: {
			action: "Refuser",
			named: (money, email) => `Refuser le paiement de ${money} à ${email}`,
			explanation: "Le paiement n’est pas envoyé. Son montant est de nouveau disponible.",
			done: (money, email) => `Le paiement de ${money} à ${email} est refusé.`,
		},
	},
	incoming: {
		title: "Demandes à payer",
		caption: "Demandes d’autres entreprises, d’abord celles sans réponse",
		none: "Aucune autre entreprise ne vous a demandé de paiement.",
		columns: { date: "Jour", from: "De", for: "Pour", status: "État", amount: "Montant" },
		statuses: { APPROVED: "Payée", DECLINED: "Refusée", EXPIRED: "Expirée", PENDING: "En attente de votre réponse" },
		answer: "Répondre",
		answerNamed: (money, email) => `Répondre à la demande de ${money} de ${email}`,
	},
	movements: {
		title: "Activité",
		caption: "Activité du portefeuille, de la plus récente à la plus ancienne",
		none: "Aucune activité pour l’instant",
		noneHint: "Les demandes, paiements et retraits s’affichent ici.",
		noneMatch: "Rien ne correspond à ces filtres",
		columns: { time: "Heure", what: "Quoi", status: "État", who: "Qui", for: "Pour", amount: "Montant" },
	},
};
