import type { Schemas } from "../api/records.ts";

type EventType = Schemas["Event"]["type"];

/** A new type fails to compile until it is listed. */
const listed: Record<EventType, true> = {
	"transaction.approved": true,
	"transaction.declined": true,
	"transaction.pending": true,
	"transaction.action_required": true,
	"transaction.voided": true,
	"customer.created": true,
	"customer.updated": true,
	"customer.erased": true,
	"card.added": true,
	"card.updated": true,
	"card.deleted": true,
	"plan.created": true,
	"plan.updated": true,
	"plan.deleted": true,
	"subscription.created": true,
	"subscription.updated": true,
	"subscription.renewed": true,
	"subscription.payment_failed": true,
	"subscription.suspended": true,
	"subscription.resumed": true,
	"subscription.canceled": true,
	"subscription.expired": true,
	"eft.pending": true,
	"eft.approved": true,
	"eft.settled": true,
	"eft.declined": true,
	"eft.returned": true,
	"settlement.paid": true,
	"dispute.opened": true,
	"dispute.won": true,
	"dispute.lost": true,
	"endpoint.disabled": true,
	ping: true,
};

/** Every type of event, by the gateway's names, which programs compare. */
export const eventTypes = Object.keys(listed) as EventType[];
