/** Events without an actor, such as an expiry. */
export const ownerReminders = [
	"credential.expiring",
	"send.approval_expired",
	"dispute.opened",
	"endpoint.disabled",
	"endpoint.revoked",
	"processor_account.refused",
] as const;

export type OwnerReminder = (typeof ownerReminders)[number];

/** A change that a stranger may have made. */
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

export type OwnerMailEvent = OwnerWarning | OwnerReminder;

export function isOwnerReminder(event: string): event is OwnerReminder {
	return ownerReminders.some((reminder) => reminder === event);
}

export type BankAccountEventType = `bank_account.${"linked" | "replaced" | "removed"}`;

export interface OwnerMailDetails {
	/** A name or a masked account. */
	about?: string;
	/** A payment's or a limit's. */
	amount_cents?: number;
	/** CAD without it. */
	currency?: string;
	reason_code?: string;
	/** The end of the time for an answer. */
	due_at?: number;
	limit?: "per_payment" | "per_day" | "per_new_payee" | "confirm_above" | "approve_above";
	expires_at?: number;
	client_id?: string;
	masked_account?: string;
}
