import type { Words } from "../words.ts";

export const overview: Words["overview"] = {
	today: "Aujourd’hui",
	month: "30 derniers jours",
	approved: "Approuvés",
	declined: "Refusés",
	refunded: "Remboursés",
	amountTaken: "Montant encaissé",
	approvedPayments: (count, written) => (count < 2 ? `${written} paiement approuvé` : `${written} paiements approuvés`),
	countAndMoney: (count, money) => `${count} · ${money}`,
	needsAttention: (count, since) =>
		count === 1
			? `1 paiement demande votre attention\u00a0: son résultat n’est pas connu depuis le ${since}.`
			: `${count} paiements demandent votre attention\u00a0: leurs résultats ne sont pas connus, le premier depuis le ${since}.`,
	seePending: "Voir les paiements en attente",
	byDay: "Paiements par jour",
	day: "Jour",
	asTable: "En tableau",
	daySentence: ({ day, approved, amount, declined }) =>
		`${day}\u00a0: approuvés ${approved}, encaissé ${amount}, refusés ${declined}`,
	firstSteps: {
		title: "Premiers pas",
		steps: {
			charge: {
				action: "Encaisser un paiement d’essai",
				hint: "Saisissez la carte d’essai 4111 1111 1111 1111 au terminal virtuel. Un nombre impair de dollars, comme 31,00, est approuvé.",
			},
			origin: {
				action: "Autoriser l’adresse de votre boutique",
				hint: "Le formulaire de carte ne s’ouvre que sur les pages que vous avez autorisées.",
			},
			credential: {
				action: "Créer un identifiant d’API",
				hint: "Votre serveur débite les cartes avec lui. Un exemple de requête l’accompagne.",
			},
		},
		docs: { action: "Lire la documentation", hint: "Toutes les requêtes et réponses de l’API." },
	},
	latest: "Dernières transactions",
	all: "Toutes les transactions",
};
