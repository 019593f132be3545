import type { Words } from "../words.ts";

export const plans: Words["plans"] = {
	title: "Forfaits",
	caption: "Forfaits, du plus récent au plus ancien",
	create: "Créer un forfait",
	none: "Aucun forfait pour l’instant",
	noneHint: "Un forfait définit le montant et la fréquence des paiements. Créez-en un, puis abonnez-y des clients.",
	noneMatch: "Aucun forfait ne correspond à ces filtres",
	noneMatchHint: "Effacez un filtre pour en voir plus.",
	columns: { price: "Prix", payments: "Total des paiements", subscriptions: "Abonnements actuels" },
	name: "Nom",
	id: "Numéro du forfait",
	nameHint: "Affiché sur les reçus.",
	amount: "Montant",
	currency: "Devise",
	frequency: "Fréquence",
	frequencies: {
		DAILY: "Chaque jour",
		WEEKLY: "Chaque semaine",
		MOTHLY: "Chaque mois",
		QUARTERLY: "Tous les trois mois",
		ANNUALLY: "Chaque année",
	},
	every: {
		DAILY: "par jour",
		WEEKLY: "par semaine",
		MOTHLY: "par mois",
		QUARTERLY: "tous les trois mois",
		ANNUALLY: "par an",
	},
	withoutEnd: "Jusqu’à l’annulation",
	paymentsHint: "Laissez vide pour débiter jusqu’à l’annulation de l’abonnement.",
	sendsReceipt: "Envoyer un reçu à chaque paiement",
	subscribers: (count) => `Voir les ${count}`,
	changeNamed: (name) => `Modifier ${name}`,
	changeExplanation:
		"Les modifications s’appliquent aux nouveaux abonnements. Les abonnements en cours gardent leurs conditions.",
	deleteNamed: (name) => `Supprimer ${name}`,
	deleteExplanation:
		"Aucun nouvel abonnement n’est possible. Les abonnements en cours continuent. Cette action est définitive.",
};
