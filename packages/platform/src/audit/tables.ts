import type { Generated } from "kysely";
import type { Actor, AuditDetails, AuditEventType } from "./event.ts";

interface AuditColumns {
	type: AuditEventType;
	merchant_id: number | null;
	actor_kind: Actor["kind"];
	actor_id: string | null;
	object: string | null;
	details: Generated<AuditDetails>;
	times: Generated<number>;
	client_address: string | null;
	request_id: string | null;
	/** Real time. */
	occurred_at: number;
	business_at: number;
}

interface AuditInboxTable extends AuditColumns {
	id: Generated<number>;
}

interface AuditLogTable extends AuditColumns {
	/** Position from 1, without gaps. */
	sequence: number;
	event_id: number;
	sealed_at: number;
	seal: Buffer;
}

interface AuditCutoffsTable {
	sequence: number;
	seal: Buffer;
	cut_at: number;
	mac: Buffer;
}

declare module "../db/schema.ts" {
	interface GatewayTables {
		audit_inbox: AuditInboxTable;
		audit_log: AuditLogTable;
		audit_cutoffs: AuditCutoffsTable;
	}
}
