import type { Words } from "../words.ts";

export const developers: Words["developers"] = {
	tabs: { developers: "Requêtes", events: "Événements", endpoints: "Points de réception" },
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
			method: "Méthode",
			route: "Partie de la route",
			requestId: "Identifiant de la requête",
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
		noDeliveries: "Il n’a été envoyé à aucun point de réception.",
		caption: "Événements, du plus récent au plus ancien",
		explanation:
			"Ce qui s’est passé dans votre compte ces 30 derniers jours, tel que l’API le liste et que les points de réception le reçoivent.",
		none: "Aucun événement pour l’instant",
		noneHint: "Les paiements, les clients, les forfaits et les abonnements créent des événements.",
		noneMatch: "Aucun événement de ce type",
		noneMatchHint: "Choisissez un autre type.",
		columns: { time: "Heure", type: "Type", sequence: "Numéro d’ordre", object: "Objet" },
		id: "Identifiant de l’événement",
		event: "Événement",
		body: "En JSON",
		sendAgain: "Renvoyer",
		sendAgainToAll: "Renvoyer à tous",
		sendAgainOf: (label, type) => `${label}\u00a0: ${type}`,
		sentAgain: (count) =>
			count === 0
				? "Aucun point de réception ne reçoit les événements de ce type."
				: count === 1
					? "L’événement est renvoyé à un point de réception."
					: `L’événement est renvoyé à ${count} points de réception.`,
	},
	endpoints: {
		caption: "Points de réception, du plus ancien au plus récent",
		explanation: "Les adresses de vos serveurs qui reçoivent vos événements, signés et en quelques instants.",
		none: "Aucun point de réception pour l’instant",
		noneHint:
			"Ajoutez-en un pour informer votre serveur des paiements qui se concluent plus tard, des renouvellements et des contestations.",
		add: "Ajouter un point de réception",
		added: "Le point de réception est ajouté",
		columns: { url: "Adresse URL", types: "Événements", status: "État", created: "Création", description: "Remarque" },
		urlHint:
			"Elle commence par https:// et mène à une adresse publique. Le bac à sable accepte aussi http://localhost.",
		descriptionHint: "Pour votre personnel; rien ne lui est envoyé.",
		all: "Tous",
		allTypes: "Tous les événements, y compris ceux à venir",
		types: "Événements qu’il reçoit",
		statuses: {
			enabled: "Activé",
			enabledFailing: "En échec",
			since: (time) => `Depuis le ${time}`,
			merchant: "Désactivé",
			gone: "Désactivé\u00a0: adresse disparue",
			failing: "Désactivé\u00a0: en échec",
			revoked: "Désactivé\u00a0: accès révoqué",
		},
		whyDisabled: {
			merchant: "Vous l’avez désactivé. Rien ne lui est envoyé.",
			gone: "Votre serveur a répondu que l’adresse n’existe plus (410). Rien ne lui est envoyé.",
			failing: "Votre serveur n’a accepté aucun événement pendant cinq jours. Rien ne lui est envoyé.",
			revoked:
				"L’identifiant, le partenaire ou la personne qui l’avait configuré a été révoqué ou retiré. Rien ne lui est envoyé. Activez-le seulement si le serveur est le vôtre.",
		},
		secret: "Secret de signature",
		onlyOnce: "Copiez le secret maintenant. Il n’est affiché qu’une fois et ne peut pas être retrouvé.",
		id: "Identifiant du point de réception",
		edit: "Modifier",
		editTitle: "Modifier le point de réception",
		ping: "Envoyer un ping",
		pinged: "Un ping est en route.",
		pingDelivered: (status, milliseconds) =>
			`Le ping est arrivé\u00a0: votre serveur a répondu ${status} en ${milliseconds} ms.`,
		pingFailed: (reason, status) =>
			`Le ping n’est pas arrivé. ${reason}${status === "" ? "" : `\u00a0: ${status}`}.${status === "400" || status === "401" ? " Le secret de signature est-il le bon?" : ""}`,
		rotate: "Remplacer le secret",
		rotated: "Le secret est remplacé",
		rotateExplanation:
			"Vous recevez un nouveau secret. L’ancien signe aussi pendant 24 heures, pour laisser à votre serveur le temps de changer.",
		disable: "Désactiver le point de réception",
		disableExplanation:
			"Plus rien ne lui est envoyé, et ce qui l’attend est abandonné. Les événements qu’il manque restent dans la liste.",
		enable: "Activer le point de réception",
		enableExplanation: "Il reçoit les événements à partir de maintenant.",
		remove: "Supprimer le point de réception",
		removeExplanation: "Plus rien ne lui est envoyé, et ses envois sont effacés. C’est irréversible.",
		deliveries: {
			title: "Envois",
			caption: "Tentatives d’envoi, de la plus récente à la plus ancienne",
			none: "Rien n’a encore été envoyé",
			noneHint: "Les tentatives des 30 derniers jours apparaissent ici.",
			refresh: "Actualiser",
			columns: { time: "Heure", event: "Événement", attempt: "Tentative", result: "Résultat", duration: "Durée" },
			delivered: "Reçu",
			failed: "Échec",
			next: (time) => `Prochaine tentative\u00a0: ${time}`,
			response: "Réponse",
			errors: {
				status: "Le serveur l’a refusé",
				redirect: "Le serveur a redirigé, ce qui n’est pas suivi",
				timeout: "Le serveur a mis plus de 15 secondes",
				url_refused: "Rien n’est envoyé à cette adresse URL",
				address_not_public: "Le nom du serveur n’a aucune adresse publique",
				connection_refused: "Le serveur a refusé la connexion",
				connection_broken: "La connexion a été coupée",
				tls_failed: "Le certificat n’a pas été accepté",
				response_invalid: "La réponse n’est pas en HTTP",
				event_unreadable: "Le service n’a pas pu lire l’événement et réessaiera",
			},
		},
	},
};
