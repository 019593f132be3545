import type { checkoutWords as en } from "../en/checkout.ts";

export const checkoutWords: typeof en = {
	nameMissing: "Entrez le nom de la personne qui paie.",
	nameUnusable: "Ce nom contient des caractères que nous ne pouvons pas utiliser. Tapez-le de nouveau à la main.",
	nameTooLong: "Ce nom est trop long. Raccourcissez-le à 255 caractères.",
	emailInvalid: "Entrez une adresse courriel comme nom@example.com.",
	cardNumberHere:
		"Cela ressemble à un numéro de carte. Entrez les numéros de carte seulement sous «\u00a0Numéro de carte\u00a0».",
	numberMissing: "Entrez le numéro de la carte.",
	numberInvalid: "Ce numéro de carte est incomplet ou contient une erreur. Comparez-le avec la carte.",
	expiryMissing: "Entrez le mois et l’année d’expiration, par exemple 08/27.",
	expiryInvalid: "Ce n’est pas une date d’expiration. Entrez le mois et l’année, par exemple 08/27.",
	cardExpired: "La date d’expiration de cette carte est passée. Vérifiez la date ou utilisez une autre carte.",
	securityCodeMissing: "Entrez le code de sécurité.",
	securityCodeInvalid: "Ce code de sécurité ne convient pas à cette carte. Comparez-le avec la carte.",
	sealNotLoaded:
		"La partie de cette page qui chiffre votre carte ne s’est pas chargée. Actualisez la page et réessayez. Rien n’a été envoyé.",
	notSealed:
		"Votre carte n’a pas pu être chiffrée sur cette page. Rien n’a été envoyé. Actualisez la page et réessayez.",
	cardFormNotLoaded:
		"Le formulaire de carte de notre prestataire de paiement ne s’est pas chargé. Actualisez la page et réessayez. Rien n’a été envoyé.",
	cardFormFailed:
		"Le formulaire de carte de notre prestataire de paiement ne répond pas. Réessayez, ou actualisez la page. Rien n’a été débité.",
	offline:
		"Cet appareil est hors ligne. Vérifiez votre connexion et appuyez de nouveau sur Payer. Rien n’a été débité.",
	yourCard: (brand) => (brand === undefined ? "Votre carte" : `Votre carte ${brand}`),
	testNumberCopied:
		"Copié. Collez-le sous «\u00a0Numéro de carte\u00a0»; toute date d’expiration future et trois chiffres quelconques conviennent.",
	testNumberNotCopied: "Ce navigateur n’a pas permis la copie. Tapez le numéro sous «\u00a0Numéro de carte\u00a0».",
	paying: "Paiement en cours…",
	takingLonger: "Cela prend plus de temps que d’habitude. Laissez la page ouverte.",
	shopUnreachable:
		"La boutique n’a pas répondu. Vérifiez votre connexion et appuyez de nouveau sur Payer\u00a0: vous ne pouvez pas payer deux fois.",
	providerUnreachable:
		"Notre prestataire de paiement est injoignable en ce moment. Rien n’a été débité. Appuyez de nouveau sur Payer dans une minute.",
	shopCannotCharge:
		"Cette boutique ne peut pas accepter de paiements en ce moment. Rien n’a été débité. Revenez plus tard.",
	cardRefused: (reason) => `Notre prestataire de paiement n’a pas accepté cette carte. Rien n’a été débité. ${reason}`,
	bankRefused: (reason) => `Nous n’avons pas pu vous envoyer de lien. Rien n’a été débité. ${reason}`,
	noBankPayments:
		"Cette boutique ne peut pas être payée à partir d’un compte bancaire en ce moment. Rien n’a été débité. Payez par carte.",
	wrongAddress: (address) =>
		`Cette boutique accepte les paiements seulement à ${address}. Ouvrez-la à cette adresse et commandez de nouveau. Rien n’a été débité.`,
	orderGone:
		"Nous ne connaissons pas cette commande. Retournez à la boutique et commandez de nouveau. Rien n’a été débité.",
};
