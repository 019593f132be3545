const transactionMeanings = {
	"transaction.approved": "A sale, authorization, capture, refund or void was approved",
	"transaction.declined": "A sale, authorization, capture, refund or void was declined",
	"transaction.pending": "The outcome is not known yet; another event tells it",
	"transaction.action_required":
		"The payer has to authenticate: open `next_action.url` of the charge in the payer's browser",
	"transaction.voided": "A sale, authorization or capture was voided; the void has its own event",
} as const;

export type TransactionEventType = keyof typeof transactionMeanings;

export const eventMeanings = {
	...transactionMeanings,
	"customer.created": "A customer was created",
	"customer.updated": "A customer's details were changed",
	"customer.erased": "A customer's personal data was erased; `data` has none of it",
	"card.added": "A card was stored on a customer",
	"card.updated": "A stored card was changed, or became the default",
	"card.deleted": "A stored card was deleted",
	"plan.created": "A plan was created",
	"plan.updated": "A plan was changed",
	"plan.deleted": "A plan was deleted; its subscriptions continue",
	"subscription.created": "A customer was subscribed to a plan",
	"subscription.updated": "A subscription was changed or paused",
	"subscription.renewed": "A payment of a subscription was approved",
	"subscription.payment_failed": "A payment of a subscription was declined",
	"subscription.suspended": "A subscription has stopped, because its payment failed or cannot be tried",
	"subscription.resumed": "A subscription is active again",
	"subscription.canceled": "A subscription was cancelled",
	"subscription.expired": "The last payment of a subscription was approved",
	"payment_link.paid": "A payer paid a payment link",
	"payment_link.expired": "Nobody paid a payment link in time",
	"eft.pending": "A payment between bank accounts was asked for or is on its way",
	"eft.approved": "A request for money was accepted, or a payment has left the wallet",
	"eft.settled": "The payer's bank confirmed a request for money that was accepted before",
	"eft.declined": "A request for money was declined or has expired, or a payment was rejected",
	"eft.returned": "The bank returned a payment",
	"settlement.paid": "A processor has told of a settlement",
	"dispute.opened": "A payer disputes a payment",
	"dispute.won": "A dispute was decided for you",
	"dispute.lost": "A dispute was decided against you, or you accepted it",
	"endpoint.disabled":
		"An endpoint gets no more events, because it took none for five days, answered 410, or was disabled with the credential, grant or member that made it",
	ping: "You sent it to an endpoint, to try it",
} as const;

export type EventType = keyof typeof eventMeanings;

export const eventTypes = Object.keys(eventMeanings) as EventType[];
