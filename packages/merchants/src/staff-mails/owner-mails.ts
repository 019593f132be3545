import type { OwnerMailKinds, OwnerMails } from "./owner-mail.ts";

export const ownerMails = {
	"origin.allowed": {
		en: { title: "A website may now show your card form", remedy: "Remove the website in the settings." },
		fr: {
			title: "Un site peut maintenant afficher votre formulaire de carte",
			remedy: "Retirez le site dans les paramètres.",
		},
	},
	"key.created": {
		en: {
			title: "A new key for your pages was created",
			remedy: "Check which key your pages use; the former one works until it is destroyed.",
		},
		fr: {
			title: "Une nouvelle clé a été créée pour vos pages",
			remedy: "Vérifiez quelle clé vos pages utilisent; l’ancienne fonctionne jusqu’à sa destruction.",
		},
	},
	"key.destroyed": {
		en: {
			title: "A key of your pages was destroyed",
			remedy: "Check which key your pages use: cards that they encrypt to the destroyed key cannot be read.",
		},
		fr: {
			title: "Une clé de vos pages a été détruite",
			remedy:
				"Vérifiez quelle clé vos pages utilisent\u00a0: les cartes chiffrées avec la clé détruite sont illisibles.",
		},
	},
	"business.renamed": {
		en: { title: "The name of your business was changed", remedy: "Change the name back in the settings." },
		fr: { title: "Le nom de votre entreprise a été changé", remedy: "Rétablissez le nom dans les paramètres." },
	},
	"merchant.went_live": {
		en: {
			title: "Your account is live",
			remedy:
				"Revoke the live credentials in the settings, and ask the operator of this service for help: real cards can be charged now.",
		},
		fr: {
			title: "Votre compte est en production",
			remedy:
				"Révoquez les identifiants de production dans les paramètres et demandez de l’aide à l’exploitant du service\u00a0: de vraies cartes peuvent maintenant être débitées.",
		},
	},
	"notices.changed": {
		en: { title: "The emails to your customers were changed", remedy: "Change them back in the settings." },
		fr: { title: "Les courriels à vos clients ont été changés", remedy: "Rétablissez-les dans les paramètres." },
	},
	"processor_account.added": {
		en: {
			title: "An account for card payments was connected",
			remedy: "Remove the account in the settings: your card payments may go to a stranger.",
		},
		fr: {
			title: "Un compte de paiement par carte a été connecté",
			remedy:
				"Retirez le compte dans les paramètres\u00a0: vos paiements par carte vont peut-être à une autre personne.",
		},
	},
	"processor_account.changed": {
		en: {
			title: "The keys of an account for card payments were changed",
			remedy: "Change the keys back in the settings, or remove the account: your card payments may go to a stranger.",
		},
		fr: {
			title: "Les clés d’un compte de paiement par carte ont été changées",
			remedy:
				"Rétablissez les clés dans les paramètres, ou retirez le compte\u00a0: vos paiements par carte vont peut-être à une autre personne.",
		},
	},
	"processor_account.removed": {
		en: {
			title: "An account for card payments was removed",
			remedy: "Connect the account again in the settings: until then, you may receive no payments.",
		},
		fr: {
			title: "Un compte de paiement par carte a été retiré",
			remedy: "Reconnectez le compte dans les paramètres\u00a0: d’ici là, vous ne recevez peut-être aucun paiement.",
		},
	},
	"processor_account.refused": {
		en: {
			title: "Your account for card payments is refused",
			reminder:
				"Its processor refuses the account, so no card can be charged: new payments are answered with an error, and renewals wait. Look at the newest declined payment for the processor’s words, arrange it with the processor, then check the account in the settings.",
		},
		fr: {
			title: "Votre compte pour les paiements par carte est refusé",
			reminder:
				"Le processeur refuse ce compte, si bien qu’aucune carte ne peut être débitée\u00a0: les nouveaux paiements reçoivent une erreur et les renouvellements attendent. Le dernier paiement refusé donne le message du processeur. Réglez-le avec lui, puis vérifiez le compte dans les paramètres.",
		},
	},
} as const satisfies OwnerMails;

declare module "./owner-mail.ts" {
	interface OwnerMailEvents extends OwnerMailKinds<typeof ownerMails> {}
}
