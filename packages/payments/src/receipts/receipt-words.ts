import type { Language } from "@cardseal/platform";

const sale = { title: "Receipt", total: "Amount paid", number: "Payment number" };
const vente: typeof sale = { title: "Reçu", total: "Montant payé", number: "Numéro du paiement" };

const en = {
	types: {
		sale,
		capture: sale,
		authorization: {
			title: "Authorization",
			total: "Amount held, not charged",
			number: "Authorization number",
		},
		refund: { title: "Refund", total: "Amount refunded", number: "Refund number" },
	},
	from: (title: string, merchant: string) => `${title} from ${merchant}`,
	subject: (title: string, amount: string, merchant: string) => `${title} for ${amount} from ${merchant}`,
	heldNotCharged: (merchant: string) =>
		`This amount is held on your card, not charged. It is charged only when ${merchant} completes the payment.`,
	subtotal: "Subtotal",
	tax: "Tax",
	tip: "Tip",
	total: "Total",
	card: "Card",
	date: "Date",
	for: "For",
	name: "Name",
	invoice: "Invoice",
	page: "Print this receipt",
	test: "This is a test: no money has moved.",
	voided: "This payment was cancelled afterwards. Your card is not charged.",
	captured: "This payment was completed afterwards. That has a receipt of its own.",
	contact: "Contact",
	address: "Address",
	phone: "Phone",
	email: "Email",
	inThisLanguage: "English",
	unknown: {
		title: "Receipt not found",
		text: "This address is incomplete, or the receipt was deleted. Open the link in the email again, or ask the merchant.",
	},
};

export const receiptWords: Record<Language, typeof en> = {
	en,
	fr: {
		types: {
			sale: vente,
			capture: vente,
			authorization: {
				title: "Autorisation",
				total: "Montant retenu, non débité",
				number: "Numéro de l’autorisation",
			},
			refund: { title: "Remboursement", total: "Montant remboursé", number: "Numéro du remboursement" },
		},
		// A dash, since "de" would be elided before a vowel.
		from: (title, merchant) => `${title} – ${merchant}`,
		subject: (title, amount, merchant) => `${title} de ${amount} – ${merchant}`,
		heldNotCharged: (merchant) =>
			`Ce montant est retenu sur votre carte, mais n’est pas débité. Il le sera seulement si ${merchant} conclut le paiement.`,
		subtotal: "Sous-total",
		tax: "Taxes",
		tip: "Pourboire",
		total: "Total",
		card: "Carte",
		date: "Date",
		for: "Objet",
		name: "Nom",
		invoice: "Facture",
		page: "Imprimer ce reçu",
		test: "Ceci est un test\u00a0: aucune somme n’a été transférée.",
		voided: "Ce paiement a été annulé par la suite. Votre carte n’est pas débitée.",
		captured: "Ce paiement a été conclu par la suite. Il a son propre reçu.",
		contact: "Coordonnées",
		address: "Adresse",
		phone: "Téléphone",
		email: "Courriel",
		inThisLanguage: "Français",
		unknown: {
			title: "Reçu introuvable",
			text: "Cette adresse est incomplète, ou le reçu a été supprimé. Ouvrez de nouveau le lien du courriel, ou communiquez avec le commerçant.",
		},
	},
};
