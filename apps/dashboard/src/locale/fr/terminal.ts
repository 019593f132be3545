import type { Words } from "../words.ts";

export const terminal: Words["terminal"] = {
	operation: "Opération",
	operations: { sale: "Débiter", authorize: "Autoriser" },
	operationHints: {
		sale: "La carte est débitée maintenant.",
		authorize: "Le montant est retenu jusqu’à ce que vous le capturiez.",
	},
	source: "Quelle carte",
	sources: { new: "Nouvelle carte", stored: "Carte au dossier" },
	customerEmail: "Courriel du client",
	find: "Chercher",
	storedCard: "Cartes au dossier",
	expires: (expiry) => `expire ${expiry}`,
	noCustomer: "Aucun client n’a cette adresse. Vérifiez-la ou utilisez une nouvelle carte.",
	noCards: "Ce client n’a pas de carte au dossier. Utilisez plutôt une nouvelle carte.",
	noCardChosen: "Cherchez le client et choisissez une carte.",
	customer: "Client (facultatif)",
	moreDetails: "Plus de détails",
	receipt: "Envoyer un reçu à l’adresse courriel du client",
	actions: {
		sale: (money) => `Débiter ${money}`.trim(),
		authorize: (money) => `Autoriser ${money}`.trim(),
	},
	declined: (money, card) => `${money} sur ${card}\u00a0: refusé. Rien n’a été débité.`,
	next: "Encaisser un autre paiement",
};
