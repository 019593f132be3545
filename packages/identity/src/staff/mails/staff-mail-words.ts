import type { Language } from "@cardseal/platform";
import { sender } from "./mail-to-staff.ts";

const en = {
	roles: { owner: "Owner", administrator: "Administrator", clerk: "Clerk" },
	operator: "The operator",
	invitation: {
		title: `Your invitation to ${sender}`,
		invited: (inviter: string, merchant: string) => `${inviter} has invited you to work with ${merchant}'s payments.`,
		toAccept: [
			"Open the link and choose a password.",
			"The link is only for you, works once, and is valid for seven days. If you did not expect it, you can ignore this email.",
		],
		cannotAccept: [
			"You cannot accept, because this address already has an account, and an account belongs to one business.",
			"To work with both, ask to be invited at another address. If you did not expect this, you can ignore this email.",
		],
		role: "Your role",
		accept: "Accept the invitation",
		openAccount: "Open your account",
	},
	reset: {
		title: `Choose a new ${sender} password`,
		paragraphs: [
			"Someone asked for a new password for your account. If it was you, open the link and choose one.",
			"The link works once, and is valid for one hour. If it was not you, ignore this email: your password stays the same.",
		],
		account: "Account",
		choose: "Choose a new password",
	},
	security: {
		titles: {
			"password.changed": `Your ${sender} password was changed`,
			"second_factor.enabled": `An authenticator was set up for your ${sender} account`,
			"second_factor.disabled": `The second factor of your ${sender} account was turned off`,
			"second_factor.locked": `Wrong codes were entered for your ${sender} account`,
			"passkey.added": `A passkey was added to your ${sender} account`,
			"passkey.removed": `A passkey of your ${sender} account was removed`,
			"recovery_codes.renewed": `New recovery codes were created for your ${sender} account`,
			"recovery_code.used": `A recovery code of your ${sender} account was used`,
			"staff.role_changed": `The role of your ${sender} account was changed`,
			"staff.removed": `Your ${sender} account was removed`,
		},
		otherTitle: `Your ${sender} account was changed`,
		passwordChanged: [
			"Passkeys, authenticators and recovery codes still work as before. Check under “Your account” that every passkey and the authenticator are yours.",
		],
		signIn: [
			"If you made or requested this change, you do not need to do anything.",
			"If not: choose a new password with the link, which ends every session. Then remove passkeys that are not yours and set up your own authenticator under “Your account”, and inform an owner of your business. If you are asked for a passkey or a code of an authenticator that is not yours, the operator of this service can remove it.",
		],
		locked: [
			"Your password was entered correctly, and then ten wrong codes in a row. Codes are locked for half an hour, and longer each further time. If it was you, try again after that.",
			"If not, someone knows your password: choose a new one with the link, which ends every session, and inform an owner of your business.",
		],
		standing: [
			"If you expected this, you do not need to do anything. If not, contact an owner of the business, but not by email.",
		],
		when: "When",
		account: "Account",
		business: "Business",
		role: "Role",
		passkey: "Passkey",
		address: "From the network address",
		unknown: "not known",
		choose: "Choose a new password",
	},
};

export type StaffMailWords = typeof en;

export const staffMailWords: Record<Language, typeof en> = {
	en,
	fr: {
		roles: { owner: "Propriétaire", administrator: "Administrateur", clerk: "Caissier" },
		operator: "L’exploitant du service",
		invitation: {
			title: `Votre invitation à ${sender}`,
			invited: (inviter, merchant) => `${inviter} vous invite à gérer les paiements de l’entreprise ${merchant}.`,
			toAccept: [
				"Ouvrez le lien et choisissez un mot de passe.",
				"Ce lien vous est personnel, ne sert qu’une fois et reste valide sept jours. Si vous n’attendiez pas cette invitation, vous pouvez ignorer ce courriel.",
			],
			cannotAccept: [
				"Vous ne pouvez pas l’accepter\u00a0: cette adresse est déjà celle d’un compte, et un compte appartient à une seule entreprise.",
				"Pour travailler avec les deux, demandez une invitation à une autre adresse. Si vous n’attendiez pas cette invitation, vous pouvez ignorer ce courriel.",
			],
			role: "Votre rôle",
			accept: "Accepter l’invitation",
			openAccount: "Ouvrir votre compte",
		},
		reset: {
			title: `Choisissez un nouveau mot de passe pour ${sender}`,
			paragraphs: [
				"Quelqu’un a demandé un nouveau mot de passe pour votre compte. Si c’est vous, ouvrez le lien et choisissez-en un.",
				"Le lien ne sert qu’une fois et reste valide une heure. Si ce n’est pas vous, ignorez ce courriel\u00a0: votre mot de passe reste le même.",
			],
			account: "Compte",
			choose: "Choisir un nouveau mot de passe",
		},
		security: {
			titles: {
				"password.changed": `Le mot de passe de votre compte ${sender} a été modifié`,
				"second_factor.enabled": `Une application d’authentification a été configurée pour votre compte ${sender}`,
				"second_factor.disabled": `Le second facteur de votre compte ${sender} a été désactivé`,
				"second_factor.locked": `Des codes erronés ont été saisis pour votre compte ${sender}`,
				"passkey.added": `Une clé d’accès a été ajoutée à votre compte ${sender}`,
				"passkey.removed": `Une clé d’accès de votre compte ${sender} a été supprimée`,
				"recovery_codes.renewed": `De nouveaux codes de secours ont été créés pour votre compte ${sender}`,
				"recovery_code.used": `Un code de secours de votre compte ${sender} a été utilisé`,
				"staff.role_changed": `Le rôle de votre compte ${sender} a été modifié`,
				"staff.removed": `Votre compte ${sender} a été supprimé`,
			},
			otherTitle: `Votre compte ${sender} a été modifié`,
			passwordChanged: [
				"Les clés d’accès, les applications d’authentification et les codes de secours fonctionnent comme avant. Vérifiez sous «\u00a0Votre compte\u00a0» que chaque clé d’accès et l’application sont bien les vôtres.",
			],
			signIn: [
				"Si vous avez fait ou demandé ce changement, vous n’avez rien à faire.",
				"Sinon, choisissez un nouveau mot de passe au moyen du lien, ce qui met fin à toutes les sessions. Sous «\u00a0Votre compte\u00a0», supprimez ensuite les clés d’accès qui ne sont pas les vôtres et configurez votre propre application d’authentification, puis prévenez un propriétaire de votre entreprise. Si l’on vous demande une clé d’accès ou le code d’une application qui ne sont pas les vôtres, l’exploitant du service peut les retirer.",
			],
			locked: [
				"Votre mot de passe a été saisi correctement, puis dix codes erronés de suite. Les codes sont verrouillés pendant une demi-heure, et plus longtemps à chaque nouvelle fois. Si c’était vous, réessayez ensuite.",
				"Sinon, quelqu’un connaît votre mot de passe\u00a0: choisissez-en un nouveau au moyen du lien, ce qui met fin à toutes les sessions, et prévenez un propriétaire de votre entreprise.",
			],
			standing: [
				"Si vous vous y attendiez, vous n’avez rien à faire. Sinon, communiquez avec un propriétaire de l’entreprise, mais pas par courriel.",
			],
			when: "Date",
			account: "Compte",
			business: "Entreprise",
			role: "Rôle",
			passkey: "Clé d’accès",
			address: "À partir de l’adresse réseau",
			unknown: "inconnue",
			choose: "Choisir un nouveau mot de passe",
		},
	},
};
