import type { Words } from "../words.ts";

export const developers: Words["developers"] = {
	title: "Développeurs",
	tabs: { developers: "Requêtes", events: "Événements" },
	requests: {
		caption: "Requêtes API, de la plus récente à la plus ancienne",
		explanation:
			"Les requêtes de vos serveurs et de vos partenaires des sept derniers jours, sans leur contenu. Une requête apparaît en moins de deux secondes.",
		none: "Aucune requête pour l’instant",
		noneHint: "Elles apparaissent ici dès qu’un serveur utilise l’un de vos identifiants d’API.",
		noneMatch: "Aucune requête ne correspond à ces filtres",
		noneMatchHint: "Les requêtes sont conservées sept jours. Élargissez les dates ou effacez un filtre.",
		columns: {
			time: "Heure",
			request: "Requête",
			status: "État",
			duration: "Durée",
			credential: "Identifiant d’API",
			transaction: "Transaction",
		},
		filters: {
			status: "État",
			method: "Méthode",
			route: "Partie de la route",
			clientId: "Identifiant client",
			requestId: "Identifiant de la requête",
			transactionId: "Identifiant de la transaction",
		},
		statuses: { "2xx": "2xx\u00a0: réussies", "4xx": "4xx\u00a0: refusées", "5xx": "5xx\u00a0: en échec" },
		shed: (count, isOne) =>
			isOne
				? "1 requête n’a pas été enregistrée, à cause de la charge"
				: `${count} requêtes n’ont pas été enregistrées, à cause de la charge`,
		milliseconds: (duration) => `${duration}\u00a0ms`,
		showTransaction: "Afficher",
		showTransactionOf: (request) => `Afficher la transaction de ${request}`,
	},
	events: {
		caption: "Événements, du plus récent au plus ancien",
		explanation:
			"Ce qui s’est passé dans votre compte ces 30 derniers jours, tel que l’API le liste et que les points de terminaison le reçoivent.",
		none: "Aucun événement pour l’instant",
		noneHint: "Les paiements, les clients, les forfaits et les abonnements créent des événements.",
		noneMatch: "Aucun événement de ce type",
		noneMatchHint: "Choisissez un autre type.",
		columns: { time: "Heure", type: "Type", sequence: "Numéro d’ordre", object: "Objet" },
		time: "Heure",
		id: "Identifiant de l’événement",
		mode: "Mode",
		event: "Événement",
		showTransaction: "Afficher la transaction",
		body: "En JSON",
	},
};
