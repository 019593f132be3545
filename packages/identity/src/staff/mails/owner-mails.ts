import type { OwnerMailKinds, OwnerMails } from "@cardseal/merchants";

export const ownerMails = {
	"credential.created": {
		en: { title: "An API credential was created", remedy: "Revoke the credential in the settings." },
		fr: { title: "Un identifiant d’API a été créé", remedy: "Révoquez l’identifiant dans les paramètres." },
	},
	"credential.expiry_changed": {
		en: {
			title: "The expiry of an API credential was changed",
			remedy: "Revoke the credential in the settings, or change its expiry back.",
		},
		fr: {
			title: "L’expiration d’un identifiant d’API a été changée",
			remedy: "Révoquez l’identifiant dans les paramètres, ou rétablissez son expiration.",
		},
	},
	"credential.expiring": {
		en: {
			title: "An API credential expires soon",
			reminder:
				"After that date, servers that use this credential are refused. Create another one for them in the settings, or change the expiry of this one.",
		},
		fr: {
			title: "Un identifiant d’API expire bientôt",
			reminder:
				"Après cette date, les serveurs qui utilisent cet identifiant sont refusés. Créez-en un autre pour eux dans les paramètres, ou changez l’expiration de celui-ci.",
		},
	},
	"partner.connected": {
		en: { title: "A partner was connected", remedy: "Disconnect the partner in the settings." },
		fr: { title: "Un partenaire a été connecté", remedy: "Déconnectez le partenaire dans les paramètres." },
	},
	"staff.invited": {
		en: {
			title: "A person was invited to your staff",
			remedy: "Withdraw the invitation, or remove the person, on the Staff page.",
		},
		fr: {
			title: "Une personne a été invitée à se joindre à votre personnel",
			remedy: "Retirez l’invitation ou la personne sur la page «\u00a0Personnel\u00a0».",
		},
	},
	"staff.role_changed": {
		en: { title: "The role of a staff member was changed", remedy: "Change the role back on the Staff page." },
		fr: {
			title: "Le rôle d’un membre du personnel a été changé",
			remedy: "Rétablissez le rôle sur la page «\u00a0Personnel\u00a0».",
		},
	},
} as const satisfies OwnerMails;

declare module "@cardseal/merchants/owner-mails" {
	interface OwnerMailEvents extends OwnerMailKinds<typeof ownerMails> {}
}
