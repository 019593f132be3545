import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { insertEvents, type NewAuditRow } from "./audit.store.ts";
import type { Actor, AuditDetails, AuditEvent, AuditEventType, Caller } from "./event.ts";

/** @param transaction makes the recorded change as well */
export async function recordEvent(transaction: Database, clocks: Clocks, event: AuditEvent): Promise<void> {
	await insertEvents(transaction, [auditRow(event, clocks)]);
}

export const auditRow: (event: AuditEvent, clocks: Clocks) => NewAuditRow = rowOf;

interface AnyEvent {
	type: AuditEventType;
	merchantId: number | null;
	caller: Caller;
	object: string | null;
	details?: AuditDetails;
	times?: number;
}

/** Takes any type with any details: callers know which belong together. */
export function rowOf(event: AnyEvent, { business, real }: Clocks): NewAuditRow {
	const { actor, clientAddress, requestId } = event.caller;
	return {
		type: event.type,
		merchant_id: event.merchantId,
		actor_kind: actor.kind,
		actor_id: actorId(actor),
		object: event.object,
		details: event.details ?? {},
		times: event.times ?? 1,
		client_address: clientAddress,
		request_id: requestId,
		occurred_at: real.now(),
		business_at: business.now(),
	};
}

function actorId(actor: Actor): string | null {
	switch (actor.kind) {
		case "client":
			return actor.clientId;
		case "staff":
			return String(actor.userId);
		case "operator":
			return actor.login;
		case "system":
			return actor.part;
		case "nobody":
			return null;
	}
}
