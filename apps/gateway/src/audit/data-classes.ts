import type { DataClass, DataClassesOf } from "@cardseal/vault";
import type { AuditColumns, AuditTables } from "./tables.ts";

const auditEventData: Readonly<Record<keyof AuditColumns, DataClass>> = {
	type: "none",
	merchant_id: "none",
	actor_kind: "none",
	actor_id: "pseudonym",
	object: "pseudonym",
	details: "pseudonym",
	times: "none",
	client_address: "personal",
	request_id: "pseudonym",
	occurred_at: "none",
	business_at: "none",
};

export const auditData: DataClassesOf<AuditTables> = {
	audit_inbox: {
		id: "none",
		...auditEventData,
	},
	audit_log: {
		sequence: "none",
		event_id: "none",
		...auditEventData,
		sealed_at: "none",
		seal: "none",
	},
	audit_cutoffs: {
		sequence: "none",
		seal: "none",
		cut_at: "none",
		mac: "none",
	},
};
