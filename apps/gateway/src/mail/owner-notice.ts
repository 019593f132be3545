/** Events without an actor, such as an expiry: an owner may want to act, but no stranger caused them. */
export const ownerReminders = [
	"credential.expiring",
	"send.approval_expired",
	"dispute.opened",
	"endpoint.disabled",
	"endpoint.revoked",
] as const;

export type OwnerReminder = (typeof ownerReminders)[number];

/** A change that gives access or moves money. Every owner gets an email about it, since a stranger may have made it. */
export type OwnerWarning =
	| "send.first_payment"
	| "send.above_limit"
	| "send.waiting"
	| "send.approved"
	| "send.rejected"
	| "send_limit.raised"
	| "credential.created"
	| "credential.expiry_changed"
	| "endpoint.created"
	| "endpoint.url_changed"
	| "endpoint.secret_rotated"
	| "partner.connected"
	| "staff.invited"
	| "staff.role_changed"
	| "origin.allowed"
	| "key.created"
	| "key.destroyed"
	| "business.renamed"
	| "merchant.went_live"
	| "notices.changed"
	| "processor_account.added"
	| "processor_account.changed"
	| "processor_account.removed";

export type OwnerNoticeEvent = OwnerWarning | OwnerReminder;

export function isOwnerReminder(event: string): event is OwnerReminder {
	return ownerReminders.some((reminder) => reminder === event);
}

/** A change of the bank account that receives a merchant's withdrawals. */
export type BankAccountEventType = `bank_account.${"linked" | "replaced" | "removed"}`;

export interface OwnerNoticeDetails {
	/** The subject of the change, such as the name of a credential or a masked account. */
	about?: string;
	/** Whole cents, of a payment or a limit. */
	amount_cents?: number;
	/** The currency of the amount; CAD without it. */
	currency?: string;
	/** The card network's code for a dispute. */
	reason_code?: string;
	/** The end of the time for an answer, ms since 1970. */
	due_at?: number;
	/** The raised limit. */
	limit?: "per_payment" | "per_day" | "per_new_payee" | "confirm_above" | "approve_above";
	/** The expiry of a credential, ms since 1970. */
	expires_at?: number;
	/** The API client that made the change. */
	client_id?: string;
	/** The linked or removed account, such as `****6789`. */
	masked_account?: string;
}
