import type { Words } from "../words.ts";

export const settlements: Words["settlements"] = {
	caption: "Règlements, du plus récent au plus ancien",
	explanation:
		"Ce que les processeurs ont versé à votre compte bancaire\u00a0: les paiements et les remboursements d’une période, moins les frais et les contestations.",
	none: "Aucun règlement pour l’instant",
	noneHint: "Le processeur verse l’argent après la fin d’un jour avec des paiements.",
	noneMatch: "Aucun règlement ne correspond à ces filtres",
	noneMatchHint: "Élargissez les dates ou effacez un filtre.",
	columns: {
		paid: "Versé le",
		processor: "Processeur",
		items: "Lignes",
		amount: "Montant",
		fees: "Frais",
		net: "Versé",
	},
	named: (money) => `Règlement ${money}`,
	download: "Télécharger en CSV",
	processorId: "Identifiant du processeur",
	id: "Identifiant du règlement",
	itemsCaption: "Lignes du règlement",
	shownOf: (shown, all) => `Les ${shown} premières lignes sur ${all}. Le fichier CSV les contient toutes.`,
	itemColumns: { kind: "Ligne", time: "Heure", amount: "Montant", fee: "Frais" },
	kinds: {
		payment: "Paiement",
		refund: "Remboursement",
		dispute: "Contestation",
		dispute_reversal: "Contestation gagnée",
		fee: "Frais",
		adjustment: "Ajustement",
	},
	settledOn: (moment) => `Réglé le ${moment}`,
};
