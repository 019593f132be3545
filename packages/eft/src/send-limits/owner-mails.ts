import type { OwnerMailKinds, OwnerMails } from "@cardseal/merchants";

export const ownerMails = {
	"send.first_payment": {
		en: {
			title: "A first payment was sent to an account",
			remedy: "Lower the limits on the Wallet page, and ask the operator of this service to stop the payment.",
		},
		fr: {
			title: "Un premier paiement a été envoyé à un compte",
			remedy:
				"Abaissez les limites sur la page «\u00a0Portefeuille\u00a0» et demandez à l’exploitant du service d’arrêter le paiement.",
		},
	},
	"send.above_limit": {
		en: {
			title: "A large payment was sent from your wallet",
			remedy: "Lower the limits on the Wallet page, and ask the operator of this service to stop the payment.",
		},
		fr: {
			title: "Un paiement important a été envoyé de votre portefeuille",
			remedy:
				"Abaissez les limites sur la page «\u00a0Portefeuille\u00a0» et demandez à l’exploitant du service d’arrêter le paiement.",
		},
	},
	"send.waiting": {
		en: {
			title: "A payment from your wallet waits for approval",
			remedy: "Reject the payment on the Wallet page: you need to be another person than the one who asked.",
		},
		fr: {
			title: "Un paiement de votre portefeuille attend une approbation",
			remedy:
				"Refusez le paiement sur la page «\u00a0Portefeuille\u00a0»\u00a0: une autre personne que celle qui l’a demandé peut le faire.",
		},
	},
	"send.approved": {
		en: {
			title: "A payment from your wallet was approved",
			remedy: "Lower the limits on the Wallet page, and ask the operator of this service to stop the payment.",
		},
		fr: {
			title: "Un paiement de votre portefeuille a été approuvé",
			remedy:
				"Abaissez les limites sur la page «\u00a0Portefeuille\u00a0» et demandez à l’exploitant du service d’arrêter le paiement.",
		},
	},
	"send.rejected": {
		en: {
			title: "A payment from your wallet was rejected",
			remedy: "Ask for the payment again if it is right: its amount is available again.",
		},
		fr: {
			title: "Un paiement de votre portefeuille a été refusé",
			remedy: "Demandez de nouveau le paiement s’il est légitime\u00a0: son montant est de nouveau disponible.",
		},
	},
	"send.approval_expired": {
		en: {
			title: "A payment from your wallet was not approved in time",
			reminder:
				"Nobody approved or rejected this payment within seven days. It was not sent, and its amount is available again. Send it again if it is still needed.",
		},
		fr: {
			title: "Un paiement de votre portefeuille n’a pas été approuvé à temps",
			reminder:
				"Personne n’a approuvé ni refusé ce paiement en sept jours. Il n’a pas été envoyé, et son montant est de nouveau disponible. Refaites-le s’il est encore nécessaire.",
		},
	},
	"send_limit.raised": {
		en: {
			title: "A limit for sending money rises in 24 hours",
			remedy: "Lower the limit again on the Wallet page: that holds at once.",
		},
		fr: {
			title: "Une limite d’envoi augmente dans 24 heures",
			remedy: "Abaissez de nouveau la limite sur la page «\u00a0Portefeuille\u00a0»\u00a0: l’effet est immédiat.",
		},
	},
} as const satisfies OwnerMails;

declare module "@cardseal/merchants/owner-mails" {
	interface OwnerMailEvents extends OwnerMailKinds<typeof ownerMails> {}
}
