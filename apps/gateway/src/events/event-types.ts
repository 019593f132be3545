/** The types of events about card transactions. */
export const transactionEventTypes = [
	"transaction.approved",
	"transaction.declined",
	"transaction.pending",
	"transaction.voided",
] as const;

export type TransactionEventType = (typeof transactionEventTypes)[number];

/** Every type of event, with its meaning. */
export const eventTypes = [
	...transactionEventTypes,
	"customer.created",
	"customer.updated",
	"card.added",
	"card.updated",
	"card.deleted",
	"plan.created",
	"plan.updated",
	"plan.deleted",
	"subscription.created",
	"subscription.updated",
	"subscription.renewed",
	"subscription.payment_failed",
	"subscription.suspended",
	"subscription.resumed",
	"subscription.canceled",
	"subscription.expired",
	"eft.pending",
	"eft.approved",
	"eft.declined",
	"eft.returned",
	"settlement.paid",
	"dispute.opened",
	"dispute.won",
	"dispute.lost",
	"endpoint.disabled",
	"ping",
] as const;

export type EventType = (typeof eventTypes)[number];
