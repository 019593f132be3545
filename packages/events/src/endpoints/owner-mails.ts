import type { OwnerMailKinds, OwnerMails } from "@cardseal/merchants";

export const ownerMails = {
	"endpoint.created": {
		en: {
			title: "A server now receives your events",
			remedy: "Delete the endpoint on the Developers page: it receives your payments and customers.",
		},
		fr: {
			title: "Un serveur reçoit maintenant vos événements",
			remedy:
				"Supprimez le point de réception sur la page «\u00a0Développeurs\u00a0»\u00a0: il reçoit vos paiements et vos clients.",
		},
	},
	"endpoint.url_changed": {
		en: {
			title: "Your events now go to another address",
			remedy: "Change the address back on the Developers page, or delete the endpoint.",
		},
		fr: {
			title: "Vos événements vont maintenant à une autre adresse",
			remedy: "Rétablissez l’adresse sur la page «\u00a0Développeurs\u00a0», ou supprimez le point de réception.",
		},
	},
	"endpoint.secret_rotated": {
		en: {
			title: "The secret that signs your events was replaced",
			remedy: "Replace the secret again on the Developers page: who has it can send your server false events.",
		},
		fr: {
			title: "Le secret qui signe vos événements a été remplacé",
			remedy:
				"Remplacez de nouveau le secret sur la page «\u00a0Développeurs\u00a0»\u00a0: qui le possède peut envoyer de faux événements à votre serveur.",
		},
	},
	"endpoint.disabled": {
		en: {
			title: "A server no longer receives your events",
			reminder:
				"The server answered that the address is gone, or took no event for five days, so nothing is sent to it any more. When it works again, enable the endpoint on the Developers page, and read the events that it missed.",
		},
		fr: {
			title: "Un serveur ne reçoit plus vos événements",
			reminder:
				"Le serveur a répondu que l’adresse n’existe plus, ou n’a accepté aucun événement pendant cinq jours\u00a0: plus rien ne lui est envoyé. Lorsqu’il fonctionnera de nouveau, activez le point de réception sur la page «\u00a0Développeurs\u00a0» et lisez les événements manqués.",
		},
	},
	"endpoint.revoked": {
		en: {
			title: "A server no longer receives your events",
			reminder:
				"The credential or partner that set it up was revoked, or the person was removed from your staff. If the server is yours, enable the endpoint on the Developers page, and read the events that it missed.",
		},
		fr: {
			title: "Un serveur ne reçoit plus vos événements",
			reminder:
				"L’identifiant ou le partenaire qui l’avait configuré a été révoqué, ou la personne ne fait plus partie de votre personnel. Si le serveur est le vôtre, activez le point de réception sur la page «\u00a0Développeurs\u00a0» et lisez les événements manqués.",
		},
	},
} as const satisfies OwnerMails;

declare module "@cardseal/merchants/owner-mails" {
	interface OwnerMailEvents extends OwnerMailKinds<typeof ownerMails> {}
}
