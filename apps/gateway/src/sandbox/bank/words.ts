import type { Language } from "@cardseal/platform";

const english = {
	bank: "Sandbox Bank",
	test: "This bank is a part of the sandbox. No money moves.",
	title: "Confirm your payment",
	intro: "Enter the code that we sent you.",
	merchant: "Merchant",
	amount: "Amount",
	card: "Card",
	code: "Code",
	hint: "In the sandbox the code is 1234. Any other one is wrong.",
	go: "Continue",
	cancel: "Cancel",
	stays: "We are still checking. The bank of this test card never sends you back.",
	returnTitle: "Back to the merchant",
	returning: "You are being sent back to the merchant.",
	expiredTitle: "This page has expired",
	expired: "Nothing was charged here. Go back to the merchant to see what happened to your payment.",
};

export type BankWords = typeof english;

export const bankWords: Record<Language, BankWords> = {
	en: english,
	fr: {
		bank: "Banque d’essai",
		test: "Cette banque fait partie de l’environnement d’essai. Aucun argent ne circule.",
		title: "Confirmez votre paiement",
		intro: "Entrez le code que nous vous avons envoyé.",
		merchant: "Marchand",
		amount: "Montant",
		card: "Carte",
		code: "Code à quatre chiffres",
		hint: "Ici, le code est 1234. Tout autre code est incorrect.",
		go: "Continuer",
		cancel: "Annuler",
		stays: "La vérification continue. La banque de cette carte d’essai ne vous renvoie jamais au marchand.",
		returnTitle: "Retour chez le marchand",
		returning: "Vous retournez chez le marchand.",
		expiredTitle: "Cette page a expiré",
		expired: "Rien n’a été débité ici. Retournez chez le marchand pour connaître le résultat de votre paiement.",
	},
};
