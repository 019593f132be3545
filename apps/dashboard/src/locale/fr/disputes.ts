import type { Words } from "../words.ts";

export const disputes: Words["disputes"] = {
	title: "Contestations",
	caption: "Contestations, de la plus récente à la plus ancienne",
	explanation:
		"Les paiements que des payeurs contestent auprès de leur banque. Répondez avant l’échéance\u00a0: sans réponse, une contestation est perdue.",
	none: "Aucune contestation",
	noneHint:
		"Quand un payeur conteste un paiement auprès de sa banque, la contestation apparaît ici, et les propriétaires reçoivent un courriel.",
	noneMatch: "Aucune contestation ne correspond à ces filtres",
	noneMatchHint: "Élargissez les dates ou effacez un filtre.",
	columns: { opened: "Ouverte le", status: "État", due: "Réponse avant", reason: "Motif", amount: "Montant" },
	statuses: {
		open: "Ouverte",
		under_review: "À l’étude",
		won: "Gagnée",
		lost: "Perdue",
		accepted: "Acceptée",
	},
	named: (money) => `Contestation de ${money}`,
	details: "Détails",
	charge: "Paiement contesté",
	showCharge: "Afficher la transaction",
	processor: "Processeur",
	processorId: "Identifiant du processeur",
	id: "Identifiant de la contestation",
	statusSince: "Dans cet état depuis",
	answered: "Votre réponse",
	answers: { accept: "Acceptation", evidence: "Preuves" },
	sentOn: (moment) => `reçue par le processeur le ${moment}`,
	beingSent: "pas encore reçue par le processeur",
	refused: (reason) => `Le processeur a refusé la réponse\u00a0: ${reason}`,
	answerBefore: (moment) => `Répondez avant le ${moment}. Sans réponse, la contestation est perdue.`,
	accept: {
		short: "Accepter",
		action: (money) => `Accepter et renoncer à ${money}`,
		keep: "Laisser la contestation ouverte",
		explanation: "Le payeur garde l’argent. C’est définitif, et aucune preuve ne pourra plus être envoyée.",
	},
	evidence: {
		short: "Envoyer des preuves",
		explanation: "Les preuves s’envoient une seule fois. N’y mettez aucun numéro de carte.",
		text: "Pourquoi le paiement est légitime",
		textHint:
			"Ce qui a été commandé, quand cela a été livré, et ce que le payeur a accepté. Au plus 20\u00a0000 caractères.",
		product: "Ce qui a été vendu",
		carrier: "Transporteur",
		tracking: "Numéro de suivi",
	},
	done: {
		accept: "La contestation est acceptée.",
		evidence: "Vos preuves ont été reçues et sont envoyées au processeur.",
	},
	ofTransaction: "Contestations",
};
