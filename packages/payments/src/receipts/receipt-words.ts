import type { Language } from "@cardseal/platform";
import type { ReceiptType } from "./receipt.ts";

export interface ReceiptWords {
	types: Record<ReceiptType, TypeWords>;
	/** The first part is one of `title`. */
	from: (title: string, merchant: string) => string;
	subject: (title: string, amount: string, merchant: string) => string;
	heldNotCharged: (merchant: string) => string;
	card: string;
	date: string;
	for: string;
	name: string;
	invoice: string;
}

interface TypeWords {
	title: string;
	total: string;
	number: string;
}

const sale: TypeWords = { title: "Receipt", total: "Amount paid", number: "Payment number" };
const vente: TypeWords = { title: "Reçu", total: "Montant payé", number: "Numéro du paiement" };

export const receiptWords: Record<Language, ReceiptWords> = {
	en: {
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
		from: (title, merchant) => `${title} from ${merchant}`,
		subject: (title, amount, merchant) => `${title} for ${amount} from ${merchant}`,
		heldNotCharged: (merchant) =>
			`This amount is held on your card, not charged. It is charged only when ${merchant} completes the payment.`,
		card: "Card",
		date: "Date",
		for: "For",
		name: "Name",
		invoice: "Invoice",
	},
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
		card: "Carte",
		date: "Date",
		for: "Objet",
		name: "Nom",
		invoice: "Facture",
	},
};
