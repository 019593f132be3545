/** A role of staff; `staff/` is above this neighbourhood. */
type Role = "owner" | "administrator" | "clerk";

/** Who did something. Nobody: whoever tried to be a client and was not. */
export type Actor =
	| { kind: "client"; clientId: string }
	| { kind: "staff"; userId: number }
	| { kind: "operator"; login: string }
	| { kind: "system"; part: "gateway" | "sandbox" | "audit" }
	| { kind: "nobody" };

/** Who did something, and from where. */
export interface Caller {
	actor: Actor;
	clientAddress: string | null;
	/** The `X-Request-Id` of the answer. */
	requestId: string | null;
}

/**
 * Everything that is written down: what happened, to which object, and what else has to be known of it. Objects are our
 * own ids, or what an operator registered; never card data, a secret or a token, and nothing that a stranger typed.
 */
export type AuditEventFacts =
	/** Of a card, by its lookup id; the customer and the transaction by theirs. */
	| { type: "card.stored" | "card.deleted"; object: string; details: { customer: string; transaction?: string } }
	| { type: "card.changed"; object: string; details: { customer: string; transaction?: string; fields: string[] } }
	/** A stored number left the vault for the processor. */
	| { type: "card.read"; object: string; details: { transaction: string } }
	/** Of a plan, by its lookup id. */
	| { type: "plan.created" | "plan.changed" | "plan.deleted"; object: string }
	/** Of a subscription, by its lookup id; the customer by its own. Billing's own doings stand with their transactions. */
	| { type: "subscription.created"; object: string; details: { customer: string; plan: string; card: string } }
	| { type: "subscription.changed"; object: string; details: { customer: string; fields: string[]; status?: string } }
	| { type: "subscription.canceled"; object: string; details: { customer: string; fields: string[]; status: string } }
	/** Of a merchant, by its public id; of a staff member, by the row; of a credential, by its client id. */
	| { type: "merchant.created" | "staff.created" | "credential.created" | "credential.revoked"; object: string }
	/** Of an origin, as browsers write it. */
	| { type: "origin.allowed" | "origin.removed"; object: string }
	/** Of a merchant, by its public id. */
	| { type: "settings.changed"; object: string; details: { setting: string; to: string } }
	/** Of a staff member, by the row. */
	| { type: "session.opened" | "session.ended"; object: string; details: { session: string } }
	| { type: "password.changed"; object: string }
	| { type: "password.reset_asked"; object: string }
	| { type: "second_factor.enabled" | "second_factor.disabled"; object: string }
	| { type: "recovery_code.used" | "recovery_codes.renewed"; object: string }
	| { type: "staff.role_changed"; object: string; details: { from: Role; to: Role } }
	| { type: "staff.removed"; object: string }
	/** Of an invitation, by its lookup id. */
	| { type: "invitation.sent"; object: string; details: { role: string } }
	| { type: "invitation.accepted" | "invitation.withdrawn"; object: string }
	/** Of the transaction that follows another one, by its transaction_id: who asked for it, whatever became of it. */
	| {
			type: "capture.requested" | "refund.requested" | "void.requested";
			object: string;
			details: { original: string; amount_cents: number };
	  }
	/** The object is the transaction_id of an outgoing payment, recorded when it is queued. */
	| { type: "send.requested" | "deposit.requested"; object: string; details: { amount_cents: number } }
	/** The object is the transaction_id; `code` is the bank's return code. */
	| { type: "eft.settled"; object: string }
	| { type: "eft.returned"; object: string; details: { code: string } }
	/** The object is the transaction_id of a payment request; `customer` is a lookup id. An answer by link has no known actor. */
	| { type: "eft_request.sent"; object: string; details: { customer: string; amount_cents: number } }
	| { type: "eft_request.accepted" | "eft_request.declined" | "eft_request.expired"; object: string }
	/** The object is the transaction_id of the payment; `request` is the processor_transaction_id of the request. */
	| { type: "eft_request.paid"; object: string; details: { request: string; amount_cents: number } }
	/** Of an access token, by its `jti`. */
	| { type: "token.revoked"; object: string }
	/** Of a partner, by its client id. */
	| { type: "partner.added" | "partner.removed"; object: string }
	/** Of what a merchant allowed a partner to do, by the grant's id; the partner by its client id. */
	| { type: "grant.approved"; object: string; details: { partner: string; scopes: string[] } }
	| { type: "grant.revoked"; object: string; details: { partner: string; because: GrantEnd } }
	/** Of a client or a staff member that exists; null for a name that is nobody's, which may be anything. */
	| { type: "client_authentication.failed" | "sign_in.failed"; object: string | null; times: number }
	/** Of all keys for one purpose; one that was interrupted is begun again. */
	| { type: "key.rotation_begun"; object: string }
	/** Of a key, by its id. */
	| { type: "key.destroyed"; object: string }
	/** Of a transaction, by its transaction_id. */
	| { type: "receipt.sent_again"; object: string }
	/** Of a merchant, by its public id: where its deposits go; the account by the vault's id. */
	| { type: "bank_account.linked" | "bank_account.removed"; object: string; details: { account: string } }
	/** Of a merchant, by its public id: its transactions left as a file, asked for by these filters. */
	| { type: "transactions.exported"; object: string; details: { filters: string[] } }
	/** Of a file for the bank, by its name. */
	| { type: "bank_file.written"; object: string; details: { payments: number; amount_cents: number } }
	/** Of a file from the bank, by its originator, number and day. */
	| { type: "bank_file.imported"; object: string; details: { items: number; returned: number } }
	/** From when to when this log is written. */
	| { type: "gateway.started" | "gateway.stopped"; object: null }
	/** Of this log. */
	| { type: "audit.read"; object: null }
	| { type: "audit.pruned"; object: null; details: { through: number } };

/** Why a grant ended: somebody ended it, or somebody else has its code or one of its refresh tokens. */
export type GrantEnd =
	| "disconnected by the merchant"
	| "revoked by the partner"
	| "code used twice"
	| "refresh token used twice";

export type AuditEventType = AuditEventFacts["type"];

/** What stands beside an event's object. */
export type AuditDetails = Record<string, string | number | string[]>;

/** Something that happened, for whom, and who did it. */
export type AuditEvent = AuditEventFacts & {
	/** The merchant's row id; null for what concerns no single one. */
	merchantId: number | null;
	caller: Caller;
};

/** Whoever works on the gateway's own machine, by the name they signed in with there. */
export function operator(login: string): Caller {
	return { actor: { kind: "operator", login }, clientAddress: null, requestId: null };
}

/** A staff member, by their row, and where their request came from. */
export function staffMember(
	userId: number,
	{ clientAddress, requestId }: { clientAddress: string; requestId: string },
): Caller {
	return { actor: { kind: "staff", userId }, clientAddress, requestId };
}

/** Whoever is not signed in, and where their request came from. */
export function nobody({ clientAddress, requestId }: { clientAddress: string; requestId: string }): Caller {
	return { actor: { kind: "nobody" }, clientAddress, requestId };
}

/** The gateway itself. */
export function system(part: Extract<Actor, { kind: "system" }>["part"]): Caller {
	return { actor: { kind: "system", part }, clientAddress: null, requestId: null };
}

/** The names of the fields that a request gave, for an event that tells what was changed. */
export function givenFields(changes: object): string[] {
	return Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : name));
}

/** Whether what happened was let happen. */
export function outcomeOf(type: AuditEventType): "success" | "failure" {
	return type.endsWith(".failed") ? "failure" : "success";
}
