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

const en = {
	asks: (merchant: string, amount: string) => `${merchant} requests ${amount} from you`,
	asksTitle: (merchant: string) => `${merchant} requests a payment`,
	test: "This is a test: no money moves.",
	amount: "Amount",
	from: "Requested by",
	for: "For",
	asked: "Requested on",
	answerBy: "Answer by",
	number: "Request number",
	payFrom: "Pay from your bank account",
	holder: "Name on the account",
	institution: "Institution number",
	institutionHint: "Three digits: your bank.",
	transit: "Transit number",
	transitHint: "Five digits: your branch.",
	account: "Account number",
	accountHint: "5 to 12 digits. All three numbers are at the bottom of a cheque and in your bank’s app.",
	agreementTitle: "Agreement for one debit",
	agree: "I agree to this one debit.",
	pay: (amount: string) => `Pay ${amount}`,
	declineLink: "Decline this request",
	toWallet: "Pay from your business’s wallet instead",
	declineTitle: "Decline this request?",
	declineQuestion: (merchant: string, amount: string) =>
		`${merchant} will see that you declined to pay ${amount}. You cannot undo this.`,
	decline: "Decline",
	goBack: "Go back to the request",
	wallet: "Available in your wallet",
	walletHint: (payer: string) =>
		`You are answering for ${payer}. The money moves immediately, and the payment cannot be undone.`,
	notThem: (merchant: string) =>
		`If you do not know ${merchant} or do not owe this amount, decline or ignore this request.`,
	paid: {
		title: "You have agreed to pay",
		walletTitle: "You have paid",
		text: (merchant: string, account: string) =>
			`We will debit your account ${account} on behalf of ${merchant}. The payment appears on your statement within a few business days.`,
		wallet: (merchant: string) => `The amount was transferred to ${merchant}.`,
	},
	declined: {
		title: "This request was declined",
		text: (merchant: string) =>
			`Nothing was paid. If this was a mistake, open their payment link again, or ask ${merchant} for another request.`,
	},
	expired: {
		title: "This request has expired",
		text: (merchant: string) => `Nothing was paid. If you still want to pay, ask ${merchant} to send another request.`,
	},
	returned: {
		title: "The payment was returned",
		text: (merchant: string) =>
			`Your bank returned the payment. Contact ${merchant}: they can send a new request, which you can pay from another account.`,
	},
	unknown: {
		title: "Request not found",
		text: "This link is incomplete or invalid. Open it again from the email.",
	},
	problems: {
		holder_missing: "Enter the name on the account.",
		holder_text: "Enter the name as your bank has it, in Latin letters and without a card or account number.",
		transit_number: "Enter the five digits of the transit number.",
		institution_number: "Enter the three digits of the institution number.",
		account_number: "Enter the account number: 5 to 12 digits.",
		not_agreed: "Read the agreement and tick this box to pay.",
		agreement_changed: "The agreement has changed since you opened this page. Please read it again.",
		no_rail: "This business cannot accept bank payments at the moment. Nothing was paid. Please contact them.",
		not_enough: "Your wallet does not have enough funds. Nothing was paid.",
	},
	notDone: "Not paid yet",
	close: "You can close this page.",
	backToWallet: "Go to your wallet",
};

const fr: typeof en = {
	asks: (merchant, amount) => `${merchant} vous demande ${amount}`,
	asksTitle: (merchant) => `${merchant} vous demande un paiement`,
	test: "Ceci est un test : aucune somme n’est transférée.",
	amount: "Montant",
	from: "Demandé par",
	for: "Pour",
	asked: "Demandé le",
	answerBy: "Date limite de réponse",
	number: "Numéro de la demande",
	payFrom: "Payer à partir de votre compte bancaire",
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
	toWallet: "Payer plutôt à partir du portefeuille de votre entreprise",
	declineTitle: "Refuser cette demande?",
	declineQuestion: (merchant, amount) =>
		`${merchant} verra que vous avez refusé de payer ${amount}. Ce refus est définitif.`,
	decline: "Refuser",
	goBack: "Revenir à la demande",
	wallet: "Disponible dans votre portefeuille",
	walletHint: (payer) =>
		`Vous répondez au nom de ${payer}. La somme est transférée immédiatement et le paiement ne peut pas être annulé.`,
	notThem: (merchant) =>
		`Si vous ne connaissez pas ${merchant} ou ne lui devez pas cette somme, refusez la demande ou ignorez-la.`,
	paid: {
		title: "Vous avez accepté de payer",
		walletTitle: "Vous avez payé",
		text: (merchant, account) =>
			`Nous débiterons votre compte ${account} au nom de ${merchant}. Le paiement figurera sur votre relevé d’ici quelques jours ouvrables.`,
		wallet: (merchant) => `Le montant a été transféré à ${merchant}.`,
	},
	declined: {
		title: "Cette demande a été refusée",
		text: (merchant) =>
			`Rien n’a été payé. Si c’était une erreur, ouvrez de nouveau son lien de paiement, ou demandez à ${merchant} une autre demande.`,
	},
	expired: {
		title: "Cette demande a expiré",
		text: (merchant) =>
			`Rien n’a été payé. Si vous souhaitez toujours payer, demandez à ${merchant} de vous envoyer une autre demande.`,
	},
	returned: {
		title: "Le paiement a été retourné",
		text: (merchant) =>
			`Votre banque a retourné le paiement. Communiquez avec ${merchant} pour recevoir une nouvelle demande, que vous pourrez payer à partir d’un autre compte.`,
	},
	unknown: {
		title: "Demande introuvable",
		text: "Ce lien est incomplet ou non valide. Ouvrez-le de nouveau à partir du courriel.",
	},
	problems: {
		holder_missing: "Entrez le nom du titulaire du compte.",
		holder_text:
			"Entrez le nom tel qu’il figure à votre banque, en lettres latines, sans numéro de carte ni de compte.",
		transit_number: "Entrez les cinq chiffres du numéro de transit.",
		institution_number: "Entrez les trois chiffres du numéro d’institution.",
		account_number: "Entrez le numéro de compte : de 5 à 12 chiffres.",
		not_agreed: "Lisez l’accord, puis cochez cette case pour payer.",
		agreement_changed: "L’accord a changé depuis l’ouverture de cette page. Veuillez le relire.",
		no_rail:
			"Cette entreprise ne peut pas accepter de paiements bancaires en ce moment. Rien n’a été payé. Veuillez communiquer avec elle.",
		not_enough: "Le solde de votre portefeuille est insuffisant. Rien n’a été payé.",
	},
	notDone: "Pas encore payé",
	close: "Vous pouvez fermer cette page.",
	backToWallet: "Aller à votre portefeuille",
};

export const requestWords = { en, fr };
