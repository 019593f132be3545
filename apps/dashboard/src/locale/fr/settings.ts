import type { Words } from "../words.ts";

export const settings: Words["settings"] = {
	title: "Paramètres",
	tabs: {
		settings: "Entreprise",
		credentials: "Identifiants d’API",
		keys: "Clés de chiffrement",
		origins: "Origines autorisées",
		partners: "Partenaires connectés",
	},
	saved: "Les paramètres sont enregistrés.",
	name: "Nom de votre entreprise",
	nameHint: "Les payeurs le voient sur les reçus et les avis.",
	timeZone: "Fuseau horaire",
	timeZoneHint: "Vos journées en dépendent. Les abonnements en cours gardent le fuseau de leur début.",
	currencies: "Devises que vous facturez",
	mail: "Courriels à vos clients",
	switches: {
		sends_receipts: "Envoyer des reçus",
		sends_payment_failed_notices: "Avertir les abonnés d’un paiement échoué",
		sends_suspended_notices: "Avertir les abonnés de la suspension de leur abonnement",
		sends_card_expiring_notices: "Avertir les abonnés de l’expiration prochaine de leur carte",
	},
	replyTo: "Adresse de réponse",
	replyToHint: "Les réponses aux reçus et aux avis y sont envoyées.",
	cardForm: "Formulaire de carte",
	hostedFormOnly: "N’accepter que les jetons du formulaire hébergé",
	hostedFormOnlyHint: "Les jetons de votre propre formulaire sont alors refusés.",
	live: {
		title: "Passer en production",
		explanation:
			"Ce compte est une démonstration : seules les cartes de test sont acceptées et aucun argent ne circule. En tant que propriétaire principal, vous pouvez le faire passer en production.",
		action: "Passer ce compte en production",
	},
	credentials: {
		caption: "Identifiants d’API, du plus récent au plus ancien",
		explanation:
			"Un serveur prouve par un identifiant qu’il agit pour vous. Donnez à chaque serveur un identifiant qui lui est propre.",
		create: "Créer un identifiant",
		createdNamed: (name) => `${name} est créé`,
		none: "Aucun identifiant pour l’instant",
		noneHint: "Créez-en un pour débiter des cartes depuis votre serveur.",
		columns: {
			name: "Nom",
			id: "Identifiant client",
			channel: "Canal",
			scopes: "Portées",
			lastUsed: "Dernière utilisation",
			created: "Création",
		},
		never: "Jamais",
		nameHint: "Par exemple le serveur qui l’utilise.",
		channelHint: "Les paiements de cet identifiant y sont comptés.",
		scopes: { customer: "Clients", plan: "Forfaits", transaction: "Transactions", eft: "Virements bancaires" },
		lifetime: "Durée des jetons d’accès",
		lifetimeHint: "Ensuite, le serveur en demande un nouveau.",
		duration: (seconds) => (seconds < 3_600 ? `${seconds / 60} minutes` : hours(seconds / 3_600)),
		secret: "Secret client",
		onlyOnce: "Copiez le secret maintenant. Il n’est affiché qu’une fois et ne peut être récupéré.",
		tryIt: "Essayez-le dans un terminal",
		kept: "J’ai copié le secret",
		revoke: "Révoquer",
		revokeNamed: (name) => `Révoquer ${name}`,
		revokeExplanation:
			"Son secret et tous ses jetons cessent aussitôt de fonctionner. Un serveur qui l’utilise encore ne peut plus rien débiter. Cette action est définitive.",
	},
	keys: {
		explanation:
			"Vos pages chiffrent les cartes avec la clé actuelle. Elle est publique : tout le monde peut la voir, et seule cette passerelle peut ouvrir ce qui est chiffré.",
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
		keep: "Garder la clé actuelle",
		rotateExplanation:
			"Une nouvelle clé devient la clé actuelle. Les cartes chiffrées avec l’ancienne sont encore acceptées pendant 30 jours : mettez la nouvelle dans vos pages d’ici là.",
		destroyNamed: (id) => `Détruire la clé ${id}`,
		destroyExplanation:
			"Les cartes qu’une page chiffre avec cette clé ne pourront plus jamais être ouvertes. Attendez qu’aucune de vos pages ne l’ait. Cette action est définitive.",
		compromised: "Sa clé privée est peut-être compromise : la détruire maintenant",
	},
	origins: {
		caption: "Origines qui peuvent afficher le formulaire de carte",
		explanation: "Le formulaire de carte ne s’ouvre que sur les pages de ces adresses.",
		origin: "Origine",
		originHint: "Par exemple https://shop.example : sans chemin.",
		add: "Autoriser cette origine",
		none: "Aucune origine n’est encore autorisée",
		noneHint: "Ajoutez l’adresse de votre boutique, sinon son formulaire de carte reste fermé.",
		removeNamed: (origin) => `Retirer ${origin}`,
		removeExplanation: "Le formulaire de carte ne s’ouvre plus sur ses pages. Les paiements en cours se terminent.",
	},
	partners: {
		caption: "Partenaires connectés",
		explanation: "Des entreprises qui peuvent agir pour votre compte parce qu’un membre de votre équipe l’a permis.",
		none: "Aucun partenaire n’est connecté",
		noneHint: "Un partenaire apparaît ici lorsque vous le connectez depuis ses propres pages.",
		name: "Partenaire",
		scopes: "Peut utiliser",
		since: "Connecté",
		by: "Permis par",
		disconnect: "Déconnecter",
		disconnectNamed: (name) => `Déconnecter ${name}`,
		disconnectExplanation:
			"Il ne peut plus agir pour votre compte dès sa prochaine demande. Pour le reconnecter, commencez sur ses propres pages.",
	},
};

function hours(count: number): string {
	return count === 1 ? "1 heure" : `${count} heures`;
}
