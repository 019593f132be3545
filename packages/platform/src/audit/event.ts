import type { Modification } from "@cardseal/vault";

/** A copy, since `staff/` may not be imported. */
type Role = "owner" | "administrator" | "clerk";

/** The kind `nobody` is a failed authentication. */
export type Actor =
	| { kind: "client"; clientId: string }
	| { kind: "staff"; userId: number }
	| { kind: "operator"; login: string }
	| { kind: "system"; part: "gateway" | "sandbox" | "audit" }
	| { kind: "nobody" };

export interface Caller {
	actor: Actor;
	clientAddress: string | null;
	requestId: string | null;
}

/** Objects are our ids or an operator's values, never card data, secrets, tokens, or text of outsiders. */
export type AuditEventFacts =
	/** The customer's lookup id; `cards` were destroyed. */
	| { type: "customer.exported"; object: string }
	| { type: "customer.erased"; object: string; details: { cards: string[] } }
	| { type: "card.stored" | "card.deleted"; object: string; details: { customer: string; transaction?: string } }
	| { type: "card.changed"; object: string; details: { customer: string; transaction?: string; fields: string[] } }
	/** A number left the vault for the processor. */
	| { type: "card.read"; object: string; details: { transaction: string } | { customer: string } }
	/** A card token was made for another merchant. No merchant sees the event. */
	| { type: "card_token.foreign"; object: string; details: { made_for: string } }
	| { type: "plan.created" | "plan.changed" | "plan.deleted"; object: string }
	/** Renewals are recorded with their transactions. */
	| { type: "subscription.created"; object: string; details: { customer: string; plan: string; card: string } }
	| { type: "subscription.changed"; object: string; details: { customer: string; fields: string[]; status?: string } }
	| { type: "subscription.canceled"; object: string; details: { customer: string; fields: string[]; status: string } }
	| { type: "merchant.created" | "staff.created" | "credential.created" | "credential.revoked"; object: string }
	/** The live merchant's public id, as is `twin`. */
	| { type: "merchant.went_live"; object: string; details: { twin: string } }
	| { type: "endpoint.created" | "endpoint.deleted" | "endpoint.secret_rotated"; object: string }
	| { type: "endpoint.changed"; object: string; details: { fields: string[] } }
	/** Disabled by the gateway, or with its maker. */
	| { type: "endpoint.disabled"; object: string; details: { because: "gone" | "failing" | "revoked" } }
	| { type: "credential.expiry_changed"; object: string; details: { expires_at: number | "never" } }
	| { type: "origin.allowed" | "origin.removed"; object: string }
	| { type: "settings.changed"; object: string; details: { setting: string; to: string } }
	| { type: "session.opened" | "session.ended"; object: string; details: { session: string } }
	| { type: "session.stepped_up"; object: string; details: { session: string } }
	| { type: "password.changed"; object: string }
	| { type: "password.reset_asked"; object: string }
	| { type: "second_factor.enabled" | "second_factor.disabled" | "second_factor.locked"; object: string }
	| { type: "recovery_code.used" | "recovery_codes.renewed"; object: string }
	| { type: "passkey.added" | "passkey.removed"; object: string; details: { passkey: string } }
	| { type: "staff.role_changed"; object: string; details: { from: Role; to: Role } }
	| { type: "staff.removed"; object: string }
	| { type: "invitation.sent"; object: string; details: { role: string } }
	| { type: "invitation.accepted" | "invitation.withdrawn"; object: string }
	| {
			type: `${Modification}.requested`;
			object: string;
			details: { original: string; amount_cents: number };
	  }
	/** A processor contradicts the recorded outcome, which stays. */
	| { type: "outcome.differs"; object: string; details: { recorded: string; told: string } }
	| {
			type: "dispute.accepted" | "dispute.evidence_sent";
			object: string;
			details: { transaction: string; amount_cents: number };
	  }
	| { type: "settlements.imported"; object: string; details: { settlements: number; items: number } }
	| { type: "send.requested" | "deposit.requested"; object: string; details: { amount_cents: number } }
	| {
			type: "send.approved" | "send.rejected" | "send.approval_expired";
			object: string;
			details: { amount_cents: number };
	  }
	/** `code` is the bank's return code. */
	| { type: "eft.settled"; object: string }
	| { type: "eft.returned"; object: string; details: { code: string } }
	/** An answer by link has no known actor. */
	| { type: "eft_request.sent"; object: string; details: { customer?: string; amount_cents: number } }
	| { type: "eft_request.accepted" | "eft_request.declined" | "eft_request.expired"; object: string }
	/** `request` is the transaction_id of the paid request. */
	| { type: "eft_request.paid"; object: string; details: { request: string; amount_cents: number } }
	| { type: "payment_link.created"; object: string; details: { amount_cents: number } }
	| { type: "payment_link.canceled" | "payment_link.sent"; object: string }
	| { type: `portal_session.${"created" | "opened"}`; object: string; details: { session: string } }
	| { type: "token.revoked"; object: string }
	| { type: "partner.added" | "partner.removed"; object: string }
	| { type: "grant.approved"; object: string; details: { partner: string; scopes: string[] } }
	| { type: "grant.revoked"; object: string; details: { partner: string; because: GrantEnd } }
	/** Null for an unknown name, which may contain anything. */
	| { type: "client_authentication.failed" | "sign_in.failed"; object: string | null; times: number }
	/** The second authentication was missing. */
	| { type: "step_up.failed"; object: string | null; times: number; details: { route?: string } }
	/** Recorded again when an interrupted rotation resumes. */
	| { type: "key.rotation_begun"; object: string }
	| { type: "key.master_split" | "key.master_joined"; object: string; details: { shares: number } }
	| { type: "key.destroyed"; object: string }
	| { type: "receipt.sent_again"; object: string }
	/** `refused`: the processor refused a later check. */
	| {
			type: `processor_account.${"added" | "verified" | "refused"}`;
			object: string;
			details: { processor: string; currency: string };
	  }
	| {
			type: "processor_account.changed";
			object: string;
			details: { processor: string; currency: string; fields: string[] };
	  }
	| {
			type: "processor_account.removed";
			object: string;
			details: { processor: string; currency: string; reason: string };
	  }
	| { type: "bank_account.linked" | "bank_account.removed"; object: string; details: { account: string } }
	| { type: "transactions.exported" | "audit.exported"; object: string; details: { filters: string[] } }
	| { type: "settlement.exported"; object: string }
	| { type: "bank_file.written"; object: string; details: { payments: number; amount_cents: number } }
	/** The file's originator, number and day. */
	| { type: "bank_file.imported"; object: string; details: { items: number; returned: number } }
	| { type: "bank_file.item_assigned"; object: string; details: { item: string; payment: string } }
	| { type: "gateway.started" | "gateway.stopped"; object: null }
	/** The restore's number; `missing` was seen before. */
	| { type: "restore.noticed"; object: string; details: { missing: string[]; window_from: number; window_to: number } }
	| { type: "restore.reconciled"; object: string; details: { written: number; open: number } }
	/** `lost_heads` are lost sequences of the audit log. */
	| { type: "restore.finished"; object: string; details: { reason: string; open: number; lost_heads: string[] } }
	| { type: "transaction.reconciled"; object: string; details: { restore: string; result: string } }
	| {
			type: "transaction.resolved";
			object: string;
			details: { finding: "approved" | "not_approved"; reason: string };
	  }
	| {
			type: "notice.closed";
			object: string;
			details: { processor: string; state: string; problem: string; reference: string; reason: string };
	  }
	| { type: "audit.read"; object: null }
	| { type: "audit.pruned"; object: null; details: { through: number } };

/** A reused code or refresh token may be stolen. */
export type GrantEnd =
	| "disconnected by the merchant"
	| "revoked by the partner"
	| "code used twice"
	| "refresh token used twice";

export type AuditEventType = AuditEventFacts["type"];

export type AuditDetails = Record<string, string | number | string[]>;

export type AuditEvent = AuditEventFacts & {
	/** Null for an event of no single merchant. */
	merchantId: number | null;
	caller: Caller;
};

export function operator(login: string): Caller {
	return { actor: { kind: "operator", login }, clientAddress: null, requestId: null };
}

export function staffMember(
	userId: number,
	{ clientAddress, requestId }: { clientAddress: string; requestId: string },
): Caller {
	return { actor: { kind: "staff", userId }, clientAddress, requestId };
}

export function unauthenticated({ clientAddress, requestId }: Omit<Caller, "actor">): Caller {
	return { actor: { kind: "nobody" }, clientAddress, requestId };
}

export function system(part: Extract<Actor, { kind: "system" }>["part"]): Caller {
	return { actor: { kind: "system", part }, clientAddress: null, requestId: null };
}

export function givenFields(changes: object): string[] {
	return Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : name));
}

export function outcomeOf(type: AuditEventType): "success" | "failure" {
	return type.endsWith(".failed") ? "failure" : "success";
}
