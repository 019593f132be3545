import type { Language } from "@cardseal/platform";

const en = {
	use: "Use a passkey",
	unused: "No passkey was used. Try again, or sign in without one.",
	refused:
		"The passkey was refused: it may be removed, or your account is locked for now. Try again, or sign in with your password.",
	recovery: "One of your recovery codes, if you cannot use your passkey.",
};

export const passkeyWords: Record<Language, typeof en> = {
	en,
	fr: {
		use: "Utiliser une clé d’accès",
		unused: "Aucune clé d’accès n’a été utilisée. Réessayez, ou connectez-vous sans elle.",
		refused:
			"La clé d’accès a été refusée\u00a0: elle a peut-être été retirée, ou votre compte est bloqué pour le moment. Réessayez, ou connectez-vous avec votre mot de passe.",
		recovery: "Un de vos codes de secours, si vous ne pouvez pas utiliser votre clé d’accès.",
	},
};
