import type { pageWords as en } from "../en/pages.ts";

const thanks = (name: string | undefined) => (name === undefined ? "Merci." : `Merci, ${name}.`);

const inFrame =
	"Notre prestataire de paiement demande votre carte dans son propre cadre. Cette boutique ne voit jamais son numéro.";

export const pageWords: typeof en = {
	shopName: "Maple & Main",
	demoShop: "Boutique de démonstration",
	skipToContent: "Passer au contenu",
	footer: "Une boutique de démonstration\u00a0: rien n’est à vendre ici, et aucune vraie carte n’est débitée.",

	products: {
		"enamel-mug": { name: "Tasse émaillée", line: "Pour le café près du feu, ou les crayons près de la fenêtre." },
		"pocket-notebook": { name: "Carnet de poche", line: "Cousu, donc bien à plat; petit, donc toujours avec vous." },
		"beeswax-candle": { name: "Bougie de cire d’abeille", line: "Coulée à la main, brûle pendant trente heures." },
		"walnut-board": { name: "Planche en noyer", line: "D’une seule pièce, huilée et prête pour le pain." },
		"brass-lamp": { name: "Lampe de bureau en laiton", line: "Une lumière chaude, exactement où vous travaillez." },
		"wool-blanket": { name: "Couverture de laine", line: "Tissée d’un seul troupeau, avec un ourlet qui tient." },
		"coffee-of-the-month": { name: "Café du mois", line: "Un sac de grains d’un autre torréfacteur, chaque mois." },
	},

	front: {
		title: "De belles choses pour la journée",
		intro: "Six objets faits pour durer, et un qui revient chaque mois. Taxes et livraison sont comprises.",
		aMonth: (amount) => `${amount} par mois`,
	},

	product: {
		quantity: "Quantité",
		buy: "Acheter maintenant",
		hold: "Retenir le montant et le débiter plus tard",
		holdHint:
			"Pour ce qui est expédié plus tard\u00a0: la boutique débite ou libère le montant sur la page de la commande.",
		subscribe: "S’abonner",
		subscribeHint:
			"Vous payez le premier mois maintenant, puis le même montant chaque mois. Suspendez ou annulez en tout temps.",
		taxes: "Taxes et livraison comprises",
		back: "Tous les produits",
	},

	checkout: {
		title: "Paiement",
		order: "Votre commande",
		change: "Modifier",
		total: "Total en CAD",
		details: "Vos coordonnées",
		name: "Nom",
		email: "Courriel",
		emailHint: "Nous envoyons votre reçu à cette adresse.",
		card: "Carte",
		number: "Numéro de carte",
		expiry: "Date d’expiration",
		expiryHint: "MM/AA",
		securityCode: "Code de sécurité",
		securityCodeHint: "3 chiffres au dos de la carte; 4 sur le devant d’une Amex.",
		sealed: {
			widget: inFrame,
			library: "Votre carte est chiffrée sur cette page. Cette boutique ne voit jamais son numéro.",
			shim: inFrame,
		},
		waysTitle: "Cette page prend les cartes\u00a0:",
		ways: { widget: "dans un cadre", library: "dans la page", shim: "par l’ancienne interface" },
		anotherCard: "Utiliser une autre carte",
		pay: (amount) => `Payer ${amount}`,
		hold: (amount) => `Retenir ${amount}`,
		needsScript: "Pour payer, activez JavaScript pour cette page\u00a0: il chiffre votre carte avant tout envoi.",
		remember: "Mémoriser ma carte",
		rememberHint:
			"Notre prestataire de paiement la conserve un an pour vos prochaines commandes de ce navigateur. À éviter sur un appareil partagé.",
		monthly:
			"Notre prestataire de paiement conserve cette carte et la débite chaque mois, jusqu’à ce que vous suspendiez ou annuliez.",
		notCharged: {
			not_received:
				"Votre paiement précédent n’est jamais parvenu à notre prestataire, et rien n’a été débité. Vous pouvez payer maintenant.",
			not_sent: "Notre prestataire de paiement était injoignable, et rien n’a été débité. Réessayez dans une minute.",
			refused: "Votre paiement précédent a été refusé, et rien n’a été débité. Réessayez, ou utilisez une autre carte.",
			card_gone: "La carte choisie n’est plus conservée, et rien n’a été débité. Payez avec une autre carte.",
			bank_refused:
				"Vous n’avez pas payé à partir de votre compte bancaire, et rien n’a été débité. Choisissez comment payer.",
		},
	},

	savedCards: {
		title: "Votre carte",
		titles: "Vos cartes",
		choose: "Carte à utiliser",
		another: "Payer avec une autre carte",
		back: "Payer avec une carte conservée",
		forget: "Oublier ma carte",
		forgetAll: "Oublier mes cartes",
		remembered: "Votre carte est mémorisée pour votre prochaine commande de ce navigateur.",
	},

	testing: {
		banner: "Bac à sable\u00a0: aucun argent réel ne circule.",
		bannerLink: "Voir les cartes d’essai",
		title: "Essais",
		intro:
			"Cette boutique est reliée à un bac à sable, qui accepte seulement des cartes d’essai. N’entrez jamais une vraie carte ici.",
		rule: (amount, isApproved) =>
			`Cette commande est de ${amount}, un nombre ${isApproved ? "impair" : "pair"} de dollars\u00a0: une carte d’essai ordinaire est ${isApproved ? "approuvée" : "refusée"}.`,
		mail: "Le bac à sable n’envoie aucun courriel\u00a0: les reçus sont dans",
		linkMail: "Le bac à sable n’envoie aucun courriel\u00a0: le lien est dans",
		mailLink: "sa boîte de courriel",
		fill: { word: "Remplir", label: (number) => `Remplir avec la carte ${number}` },
		copy: { word: "Copier", label: (number) => `Copier la carte ${number}` },
		cards: {
			"4111 1111 1111 1111": "Approuvée ou refusée selon le montant",
			"4000 0000 0000 0002": "Refusée",
			"4000 0000 0000 9995": "Refusée, provision insuffisante",
			"4000 0000 0000 9987": "Refusée, déclarée perdue",
			"4000 0000 0000 0069": "Refusée, expirée",
			"4000 0000 0000 0127": "Refusée, mauvais code de sécurité",
			"4000 0000 0000 1091": "La banque demande un code : 1234",
			"4000 0000 0000 0341": "Peut être conservée, et chaque débit est refusé",
			"4000 0000 0000 0119": "Refusée, n’a pas pu être traitée",
			"4000 0000 0000 0259": "La réponse de la banque se perd\u00a0: vérifiée un moment, puis décidée selon le montant",
			"4000 0000 0000 0267": "N’atteint jamais la banque\u00a0: vérifiée un moment, puis non débitée",
		},
	},

	payment: {
		paid: { title: "Paiement reçu", chip: "Payé", tone: "success", text: thanks },
		held: {
			title: "Montant retenu",
			chip: "Retenu",
			tone: "warning",
			text: (name) =>
				`${thanks(name)} Le montant est retenu sur votre carte et débité à l’expédition de votre commande.`,
		},
		voided: {
			title: "Retenue libérée",
			chip: "Libéré",
			tone: "success",
			text: () => "Rien n’a été débité. Votre banque libère le montant dans son délai habituel.",
		},
		byBank: "Le montant a été débité de votre compte bancaire.",
		amount: "Montant en CAD",
		refunded: "Remboursé",
		card: "Carte",
		date: "Date",
		orderNumber: "Numéro de commande",
		email: "Courriel",
		product: "Acheté",
		again: "Retour à la boutique",
		subscription: "Voir votre abonnement",
	},

	refunds: {
		title: "Remboursements",
		intro: "Dans une vraie boutique, seul le personnel voit cette partie.",
		capture: (amount) => `Débiter ${amount}`,
		void: (amount, card) => `Libérer la retenue de ${amount} sur ${card}`,
		amount: "Montant à rembourser",
		hint: (left) => `Au plus ${left}. Dans le bac à sable, les montants d’un nombre impair de dollars sont approuvés.`,
		refund: (card) => `Rembourser sur ${card}`,
		waiting: "La banque n’a pas encore confirmé la dernière étape. Rien d’autre n’est possible d’ici là.",
		checkNow: "Actualiser",
		history: "Chronologie",
		kinds: { capture: "Débit", void: "Libération", refund: "Remboursement" },
		failed: "La dernière étape a échoué. Ce qui a été fait figure ci-dessous.",
		outcomes: {
			APPROVED: "fait",
			PENDING: "en vérification",
			DECLINED: "refusé par la banque\u00a0: rien n’a été transféré",
		},
	},

	declined: {
		head: { title: "Votre carte a été refusée", chip: "Refusé" },
		notProcessed: { title: "Votre paiement n’a pas abouti", chip: "Non payé" },
		nothingCharged: (amount) => `Rien n’a été débité pour votre commande de ${amount}.`,
		reasons: {
			funds:
				"La banque de la carte indique que la provision est insuffisante. Utilisez une autre carte, ou réessayez plus tard.",
			expired: "La banque de la carte indique qu’elle a expiré. Utilisez une autre carte.",
			security_code:
				"Le code de sécurité ne correspond pas. Vérifiez le code sur la carte, ou utilisez une autre carte.",
			address:
				"L’adresse ne correspond pas à la carte. Vérifiez le code postal et la rue, ou utilisez une autre carte.",
			bank_check:
				"Le paiement n’a pas été confirmé auprès de la banque de la carte. Réessayez, ou utilisez une autre carte.",
			not_processed:
				"La carte n’a pas pu être traitée. Utilisez une autre carte, ou réessayez avec celle-ci dans quelques minutes.",
			not_received:
				"Votre paiement n’est jamais parvenu à la banque de la carte. Vous pouvez réessayer avec la même carte.",
			general: "La banque de la carte n’a pas donné de raison. Utilisez une autre carte, ou demandez à la banque.",
		},
		sandboxRule: "Dans le bac à sable, les commandes d’un nombre pair de dollars sont refusées.",
		again: "Réessayer",
	},

	bankRequest: {
		title: "Payer à partir de votre compte bancaire",
		explanation:
			"Nous vous envoyons par courriel un lien vers une page où vous entrez votre compte bancaire ou refusez.",
		ask: (amount) => `M’envoyer un lien pour payer ${amount}`,
		back: "Payer par carte",
	},

	requested: {
		title: "Consultez vos courriels",
		chip: "En attente de vous",
		text: (amount, email) =>
			`Nous avons envoyé un lien à ${email}. Ouvrez-le pour payer ${amount} à partir de votre compte bancaire, ou pour refuser.`,
		until: "Votre commande attend 30 jours. Cette page change dès que vous avez répondu.",
	},

	clearing: {
		title: "Votre banque n’a pas encore confirmé",
		chip: "En attente",
		text: (amount) => `Vous avez accepté de payer ${amount} à partir de votre compte bancaire.`,
		until:
			"Cela prend quelques jours à une banque et une minute dans le bac à sable. Nous expédions votre commande ensuite.",
	},

	returned: {
		title: "Votre banque n’a pas payé",
		chip: "Non payé",
		text: (amount) =>
			`Elle a retourné le paiement de ${amount}\u00a0: vous n’avez pas payé, et votre commande n’a pas été expédiée.`,
		next: "Demandez-en la raison à votre banque. Vous pouvez payer de nouveau, d’un compte suffisamment approvisionné ou par carte.",
		again: "Choisir comment payer",
	},

	waiting: {
		title: "Nous vérifions votre paiement",
		chip: "En vérification",
		text: (amount) =>
			`La banque n’a pas encore confirmé si votre paiement de ${amount} a abouti. Ne payez pas de nouveau.`,
		until: "Cette page vérifie toutes les quelques secondes et change dès que nous le savons.",
		bank: "Confirmer auprès de votre banque",
		checkNow: "Actualiser",
		contact: (number) =>
			`Toujours ici après dix minutes? Écrivez à hello@maple-and-main.example en mentionnant la commande ${number}. Vous ne serez pas débité deux fois.`,
	},

	problems: {
		notFound: {
			title: "Page introuvable",
			text: "L’adresse contient peut-être une erreur, ou la commande vient d’une autre boutique.",
		},
		forbidden: {
			title: "Ouvrez la boutique à sa propre adresse",
			text: "Les commandes et les paiements sont acceptés seulement là. Rien n’a été commandé ni débité.",
		},
		badRequest: { title: "Nous n’avons pas pu traiter cette demande", text: "Revenez en arrière et réessayez." },
		failure: {
			title: "Un problème est survenu de notre côté",
			text: "Vous n’avez rien fait de mal. Réessayez dans une minute.",
		},
	},
	backToShop: "Retour à la boutique",
	openShop: (address) => `Ouvrir ${address}`,
};
