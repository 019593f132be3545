import type { Language } from "../../../language.ts";

/** What the pages of a request say, in the payer's words. */
export interface RequestWords {
	asks: (merchant: string, amount: string) => string;
	asksTitle: (merchant: string) => string;
	test: string;
	amount: string;
	from: string;
	for: string;
	asked: string;
	answerBy: string;
	number: string;
	payFrom: string;
	holder: string;
	institution: string;
	institutionHint: string;
	transit: string;
	transitHint: string;
	account: string;
	accountHint: string;
	agreementTitle: string;
	agree: string;
	pay: (amount: string) => string;
	declineLink: string;
	/** For whoever may pay out of another wallet here. */
	toWallet: string;
	declineTitle: string;
	declineQuestion: (merchant: string, amount: string) => string;
	decline: string;
	goBack: string;
	wallet: string;
	walletHint: (payer: string) => string;
	notThem: (merchant: string) => string;
	/** What has become of it, as a heading and what to know. */
	paid: { title: string; text: (merchant: string, account: string) => string; wallet: (merchant: string) => string };
	declined: { title: string; text: (merchant: string) => string };
	expired: { title: string; text: (merchant: string) => string };
	returned: { title: string; text: (merchant: string) => string };
	unknown: { title: string; text: string };
	problems: Record<RequestProblem, string>;
	notDone: string;
	close: string;
	backToWallet: string;
	otherLanguage: { name: string; language: Language };
}

/** What can be wrong with an answer, beside a field. */
export type RequestProblem =
	| "holder_missing"
	| "holder_text"
	| "transit_number"
	| "institution_number"
	| "account_number"
	| "not_agreed"
	| "agreement_changed"
	| "no_rail"
	| "not_enough";

export const requestWords: Record<Language, RequestWords> = {
	en: {
		asks: (merchant, amount) => `${merchant} asks you for ${amount}`,
		asksTitle: (merchant) => `${merchant} asks you for money`,
		test: "This is a test: no money moves.",
		amount: "Amount",
		from: "Asked by",
		for: "For",
		asked: "Asked on",
		answerBy: "Answer by",
		number: "Request number",
		payFrom: "Pay from your bank account",
		holder: "Name on the account",
		institution: "Institution number",
		institutionHint: "Three digits: your bank.",
		transit: "Transit number",
		transitHint: "Five digits: your branch.",
		account: "Account number",
		accountHint: "5 to 12 digits. All three numbers stand at the foot of a cheque, and in your bank’s app.",
		agreementTitle: "Agreement for one debit",
		agree: "I agree to this one debit.",
		pay: (amount) => `Pay ${amount}`,
		declineLink: "Decline this request",
		toWallet: "Pay from your business’s wallet instead",
		declineTitle: "Decline this request?",
		declineQuestion: (merchant, amount) =>
			`${merchant} will see that you do not pay ${amount}. They would have to ask you again.`,
		decline: "Decline",
		goBack: "Go back to the request",
		wallet: "Available in your wallet",
		walletHint: (payer) => `You answer for ${payer}. The money moves at once, and cannot be called back.`,
		notThem: (merchant) => `If you do not know ${merchant}, or do not owe them this, decline or do nothing.`,
		paid: {
			title: "You have paid",
			text: (merchant, account) =>
				`We take the amount from your account ${account} for ${merchant}. Your statement shows it within a few business days.`,
			wallet: (merchant) => `The amount has moved to ${merchant}.`,
		},
		declined: {
			title: "This request was declined",
			text: (merchant) => `Nothing was paid. If that was a mistake, ask ${merchant} to send another request.`,
		},
		expired: {
			title: "This request has expired",
			text: (merchant) => `Nothing was paid. If you still want to pay, ask ${merchant} to send another request.`,
		},
		returned: {
			title: "The payment was returned",
			text: (merchant) =>
				`Your bank did not pay. Get in touch with ${merchant}: they can send another request, for another account.`,
		},
		unknown: {
			title: "There is no such request",
			text: "The link is not whole, or not one of ours. Open it from the mail again, in one piece.",
		},
		problems: {
			holder_missing: "Type the name that is on the account.",
			holder_text: "Type the name as the bank has it, in Latin letters and without the number of a card or account.",
			transit_number: "Type the five digits of the transit number.",
			institution_number: "Type the three digits of the institution number.",
			account_number: "Type the account number: 5 to 12 digits, without spaces or dashes.",
			not_agreed: "Read the agreement, and tick this box to pay.",
			agreement_changed: "The text of the agreement has changed since you opened this page. Read it again, please.",
			no_rail: "This business cannot take bank payments right now. Nothing was paid. Get in touch with them.",
			not_enough: "There is not enough in your wallet. Nothing was paid.",
		},
		notDone: "Not paid yet",
		close: "You can close this page.",
		backToWallet: "Go to your wallet",
		otherLanguage: { name: "Français", language: "fr" },
	},
	fr: {
		asks: (merchant, amount) => `${merchant} vous demande ${amount}`,
		asksTitle: (merchant) => `${merchant} vous demande de l’argent`,
		test: "Ceci est un essai : aucun argent ne bouge.",
		amount: "Montant",
		from: "Demandé par",
		for: "Pour",
		asked: "Demandé le",
		answerBy: "Répondre avant le",
		number: "Numéro de la demande",
		payFrom: "Payer de votre compte bancaire",
		holder: "Nom du titulaire du compte",
		institution: "Numéro d’institution",
		institutionHint: "Trois chiffres : votre banque.",
		transit: "Numéro de transit",
		transitHint: "Cinq chiffres : votre succursale.",
		account: "Numéro de compte",
		accountHint:
			"De 5 à 12 chiffres. Les trois numéros figurent au bas d’un chèque et dans l’application de votre banque.",
		agreementTitle: "Accord pour un seul débit",
		agree: "J’accepte ce seul débit.",
		pay: (amount) => `Payer ${amount}`,
		declineLink: "Refuser cette demande",
		toWallet: "Payer plutôt du portefeuille de votre entreprise",
		declineTitle: "Refuser cette demande ?",
		declineQuestion: (merchant, amount) =>
			`${merchant} verra que vous ne payez pas ${amount}. Il faudrait vous le demander de nouveau.`,
		decline: "Refuser",
		goBack: "Revenir à la demande",
		wallet: "Disponible dans votre portefeuille",
		walletHint: (payer) => `Vous répondez pour ${payer}. L’argent bouge aussitôt et ne peut pas être rappelé.`,
		notThem: (merchant) =>
			`Si vous ne connaissez pas ${merchant}, ou ne leur devez pas cette somme, refusez ou ne faites rien.`,
		paid: {
			title: "Vous avez payé",
			text: (merchant, account) =>
				`Nous prélevons le montant sur votre compte ${account} pour ${merchant}. Votre relevé l’indiquera d’ici quelques jours ouvrables.`,
			wallet: (merchant) => `Le montant est passé à ${merchant}.`,
		},
		declined: {
			title: "Cette demande a été refusée",
			text: (merchant) =>
				`Rien n’a été payé. Si c’était une erreur, demandez à ${merchant} d’envoyer une autre demande.`,
		},
		expired: {
			title: "Cette demande a expiré",
			text: (merchant) =>
				`Rien n’a été payé. Si vous voulez encore payer, demandez à ${merchant} d’envoyer une autre demande.`,
		},
		returned: {
			title: "Le paiement a été retourné",
			text: (merchant) =>
				`Votre banque n’a pas payé. Écrivez à ${merchant} : une autre demande est possible, pour un autre compte.`,
		},
		unknown: {
			title: "Cette demande n’existe pas",
			text: "Le lien n’est pas complet, ou n’est pas des nôtres. Ouvrez-le de nouveau depuis le courriel, en entier.",
		},
		problems: {
			holder_missing: "Écrivez le nom du titulaire du compte.",
			holder_text:
				"Écrivez le nom tel que la banque le connaît, en lettres latines, sans numéro de carte ni de compte.",
			transit_number: "Écrivez les cinq chiffres du numéro de transit.",
			institution_number: "Écrivez les trois chiffres du numéro d’institution.",
			account_number: "Écrivez le numéro de compte : de 5 à 12 chiffres, sans espaces ni tirets.",
			not_agreed: "Lisez l’accord, puis cochez cette case pour payer.",
			agreement_changed: "Le texte de l’accord a changé depuis l’ouverture de cette page. Veuillez le relire.",
			no_rail: "Cette entreprise ne peut pas recevoir de paiement bancaire en ce moment. Rien n’a été payé.",
			not_enough: "Votre portefeuille ne contient pas assez. Rien n’a été payé.",
		},
		notDone: "Pas encore payé",
		close: "Vous pouvez fermer cette page.",
		backToWallet: "Aller à votre portefeuille",
		otherLanguage: { name: "English", language: "en" },
	},
};
