import type { Language } from "@cardseal/platform";

const en = {
	titles: {
		"send.first_payment": "A first payment was sent to an account",
		"send.above_limit": "A large payment was sent from your wallet",
		"send.waiting": "A payment from your wallet waits for approval",
		"send.approved": "A payment from your wallet was approved",
		"send.rejected": "A payment from your wallet was rejected",
		"send.approval_expired": "A payment from your wallet was not approved in time",
		"dispute.opened": "A payer disputes a charge",
		"send_limit.raised": "A limit for sending money rises in 24 hours",
		"credential.created": "An API credential was created",
		"credential.expiry_changed": "The expiry of an API credential was changed",
		"credential.expiring": "An API credential expires soon",
		"endpoint.created": "A server now receives your events",
		"endpoint.url_changed": "Your events now go to another address",
		"endpoint.secret_rotated": "The secret that signs your events was replaced",
		"endpoint.disabled": "A server no longer receives your events",
		"endpoint.revoked": "A server no longer receives your events",
		"partner.connected": "A partner was connected",
		"staff.invited": "A person was invited to your staff",
		"staff.role_changed": "The role of a staff member was changed",
		"origin.allowed": "A website may now show your card form",
		"key.created": "A new key for your pages was created",
		"key.destroyed": "A key of your pages was destroyed",
		"business.renamed": "The name of your business was changed",
		"merchant.went_live": "Your account is live",
		"notices.changed": "The emails to your customers were changed",
		"processor_account.added": "An account for card payments was connected",
		"processor_account.changed": "The keys of an account for card payments were changed",
		"processor_account.removed": "An account for card payments was removed",
		"processor_account.refused": "Your account for card payments is refused",
	},
	remedies: {
		"send.first_payment":
			"Lower the limits on the Wallet page, and ask the operator of this service to stop the payment.",
		"send.above_limit":
			"Lower the limits on the Wallet page, and ask the operator of this service to stop the payment.",
		"send.waiting": "Reject the payment on the Wallet page: you need to be another person than the one who asked.",
		"send.approved": "Lower the limits on the Wallet page, and ask the operator of this service to stop the payment.",
		"send.rejected": "Ask for the payment again if it is right: its amount is available again.",
		"send_limit.raised": "Lower the limit again on the Wallet page: that holds at once.",
		"credential.created": "Revoke the credential in the settings.",
		"credential.expiry_changed": "Revoke the credential in the settings, or change its expiry back.",
		"endpoint.created": "Delete the endpoint on the Developers page: it receives your payments and customers.",
		"endpoint.url_changed": "Change the address back on the Developers page, or delete the endpoint.",
		"endpoint.secret_rotated":
			"Replace the secret again on the Developers page: who has it can send your server false events.",
		"partner.connected": "Disconnect the partner in the settings.",
		"staff.invited": "Withdraw the invitation, or remove the person, on the Staff page.",
		"staff.role_changed": "Change the role back on the Staff page.",
		"origin.allowed": "Remove the website in the settings.",
		"key.created": "Check which key your pages use; the former one works until it is destroyed.",
		"key.destroyed": "Check which key your pages use: cards that they encrypt to the destroyed key cannot be read.",
		"business.renamed": "Change the name back in the settings.",
		"merchant.went_live":
			"Revoke the live credentials in the settings, and ask the operator of this service for help: real cards can be charged now.",
		"notices.changed": "Change them back in the settings.",
		"processor_account.added": "Remove the account in the settings: your card payments may go to a stranger.",
		"processor_account.changed":
			"Change the keys back in the settings, or remove the account: your card payments may go to a stranger.",
		"processor_account.removed": "Connect the account again in the settings: until then, you may receive no payments.",
	},
	reminders: {
		"send.approval_expired":
			"Nobody approved or rejected this payment within seven days. It was not sent, and its amount is available again. Send it again if it is still needed.",
		"dispute.opened":
			"Send evidence that the charge is right before the date below, or accept the dispute. Without an answer it is lost. You do both on the page of the dispute.",
		"endpoint.disabled":
			"The server answered that the address is gone, or took no event for five days, so nothing is sent to it any more. When it works again, enable the endpoint on the Developers page, and read the events that it missed.",
		"endpoint.revoked":
			"The credential or partner that set it up was revoked, or the person was removed from your staff. If the server is yours, enable the endpoint on the Developers page, and read the events that it missed.",
		"processor_account.refused":
			"Its processor refuses the account, so no card can be charged: new payments are answered with an error, and renewals wait. Look at the newest declined payment for the processor’s words, arrange it with the processor, then check the account in the settings.",
		"credential.expiring":
			"After that date, servers that use this credential are refused. Create another one for them in the settings, or change the expiry of this one.",
	},
	limits: {
		per_payment: "The largest payment",
		per_day: "All payments within 24 hours",
		per_new_payee: "Payments to a new account in its first 24 hours",
		confirm_above: "The largest payment without a password",
		approve_above: "The largest payment without a second person",
	},
	expected:
		"You receive this email because you are an owner of this account. If you expected this, you do not need to do anything.",
	unexpected: {
		staff: (remedy: string) =>
			`If you did not expect it: change your password, which ends all your other sessions. ${remedy} Check on the Staff page who has access.`,
		client: (remedy: string) =>
			`If you did not expect it: revoke the credential that did it in the settings, or disconnect the partner. ${remedy}`,
	},
	about: "About",
	amount: "Amount",
	to: "To",
	charge: "Transaction",
	reason: "Reason",
	reasons: {
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
	due: "Answer before",
	limit: "Limit",
	expires: "Expires",
	off: "No limit",
	business: "Business",
	when: "When",
	open: "Open the account",
};

export type OwnerMailWords = typeof en;

export const ownerMailWords: Record<Language, typeof en> = {
	en,
	fr: {
		titles: {
			"send.first_payment": "Un premier paiement a été envoyé à un compte",
			"send.above_limit": "Un paiement important a été envoyé de votre portefeuille",
			"send.waiting": "Un paiement de votre portefeuille attend une approbation",
			"send.approved": "Un paiement de votre portefeuille a été approuvé",
			"send.rejected": "Un paiement de votre portefeuille a été refusé",
			"send.approval_expired": "Un paiement de votre portefeuille n’a pas été approuvé à temps",
			"dispute.opened": "Un payeur conteste un paiement",
			"send_limit.raised": "Une limite d’envoi augmente dans 24 heures",
			"credential.created": "Un identifiant d’API a été créé",
			"credential.expiry_changed": "L’expiration d’un identifiant d’API a été changée",
			"credential.expiring": "Un identifiant d’API expire bientôt",
			"endpoint.created": "Un serveur reçoit maintenant vos événements",
			"endpoint.url_changed": "Vos événements vont maintenant à une autre adresse",
			"endpoint.secret_rotated": "Le secret qui signe vos événements a été remplacé",
			"endpoint.disabled": "Un serveur ne reçoit plus vos événements",
			"endpoint.revoked": "Un serveur ne reçoit plus vos événements",
			"partner.connected": "Un partenaire a été connecté",
			"staff.invited": "Une personne a été invitée à se joindre à votre personnel",
			"staff.role_changed": "Le rôle d’un membre du personnel a été changé",
			"origin.allowed": "Un site peut maintenant afficher votre formulaire de carte",
			"key.created": "Une nouvelle clé a été créée pour vos pages",
			"key.destroyed": "Une clé de vos pages a été détruite",
			"business.renamed": "Le nom de votre entreprise a été changé",
			"merchant.went_live": "Votre compte est en production",
			"notices.changed": "Les courriels à vos clients ont été changés",
			"processor_account.added": "Un compte de paiement par carte a été connecté",
			"processor_account.changed": "Les clés d’un compte de paiement par carte ont été changées",
			"processor_account.removed": "Un compte de paiement par carte a été retiré",
			"processor_account.refused": "Votre compte pour les paiements par carte est refusé",
		},
		remedies: {
			"send.first_payment":
				"Abaissez les limites sur la page «\u00a0Portefeuille\u00a0» et demandez à l’exploitant du service d’arrêter le paiement.",
			"send.above_limit":
				"Abaissez les limites sur la page «\u00a0Portefeuille\u00a0» et demandez à l’exploitant du service d’arrêter le paiement.",
			"send.waiting":
				"Refusez le paiement sur la page «\u00a0Portefeuille\u00a0»\u00a0: une autre personne que celle qui l’a demandé peut le faire.",
			"send.approved":
				"Abaissez les limites sur la page «\u00a0Portefeuille\u00a0» et demandez à l’exploitant du service d’arrêter le paiement.",
			"send.rejected":
				"Demandez de nouveau le paiement s’il est légitime\u00a0: son montant est de nouveau disponible.",
			"send_limit.raised":
				"Abaissez de nouveau la limite sur la page «\u00a0Portefeuille\u00a0»\u00a0: l’effet est immédiat.",
			"credential.created": "Révoquez l’identifiant dans les paramètres.",
			"credential.expiry_changed": "Révoquez l’identifiant dans les paramètres, ou rétablissez son expiration.",
			"endpoint.created":
				"Supprimez le point de réception sur la page «\u00a0Développeurs\u00a0»\u00a0: il reçoit vos paiements et vos clients.",
			"endpoint.url_changed":
				"Rétablissez l’adresse sur la page «\u00a0Développeurs\u00a0», ou supprimez le point de réception.",
			"endpoint.secret_rotated":
				"Remplacez de nouveau le secret sur la page «\u00a0Développeurs\u00a0»\u00a0: qui le possède peut envoyer de faux événements à votre serveur.",
			"partner.connected": "Déconnectez le partenaire dans les paramètres.",
			"staff.invited": "Retirez l’invitation ou la personne sur la page «\u00a0Personnel\u00a0».",
			"staff.role_changed": "Rétablissez le rôle sur la page «\u00a0Personnel\u00a0».",
			"origin.allowed": "Retirez le site dans les paramètres.",
			"key.created": "Vérifiez quelle clé vos pages utilisent; l’ancienne fonctionne jusqu’à sa destruction.",
			"key.destroyed":
				"Vérifiez quelle clé vos pages utilisent\u00a0: les cartes chiffrées avec la clé détruite sont illisibles.",
			"business.renamed": "Rétablissez le nom dans les paramètres.",
			"merchant.went_live":
				"Révoquez les identifiants de production dans les paramètres et demandez de l’aide à l’exploitant du service\u00a0: de vraies cartes peuvent maintenant être débitées.",
			"notices.changed": "Rétablissez-les dans les paramètres.",
			"processor_account.added":
				"Retirez le compte dans les paramètres\u00a0: vos paiements par carte vont peut-être à une autre personne.",
			"processor_account.changed":
				"Rétablissez les clés dans les paramètres, ou retirez le compte\u00a0: vos paiements par carte vont peut-être à une autre personne.",
			"processor_account.removed":
				"Reconnectez le compte dans les paramètres\u00a0: d’ici là, vous ne recevez peut-être aucun paiement.",
		},
		reminders: {
			"send.approval_expired":
				"Personne n’a approuvé ni refusé ce paiement en sept jours. Il n’a pas été envoyé, et son montant est de nouveau disponible. Refaites-le s’il est encore nécessaire.",
			"dispute.opened":
				"Envoyez avant la date ci-dessous des preuves que le paiement est légitime, ou acceptez la contestation. Sans réponse, elle est perdue. Les deux se font sur la page de la contestation.",
			"endpoint.revoked":
				"L’identifiant ou le partenaire qui l’avait configuré a été révoqué, ou la personne ne fait plus partie de votre personnel. Si le serveur est le vôtre, activez le point de réception sur la page «\u00a0Développeurs\u00a0» et lisez les événements manqués.",
			"endpoint.disabled":
				"Le serveur a répondu que l’adresse n’existe plus, ou n’a accepté aucun événement pendant cinq jours\u00a0: plus rien ne lui est envoyé. Lorsqu’il fonctionnera de nouveau, activez le point de réception sur la page «\u00a0Développeurs\u00a0» et lisez les événements manqués.",
			"processor_account.refused":
				"Le processeur refuse ce compte, si bien qu’aucune carte ne peut être débitée : les nouveaux paiements reçoivent une erreur et les renouvellements attendent. Le dernier paiement refusé donne le message du processeur. Réglez-le avec lui, puis vérifiez le compte dans les paramètres.",
			"credential.expiring":
				"Après cette date, les serveurs qui utilisent cet identifiant sont refusés. Créez-en un autre pour eux dans les paramètres, ou changez l’expiration de celui-ci.",
		},
		limits: {
			per_payment: "Le plus grand paiement",
			per_day: "Tous les paiements en 24 heures",
			per_new_payee: "Les paiements à un nouveau compte pendant ses 24 premières heures",
			confirm_above: "Le plus grand paiement sans mot de passe",
			approve_above: "Le plus grand paiement sans seconde personne",
		},
		expected:
			"Vous recevez ce courriel à titre de propriétaire de ce compte. Si vous vous y attendiez, vous n’avez rien à faire.",
		unexpected: {
			staff: (remedy) =>
				`Sinon, changez votre mot de passe, ce qui met fin à toutes vos autres sessions. ${remedy} Vérifiez sur la page «\u00a0Personnel\u00a0» qui a accès au compte.`,
			client: (remedy) =>
				`Sinon, révoquez dans les paramètres l’identifiant qui l’a fait, ou déconnectez le partenaire. ${remedy}`,
		},
		about: "Objet",
		amount: "Montant",
		to: "Destinataire",
		charge: "Transaction",
		reason: "Motif",
		reasons: {
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
		due: "Réponse avant",
		limit: "Limite",
		expires: "Expiration",
		off: "Aucune limite",
		business: "Entreprise",
		when: "Date",
		open: "Ouvrir le compte",
	},
};
