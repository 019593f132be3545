import type { DataClassesOf } from "@cardseal/vault";
import type { AuditTables } from "./tables.ts";

export const auditData: DataClassesOf<AuditTables> = {
	audit_inbox: {
		id: "none",
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
	},
	audit_log: {
		sequence: "none",
		event_id: "none",
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
