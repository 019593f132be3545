/** A change that gives access or moves money. Every owner gets an email about it, since a stranger may have made it. */
export type OwnerNoticeEvent =
	| "send.first_payment"
	| "send.above_limit"
	| "send_limit.raised"
	| "credential.created"
	| "partner.connected"
	| "staff.invited"
	| "staff.role_changed"
	| "origin.allowed"
	| "key.created"
	| "key.destroyed"
	| "business.renamed"
	| "notices.changed";

/** A change of the bank account that receives a merchant's deposits. */
export type BankAccountEventType = `bank_account.${"linked" | "replaced" | "removed"}`;

export interface OwnerNoticeDetails {
	/** The subject of the change, such as the name of a credential or a masked account. */
	about?: string;
	/** Whole cents, of a payment or a limit. */
	amount_cents?: number;
	/** The raised limit. */
	limit?: "per_payment" | "per_day" | "per_new_payee" | "confirm_above";
	/** The API client that made the change. */
	client_id?: string;
	/** The linked or removed account, such as `****6789`. */
	masked_account?: string;
}
