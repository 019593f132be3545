import type { Generated } from "kysely";
import type { Actor, AuditDetails, AuditEventType } from "./event.ts";

/** What the audit log tells of an event; see `audit/event.ts`. */
interface AuditColumns {
	type: AuditEventType;
	merchant_id: number | null;
	actor_kind: Actor["kind"];
	actor_id: string | null;
	object: string | null;
	details: Generated<AuditDetails>;
	/** How many of the same one row stands for. */
	times: Generated<number>;
	client_address: string | null;
	request_id: string | null;
	/** Real time. */
	occurred_at: number;
	/** The business clock. */
	business_at: number;
}

/** Events that wait to be sealed: written beside a change, and moved into the log within seconds. */
interface AuditInboxTable extends AuditColumns {
	id: Generated<number>;
}

/** The sealed chain. */
interface AuditLogTable extends AuditColumns {
	/** Its place, from 1 on, without a gap. */
	sequence: number;
	/** The id it had in the inbox. */
	event_id: number;
	/** Real time. */
	sealed_at: number;
	/** HMAC over the event, its place and the seal before it. */
	seal: Buffer;
}

/** Up to where the log's beginning was removed. */
interface AuditCutoffsTable {
	/** The last event that was removed, and its seal. */
	sequence: number;
	seal: Buffer;
	/** Real time. */
	cut_at: number;
	mac: Buffer;
}

export interface AuditTables {
	audit_inbox: AuditInboxTable;
	audit_log: AuditLogTable;
	audit_cutoffs: AuditCutoffsTable;
}
