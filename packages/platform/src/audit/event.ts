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

/** An event about `object`: our id or an operator's value, never card data, secrets or outsiders' text. */
export type About<Details = undefined> = { object: string } & (Details extends undefined
	? unknown
	: { details: Details });

/** The facts of an event by its type. Each service adds its own. */
export interface AuditEvents extends Record<"audit.read" | "gateway.started" | "gateway.stopped", { object: null }> {
	"audit.pruned": { object: null; details: { through: number } };
}

export type AuditEventFacts = { [Type in keyof AuditEvents]: { type: Type } & AuditEvents[Type] }[keyof AuditEvents];

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
