import type { Words } from "../words.ts";

export const settings: Words["settings"] = {
	title: "Paramètres",
	tabs: {
		settings: "Entreprise",
		credentials: "Identifiants d’API",
		keys: "Clés de chiffrement",
		origins: "Origines autorisées",
		partners: "Partenaires connectés",
		processorAccounts: "Processeurs",
	},
	saved: "Les paramètres sont enregistrés.",
	name: "Nom de votre entreprise",
	nameHint: "Vos clients le voient sur les reçus et les avis.",
	timeZone: "Fuseau horaire",
	timeZoneHint: "Il délimite vos journées d’affaires. Les abonnements en cours gardent leur fuseau d’origine.",
	currencies: "Devises de vos paiements",
	mail: "Courriels à vos clients",
	switches: {
		sends_receipts: "Envoyer des reçus",
		sends_payment_failed_notices: "Avertir les abonnés de l’échec d’un paiement",
		sends_suspended_notices: "Avertir les abonnés de la suspension de leur abonnement",
		sends_card_expiring_notices: "Avertir les abonnés de l’expiration prochaine de leur carte",
	},
	replyTo: "Adresse de réponse",
	replyToHint: "Les réponses aux reçus et aux avis y sont envoyées.",
	contactAddress: "Adresse postale",
	contactPhone: "Téléphone",
	statementText: "Texte des relevés de carte",
	statementTextHint:
		"Ce que les payeurs lisent sur leur relevé de carte, de 5 à 22 lettres et chiffres. Si le champ est vide, le processeur utilise le texte de votre compte.",
	contactHint: "Vos clients le voient à la fin des reçus et des avis.",
	language: "Langue par défaut des courriels",
	languageHint: "Pour les destinataires dont la langue n’est pas connue. Les clients du Québec reçoivent le français.",
	languages: { en: "English", fr: "Français" },
	bothLanguages: "Rédiger chaque courriel dans les deux langues, le français d’abord",
	retries: "Paiements d’abonnement refusés",
	retryDays: "Réessayer après, en jours",
	retryDaysHint: "Jours après l’échéance, de 1 à 15, six au plus. Après le dernier, l’abonnement est suspendu.",
	cardForm: "Formulaire de carte",
	hostedFormOnly: "N’accepter que les jetons du formulaire hébergé",
	hostedFormOnlyHint: "Les jetons de votre propre formulaire sont alors refusés.",
	live: {
		title: "Passer en production",
		explanation:
			"Ce compte est une démonstration\u00a0: seules les cartes d’essai sont acceptées et aucun argent ne circule. En tant que propriétaire principal, vous pouvez le faire passer en production, une seule fois. Ensuite\u00a0:",
		changes: [
			"Vous avez, à côté de celui-ci, un compte de production avec sa propre clé publique, ses identifiants d’API, ses clients, ses forfaits et ses transactions. Rien n’est repris de la démo.",
			"Les paramètres de votre entreprise et vos comptes chez les processeurs sont repris. Les origines autorisées ne le sont pas.",
			"Le compte de production débite de vraies cartes, par votre processeur. Il refuse les numéros de cartes d’essai.",
			"Chaque membre de votre personnel a besoin d’un second facteur, et travaille dans les deux comptes avec le même rôle.",
			"Ce compte de démonstration reste pour vos essais. Passez de l’un à l’autre en haut de chaque page.",
		],
		stillDemo:
			"Ceci est un compte de démonstration\u00a0: seules les cartes d’essai sont acceptées et aucun argent ne circule. Pour passer en production, il manque\u00a0:",
		missing: {
			production: "Une passerelle qui n’est pas un bac à sable. Dans un bac à sable, aucun argent réel ne circule.",
			mail: "Un serveur de courriel, pour avertir les propriétaires. L’exploitant de la passerelle en connecte un.",
			processor:
				"Un compte vérifié chez un processeur de cartes réelles. Retirez les comptes que le processeur a refusés et ceux de son système d’essai. Voyez la page «\u00a0Processeurs\u00a0».",
			second_factor: "Un second facteur pour vous. Configurez-le dans votre compte.",
		},
		action: "Passer ce compte en production",
		confirmation:
			"De vraies cartes pourront ensuite être débitées dans votre compte de production. C’est irréversible.",
		withoutAccount: (currencies) =>
			`Vous avez des forfaits ou des abonnements en ${currencies}, et aucun compte chez un processeur pour cela. Ces paiements réels sont refusés jusqu’à ce que vous en connectiez un.`,
		connect: "Connecter un compte",
		done: "Votre compte est en production. Ensuite\u00a0:",
		next: {
			credentials: "Créer un identifiant d’API de production pour votre serveur",
			keys: "Copier la clé publique de production dans vos pages",
			origins: "Autoriser l’origine de votre boutique",
		},
	},
	credentials: {
		caption: "Identifiants d’API, du plus récent au plus ancien",
		explanation: "Vos serveurs s’authentifient avec des identifiants. Créez-en un pour chaque serveur.",
		clocks:
			"L’horloge du bac à sable a été avancée. Les dates de création et d’utilisation suivent cette horloge, mais les identifiants expirent selon l’heure réelle.",
		create: "Créer un identifiant",
		createdNamed: (name) => `${name} est créé`,
		none: "Aucun identifiant pour l’instant",
		noneHint: "Créez-en un pour débiter des cartes depuis votre serveur.",
		columns: {
			name: "Nom",
			id: "Identifiant client",
			channel: "Canal",
			scopes: "Portées",
			expires: "Expiration",
			lastUsed: "Dernière utilisation",
			created: "Création",
		},
		never: "Jamais",
		nameHint: "Par exemple le serveur qui l’utilise.",
		channelHint: "Les paiements faits avec cet identifiant sont comptés sous ce canal.",
		scopes: {
			customer: "Clients",
			plan: "Forfaits",
			transaction: "Transactions",
			eft: "Virements bancaires",
			event: "Événements",
		},
		reading: (service) => `${service} (lecture)`,
		access: { none: "Aucun accès", read: "Lecture", all: "Lecture et modification" },
		lifetime: "Durée des jetons d’accès",
		lifetimeHint: "Ensuite, le serveur en demande un nouveau.",
		duration: (seconds) => (seconds < 3_600 ? `${seconds / 60} minutes` : hours(seconds / 3_600)),
		expiryHint:
			"Ensuite, son secret et ses jetons sont refusés. Les propriétaires reçoivent un courriel 14 jours avant.",
		expiryIn: (days) => (days === 365 ? "Dans un an" : `Dans ${days} jours`),
		expired: "Expiré",
		changeExpiry: "Changer l’expiration",
		changeExpiryOf: (name) => `Changer l’expiration de ${name}`,
		secret: "Secret client",
		onlyOnce: "Copiez le secret maintenant. Il n’est affiché qu’une fois et ne peut être récupéré.",
		tryIt: "Essayez-le dans un terminal",
		kept: "J’ai copié le secret",
		revoke: "Révoquer",
		revokeNamed: (name) => `Révoquer ${name}`,
		revokeExplanation:
			"Son secret et tous ses jetons cessent aussitôt de fonctionner. Un serveur qui l’utilise encore ne peut plus rien débiter. Les points de réception qu’il a créés sont désactivés. Cette action est définitive.",
	},
	keys: {
		explanation:
			"Vos pages chiffrent les cartes avec la clé actuelle. Elle est publique; seule cette passerelle peut déchiffrer les cartes.",
		key: "Clé",
		statuses: { current: "Actuelle", retired: "Retirée" },
		created: "Créée",
		due: "À renouveler avant le",
		retired: "Retirée",
		destroyable: "Peut être supprimée après le",
		publicKey: "Clé publique",
		originsHint:
			"Le formulaire de carte ne s’ouvre que sur les pages dont vous avez autorisé l’origine. Vérifiez la vôtre sous",
		checkout: "Pour votre page de paiement",
		rotate: "Renouveler la clé",
		rotateExplanation:
			"Une nouvelle clé devient la clé actuelle. Les cartes chiffrées avec l’ancienne restent acceptées jusqu’à sa destruction. Mettez vos pages à jour d’ici 30 jours.",
		destroyNamed: (id) => `Détruire la clé ${id}`,
		destroyExplanation:
			"Les cartes chiffrées avec cette clé ne pourront plus jamais être déchiffrées. Attendez qu’aucune de vos pages ne l’utilise. Cette action est définitive.",
		compromised: "Sa clé privée est peut-être compromise\u00a0: la détruire maintenant",
	},
	origins: {
		caption: "Origines qui peuvent afficher le formulaire de carte",
		explanation: "Le formulaire de carte ne s’ouvre que sur les pages de ces adresses.",
		origin: "Origine",
		originHint: "Par exemple https://shop.example, sans chemin.",
		add: "Autoriser cette origine",
		none: "Aucune origine n’est encore autorisée",
		noneHint: "Ajoutez l’adresse de votre boutique\u00a0: le formulaire de carte ne s’ouvre que là.",
		removeNamed: (origin) => `Retirer ${origin}`,
		removeExplanation: "Le formulaire de carte ne s’ouvre plus sur ses pages. Les paiements en attente se terminent.",
	},
	processorAccounts: {
		caption: "Comptes de processeur par devise",
		explanation:
			"Les paiements par carte réels dans une devise vont à votre compte de processeur pour cette devise. Dans un compte de démonstration, les paiements vont à un compte du système d’essai du processeur, si vous en connectez un. Vous seul, à titre de propriétaire principal, voyez cette page.",
		add: "Connecter un compte",
		none: "Aucun compte n’est connecté",
		noneHint: "Connectez le compte que votre processeur vous a donné. Il est d’abord vérifié.",
		notInstalled: "Ce service n’a aucun processeur de cartes réelles installé. Son exploitant peut en installer un.",
		inLive: "Les comptes qui font circuler de l’argent appartiennent à votre compte de production.",
		columns: {
			processor: "Processeur",
			currency: "Devise",
			verified: "Dernière vérification",
			created: "Connecté",
		},
		currencyHint: "Les paiements dans cette devise vont à ce compte.",
		secretsHint: "Les secrets sont chiffrés et ne sont plus jamais affichés. Chaque propriétaire reçoit un courriel.",
		refused: "Refusé par le processeur",
		isTest: (title) => `Système d’essai de ${title}\u00a0: aucun argent ne circule`,
		webhooks: "Adresses des webhooks",
		webhooksExplanation:
			"Votre processeur annonce les résultats tardifs des paiements par webhook. Entrez-y l’adresse de chaque compte, et ici le secret du webhook, sous «\u00a0Changer les clés\u00a0».",
		enterAddress: (title, place) =>
			place === null
				? `Entrez cette adresse dans les paramètres de ${title}.`
				: `Chez ${title}, entrez-la sous\u00a0: ${place} (noms en anglais).`,
		addressOf: (name) => `Adresse pour ${name}`,
		change: "Changer les clés",
		changeNamed: (name) => `Changer les clés\u00a0: ${name}`,
		changeExplanation:
			"Le processeur vérifie les nouvelles valeurs avant leur enregistrement. Elles servent aussi aux remboursements des paiements antérieurs.",
		keepHint: "Laissez vide pour garder la valeur enregistrée.",
		verify: "Vérifier de nouveau",
		verifyNamed: (name) => `Vérifier de nouveau ${name}`,
		verifyExplanation: "On demande au processeur s’il accepte encore le compte. Aucun argent ne bouge.",
		remove: "Retirer",
		removeNamed: (name) => `Retirer ${name}`,
		removeExplanation: (currency) =>
			`Les paiements réels en ${currency} sont refusés et les abonnements attendent jusqu’à ce que vous connectiez un autre compte. Les paiements antérieurs peuvent encore être capturés, remboursés et annulés.`,
		reason: "Motif",
	},
	partners: {
		caption: "Partenaires connectés",
		explanation: "Entreprises qu’un membre de votre personnel a autorisées à agir pour votre compte.",
		none: "Aucun partenaire n’est connecté",
		noneHint: "Connectez un partenaire depuis son propre site; il apparaîtra ici.",
		name: "Partenaire",
		scopes: "Peut utiliser",
		since: "Connecté",
		by: "Permis par",
		disconnect: "Déconnecter",
		disconnectNamed: (name) => `Déconnecter ${name}`,
		disconnectExplanation:
			"Sa prochaine requête sera refusée, et les points de réception qu’il a créés seront désactivés. Pour le reconnecter, commencez sur son propre site.",
	},
};

function hours(count: number): string {
	return count === 1 ? "1 heure" : `${count} heures`;
}
