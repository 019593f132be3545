import type { Modification } from "@cardseal/vault";

/** A copy: the platform imports no service. */
type Role = "owner" | "administrator" | "clerk";

/** `nobody`: a failed authentication. */
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

type Event<Type extends string, Details = undefined> = { type: Type; object: string } & (Details extends undefined
	? unknown
	: { details: Details });

/** Objects are our ids or an operator's values, never card data, secrets or outsiders' text. */
export type AuditEventFacts =
	/** `cards` were destroyed. */
	| Event<"customer.exported">
	| Event<"customer.erased", { cards: string[] }>
	| Event<"card.stored" | "card.deleted", { customer: string; transaction?: string }>
	| Event<"card.changed", { customer: string; transaction?: string; fields: string[] }>
	/** A number left the vault for the processor. */
	| Event<"card.read", { transaction: string } | { customer: string }>
	/** No merchant sees the event. */
	| Event<"card_token.foreign", { made_for: string }>
	| Event<"plan.created" | "plan.changed" | "plan.deleted">
	/** Renewals are recorded with their transactions. */
	| Event<"subscription.created", { customer: string; plan: string; card: string }>
	| Event<"subscription.changed", { customer: string; fields: string[]; status?: string }>
	| Event<"subscription.canceled", { customer: string; fields: string[]; status: string }>
	| Event<"merchant.created" | "staff.created" | "credential.created" | "credential.revoked">
	| Event<"merchant.went_live", { twin: string }>
	| Event<"endpoint.created" | "endpoint.deleted" | "endpoint.secret_rotated">
	| Event<"endpoint.changed", { fields: string[] }>
	| Event<"endpoint.disabled", { because: "gone" | "failing" | "revoked" }>
	| Event<"credential.expiry_changed", { expires_at: number | "never" }>
	| Event<"origin.allowed" | "origin.removed">
	| Event<"settings.changed", { setting: string; to: string }>
	| Event<"session.opened" | "session.ended" | "session.stepped_up", { session: string }>
	| Event<"password.changed">
	| Event<"password.reset_asked">
	| Event<"second_factor.enabled" | "second_factor.disabled" | "second_factor.locked">
	| Event<"recovery_code.used" | "recovery_codes.renewed">
	| Event<"passkey.added" | "passkey.removed", { passkey: string }>
	| Event<"staff.role_changed", { from: Role; to: Role }>
	| Event<"staff.removed">
	| Event<"invitation.sent", { role: string }>
	| Event<"invitation.accepted" | "invitation.withdrawn">
	| Event<`${Modification}.requested`, { original: string; amount_cents: number }>
	/** A processor contradicts the recorded outcome, which stays. */
	| Event<"outcome.differs", { recorded: string; told: string }>
	| Event<"dispute.accepted" | "dispute.evidence_sent", { transaction: string; amount_cents: number }>
	| Event<"settlements.imported", { settlements: number; items: number }>
	| Event<"deposit.requested", { amount_cents: number }>
	| Event<`send.${"requested" | "approved" | "rejected" | "approval_expired"}`, { amount_cents: number }>
	| Event<"eft.settled">
	| Event<"eft.returned", { code: string }>
	| Event<"eft_request.sent", { customer?: string; amount_cents: number }>
	| Event<"eft_request.accepted" | "eft_request.declined" | "eft_request.expired">
	| Event<"eft_request.paid", { request: string; amount_cents: number }>
	| Event<"payment_link.created", { amount_cents: number }>
	| Event<"payment_link.canceled" | "payment_link.sent">
	| Event<`portal_session.${"created" | "opened"}`, { session: string }>
	| Event<"token.revoked">
	| Event<"partner.added" | "partner.removed">
	| Event<"grant.approved", { partner: string; scopes: string[] }>
	| Event<"grant.revoked", { partner: string; because: GrantEnd }>
	/** Null for an unknown name, which may contain anything. */
	| { type: "client_authentication.failed" | "sign_in.failed"; object: string | null; times: number }
	| { type: "step_up.failed"; object: string | null; times: number; details: { route?: string } }
	| Event<"key.rotation_begun">
	| Event<"key.master_split" | "key.master_joined", { shares: number }>
	| Event<"key.destroyed">
	| Event<"receipt.sent_again">
	| Event<`processor_account.${"added" | "verified" | "refused"}`, { processor: string; currency: string }>
	| Event<"processor_account.changed", { processor: string; currency: string; fields: string[] }>
	| Event<"processor_account.removed", { processor: string; currency: string; reason: string }>
	| Event<"bank_account.linked" | "bank_account.removed", { account: string }>
	| Event<"transactions.exported" | "audit.exported", { filters: string[] }>
	| Event<"settlement.exported">
	| Event<"bank_file.written", { payments: number; amount_cents: number }>
	| Event<"bank_file.imported", { items: number; returned: number }>
	| Event<"bank_file.item_assigned", { item: string; payment: string }>
	| { type: "gateway.started" | "gateway.stopped"; object: null }
	| Event<"restore.noticed", { missing: string[]; window_from: number; window_to: number }>
	| Event<"restore.reconciled", { written: number; open: number }>
	| Event<"restore.finished", { reason: string; open: number; lost_heads: string[] }>
	| Event<"transaction.reconciled", { restore: string; result: string }>
	| Event<"transaction.resolved", { finding: "approved" | "not_approved"; reason: string }>
	| Event<"notice.closed", { processor: string; state: string; problem: string; reference: string; reason: string }>
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
