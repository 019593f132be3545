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
		newCodes: "Créer de nouveaux codes de secours",
		newCodesExplanation: "Les codes actuels cessent de fonctionner.",
		codesTitle: "Vos codes de secours",
		codes: "Codes de secours",
		codesExplanation:
			"Conservez ces codes en lieu sûr. Chacun permet une connexion sans l’application. Ils ne sont affichés qu’une fois.",
		kept: "Je les ai enregistrés",
	},
	stepUp: {
		title: "Confirmez votre identité",
		explanation:
			"Cette opération déplace de l’argent ou donne un accès. Une fois confirmée, rien ne vous sera redemandé pendant cinq minutes.",
		codeHint:
			"Six chiffres de votre application d’authentification, ou un code de secours. Chacun ne sert qu’une fois.",
		confirm: "Confirmer",
	},
	sessions: {
		title: "Sessions actives",
		thisOne: "Ce navigateur",
		since: (moment) => `Connecté le ${moment}`,
		seen: (moment) => `vu le ${moment}`,
		end: "Déconnecter",
		endNamed: (browser) => `Déconnecter ${browser}`,
		endExplanation: "Ce navigateur devra se reconnecter.",
		keep: "Rester connecté",
		endAll: "Se déconnecter partout",
		endAllExplanation: "Y compris dans ce navigateur. Vous devrez vous reconnecter.",
	},
};
