import type { Language } from "@cardseal/platform";

const en = {
	limits: {
		per_payment: "The largest payment",
		per_day: "All payments within 24 hours",
		per_new_payee: "Payments to a new account in its first 24 hours",
		confirm_above: "The largest payment without a password",
		approve_above: "The largest payment without a second person",
	},
	expected:
		"You receive this email because you are an owner of this account. If you expected this, you do not need to do anything.",
	unexpected: {
		staff: (remedy: string) =>
			`If you did not expect it: change your password, which ends all your other sessions. ${remedy} Check on the Staff page who has access.`,
		client: (remedy: string) =>
			`If you did not expect it: revoke the credential that did it in the settings, or disconnect the partner. ${remedy}`,
	},
	about: "About",
	amount: "Amount",
	to: "To",
	charge: "Transaction",
	reason: "Reason",
	due: "Answer before",
	limit: "Limit",
	expires: "Expires",
	off: "No limit",
	business: "Business",
	when: "When",
	open: "Open the account",
};

export const ownerMailWords: Record<Language, typeof en> = {
	en,
	fr: {
		limits: {
			per_payment: "Le plus grand paiement",
			per_day: "Tous les paiements en 24 heures",
			per_new_payee: "Les paiements à un nouveau compte pendant ses 24 premières heures",
			confirm_above: "Le plus grand paiement sans mot de passe",
			approve_above: "Le plus grand paiement sans seconde personne",
		},
		expected:
			"Vous recevez ce courriel à titre de propriétaire de ce compte. Si vous vous y attendiez, vous n’avez rien à faire.",
		unexpected: {
			staff: (remedy) =>
				`Sinon, changez votre mot de passe, ce qui met fin à toutes vos autres sessions. ${remedy} Vérifiez sur la page «\u00a0Personnel\u00a0» qui a accès au compte.`,
			client: (remedy) =>
				`Sinon, révoquez dans les paramètres l’identifiant qui l’a fait, ou déconnectez le partenaire. ${remedy}`,
		},
		about: "Objet",
		amount: "Montant",
		to: "Destinataire",
		charge: "Transaction",
		reason: "Motif",
		due: "Réponse avant",
		limit: "Limite",
		expires: "Expiration",
		off: "Aucune limite",
		business: "Entreprise",
		when: "Date",
		open: "Ouvrir le compte",
	},
};
