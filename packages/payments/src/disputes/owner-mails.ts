import type { OwnerMails } from "@cardseal/merchants";
import type { Language } from "@cardseal/platform";
import { type DisputeReason, disputeReasonOf } from "@cardseal/vault";

const reasons: Record<Language, Record<DisputeReason, string>> = {
	en: {
		fraud: "The payer says that somebody else made the payment",
		not_recognized: "The payer does not recognize the payment",
		not_authorized: "The payment was not authorized by the bank",
		not_received: "The payer did not receive the goods or services",
		not_as_described: "The goods or services are not as described",
		canceled: "The payer canceled the order",
		subscription_canceled: "The payer canceled the subscription",
		credit_missing: "The payer did not receive a refund",
		duplicate: "The payment was taken twice",
		paid_otherwise: "The payer paid in another way",
		wrong_amount: "The amount or currency is wrong",
		late: "The payment was taken too late",
		goods_or_services: "The payer complains about goods, services or a refund",
		processing_error: "The payment was processed wrongly",
	},
	fr: {
		fraud: "Le payeur affirme qu’une autre personne a fait le paiement",
		not_recognized: "Le payeur ne reconnaît pas le paiement",
		not_authorized: "La banque n’a pas autorisé le paiement",
		not_received: "Le payeur n’a pas reçu les biens ou services",
		not_as_described: "Les biens ou services ne correspondent pas à la description",
		canceled: "Le payeur a annulé la commande",
		subscription_canceled: "Le payeur a annulé l’abonnement",
		credit_missing: "Le payeur n’a pas reçu de remboursement",
		duplicate: "Le paiement a été encaissé deux fois",
		paid_otherwise: "Le payeur a payé autrement",
		wrong_amount: "Le montant ou la devise est inexact",
		late: "Le paiement a été encaissé trop tard",
		goods_or_services: "Le payeur se plaint des biens, des services ou d’un remboursement",
		processing_error: "Le paiement a été mal traité",
	},
};

export const ownerMails = {
	"dispute.opened": {
		en: {
			title: "A payer disputes a charge",
			reminder:
				"Send evidence that the charge is right before the date below, or accept the dispute. Without an answer it is lost. You do both on the page of the dispute.",
		},
		fr: {
			title: "Un payeur conteste un paiement",
			reminder:
				"Envoyez avant la date ci-dessous des preuves que le paiement est légitime, ou acceptez la contestation. Sans réponse, elle est perdue. Les deux se font sur la page de la contestation.",
		},
		page: "/app/disputes",
		isAboutCharge: true,
		reasonText(code, language) {
			const reason = disputeReasonOf(code);
			return reason === undefined ? code : `${reasons[language][reason]} (${code})`;
		},
	},
} as const satisfies OwnerMails;
