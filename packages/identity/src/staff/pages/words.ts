import type { Language } from "@cardseal/platform";
import { passwordHint } from "../passwords/password-rules.ts";

const en = {
	email: "Email address",
	password: "Password",
	otherUser: "Sign in as another user",
	wrongCode: "Wrong code",
	signIn: {
		title: "Sign in",
		failed: "Not signed in",
		forgotten: "Forgot your password?",
		refused: "Incorrect email or password. After ten wrong attempts in a row an account is locked for 30 minutes.",
		changed: "Your password is changed. Sign in with the new one.",
		sandbox: {
			name: "Sandbox.",
			before: "prints the demo account's email address and first password. They are also in",
			between: "in the data folder:",
			after: "by default",
		},
	},
	forgotten: {
		title: "Forgot your password?",
		explanation: "Enter your email address. We will send you a link to choose a new password.",
		send: "Send the link",
		back: "Back to the sign-in",
	},
	sent: {
		title: "Check your email",
		explanation: "If an account has this email address, we have sent it a link. The link is valid for one hour.",
		mailbox: { before: "In the sandbox, mail is kept in", link: "its mailbox", after: "." },
	},
	newPassword: {
		title: "Choose a new password",
		failed: "Choose another password",
		explanation: (email: string) =>
			`For ${email}. You will be signed out everywhere. Then sign in with the new password.`,
		set: "Set the password",
		hint: passwordHint,
	},
	invitation: {
		title: (merchant: string) => `Join ${merchant}`,
		failed: "Not joined yet",
		role: "Your role:",
		signsInAs: "You sign in as",
		name: "Your name",
		join: "Join",
		roles: { owner: "Owner", administrator: "Administrator", clerk: "Clerk" },
	},
	secondFactor: {
		title: "Your second factor",
		code: "Code",
		authenticator: "Six digits from your authenticator app, or one of your recovery codes.",
		continue: "Continue",
		refused:
			"The code is wrong or was used before, or ten wrong attempts have locked the account: for 30 minutes, and longer each further time.",
	},
	enrol: {
		title: "Set up your second factor",
		explanation:
			"This account moves real money, so signing in needs your phone as well as your password. Open an authenticator app on it, such as the one in your password manager, and scan this code:",
		picture: "QR code with the key below",
		noCamera: "No camera?",
		open: "Open it in an app on this device",
		orType: ", or type this key:",
		code: "Current code in the app",
		hint: "Six digits.",
		turnOn: "Turn it on",
	},
	recoveryCodes: {
		title: "Your recovery codes",
		heading: "Save your recovery codes",
		explanation:
			"Your second factor is on. If you lose your phone, each of these codes signs you in once. Print them or write them down, and store them separately from your password. They are shown only once.",
		saved: "I have saved them",
	},
	problem: { start: "Go to the start page", quote: "If you ask for help, quote this:" },
};

export type PageWords = typeof en;

export const pageWords: Record<Language, typeof en> = {
	en,
	fr: {
		email: "Adresse courriel",
		password: "Mot de passe",
		otherUser: "Se connecter sous un autre nom",
		wrongCode: "Code erroné",
		signIn: {
			title: "Connexion",
			failed: "Connexion refusée",
			forgotten: "Mot de passe oublié?",
			refused:
				"L’adresse courriel ou le mot de passe est erroné. Après dix essais erronés de suite, un compte est bloqué pendant 30 minutes.",
			changed: "Votre mot de passe est changé. Connectez-vous avec le nouveau.",
			sandbox: {
				name: "Bac à sable.",
				before: "affiche l’adresse courriel et le premier mot de passe du compte de démonstration. Ils sont aussi dans",
				between: "dans le dossier de données\u00a0:",
				after: "par défaut",
			},
		},
		forgotten: {
			title: "Mot de passe oublié?",
			explanation: "Entrez votre adresse courriel. Nous vous enverrons un lien pour choisir un nouveau mot de passe.",
			send: "Envoyer le lien",
			back: "Retour à la connexion",
		},
		sent: {
			title: "Vérifiez vos courriels",
			explanation:
				"Si un compte a cette adresse courriel, nous lui avons envoyé un lien. Le lien est valide pendant une heure.",
			mailbox: { before: "Dans le bac à sable, les courriels sont conservés dans", link: "sa boîte", after: "." },
		},
		newPassword: {
			title: "Choisir un nouveau mot de passe",
			failed: "Choisissez un autre mot de passe",
			explanation: (email) =>
				`Pour ${email}. Toutes vos sessions prendront fin. Connectez-vous ensuite avec le nouveau mot de passe.`,
			set: "Enregistrer le mot de passe",
			hint: "Au moins 12 caractères, avec des lettres et des chiffres.",
		},
		invitation: {
			title: (merchant) => `Se joindre à ${merchant}`,
			failed: "Pas encore fait",
			role: "Votre rôle\u00a0:",
			signsInAs: "Vous vous connectez avec l’adresse",
			name: "Votre nom",
			join: "Se joindre",
			roles: { owner: "Propriétaire", administrator: "Administrateur", clerk: "Caissier" },
		},
		secondFactor: {
			title: "Votre second facteur",
			code: "Code",
			authenticator: "Six chiffres de votre application d’authentification, ou un de vos codes de secours.",
			continue: "Continuer",
			refused:
				"Le code est erroné ou a déjà servi, ou dix essais erronés ont bloqué le compte\u00a0: pendant 30 minutes, et plus longtemps chaque fois suivante.",
		},
		enrol: {
			title: "Configurer votre second facteur",
			explanation:
				"Ce compte gère de l’argent réel\u00a0: la connexion demande donc votre téléphone en plus de votre mot de passe. Ouvrez-y une application d’authentification, comme celle de votre gestionnaire de mots de passe, et balayez ce code\u00a0:",
			picture: "Code QR qui contient la clé ci-dessous",
			noCamera: "Pas d’appareil photo?",
			open: "Ouvrez-le dans une application de cet appareil",
			orType: ", ou tapez cette clé\u00a0:",
			code: "Code affiché dans l’application",
			hint: "Six chiffres.",
			turnOn: "Activer",
		},
		recoveryCodes: {
			title: "Vos codes de secours",
			heading: "Conservez vos codes de secours",
			explanation:
				"Votre second facteur est actif. Si vous perdez votre téléphone, chacun de ces codes vous connecte une fois. Imprimez-les ou notez-les, et gardez-les ailleurs que votre mot de passe. Ils ne s’affichent qu’une fois.",
			saved: "Je les ai conservés",
		},
		problem: { start: "Aller à la page d’accueil", quote: "Si vous demandez de l’aide, indiquez ceci\u00a0:" },
	},
};
