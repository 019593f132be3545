import type { Words } from "../words.ts";

export const account: Words["account"] = {
	title: "Votre compte",
	password: {
		title: "Mot de passe",
		current: "Votre mot de passe",
		wanted: "Nouveau mot de passe",
		wantedHint: "Au moins 12 caractères avec des lettres et des chiffres, différent de vos quatre derniers.",
		change: "Changer le mot de passe",
		done: "Le mot de passe est changé. Vous êtes déconnecté partout ailleurs.",
	},
	secondFactor: {
		title: "Second facteur",
		explanation:
			"Une application d’authentification sur votre téléphone affiche un code demandé à chaque connexion, après le mot de passe.",
		setUp: "Configurer une application d’authentification",
		setUpExplanation: "Vous serez déconnecté partout ailleurs dès qu’elle sera confirmée.",
		another: "Configurer une autre application",
		anotherExplanation:
			"L’application actuelle cesse de fonctionner dès que la nouvelle est confirmée, et vous serez déconnecté partout ailleurs.",
		scan: "Numérisez cette image avec votre application d’authentification, ou saisissez-y le secret. Entrez ensuite le code affiché.",
		pictureOfSecret: "Le secret ci-dessous, en image pour l’appareil photo de votre téléphone",
		secret: "Secret",
		code: "Code",
		codeHint: "Six chiffres.",
		turnOn: "Activer",
		turnOff: "Désactiver le second facteur",
		turnOffExplanation: "Votre mot de passe suffira alors pour vous connecter. Vous serez déconnecté partout ailleurs.",
		removeAuthenticator: "Retirer l’application d’authentification",
		removeExplanation: "Une clé d’accès reste alors votre second facteur. Vous serez déconnecté partout ailleurs.",
		newCodes: "Créer de nouveaux codes de secours",
		newCodesExplanation: "Les codes actuels cessent de fonctionner.",
		codesTitle: "Vos codes de secours",
		codes: "Codes de secours",
		codesExplanation:
			"Conservez ces codes en lieu sûr. Chacun permet une connexion sans l’application. Ils ne sont affichés qu’une fois.",
		kept: "Je les ai enregistrés",
	},
	passkeys: {
		title: "Clés d’accès",
		explanation:
			"Une clé d’accès vous connecte par empreinte, visage, NIP ou clé de sécurité, au lieu du mot de passe et du code. Elle compte comme second facteur.",
		none: "Vous n’avez aucune clé d’accès.",
		add: "Ajouter une clé d’accès",
		addExplanation:
			"Votre navigateur demande où la conserver. Dès que vous avez une clé d’accès ou une application d’authentification, le mot de passe seul ne vous connecte plus.",
		name: "Nom",
		nameHint: "Distingue vos clés, par exemple « Portable du bureau ».",
		defaultName: "Clé d’accès",
		create: "Créer la clé d’accès",
		notCreated: "Aucune clé d’accès n’a été créée. Cet appareil en a peut-être déjà une pour votre compte. Réessayez.",
		notUsed: "Aucune clé d’accès n’a été utilisée. Réessayez, ou utilisez votre mot de passe.",
		added: (moment) => `Ajoutée le ${moment}`,
		used: (moment) => `utilisée la dernière fois le ${moment}`,
		neverUsed: "jamais utilisée",
		synced: "Synchronisée",
		remove: "Supprimer",
		removeNamed: (name) => `Supprimer ${name}`,
		removeExplanation: "Elle ne vous connectera plus. Vous serez déconnecté partout ailleurs.",
	},
	stepUp: {
		title: "Confirmez votre identité",
		explanation:
			"Cette opération déplace de l’argent ou donne un accès. Une fois confirmée, rien ne vous sera redemandé pendant cinq minutes.",
		codeHint:
			"Six chiffres de votre application d’authentification, ou un code de secours. Chacun ne sert qu’une fois.",
		recoveryCodeHint: "Un de vos codes de secours. Chacun ne sert qu’une fois.",
		usePasskey: "Utiliser une clé d’accès",
		confirm: "Confirmer",
	},
	sessions: {
		title: "Sessions actives",
		thisOne: "Ce navigateur",
		browser: (name) =>
			name
				.replace("A browser", "Un navigateur")
				.replace("an unknown system", "un système inconnu")
				.replace(" on ", " sous "),
		since: (moment) => `Connecté le ${moment}`,
		seen: (moment) => `vu le ${moment}`,
		end: "Déconnecter",
		endNamed: (browser) => `Déconnecter ${browser}`,
		endExplanation: "Ce navigateur devra se reconnecter.",
		endAll: "Se déconnecter partout",
		endAllExplanation: "Y compris dans ce navigateur. Vous devrez vous reconnecter.",
	},
};
