import type { Insertable } from "kysely";
import type { GatewayTables } from "../db/schema.ts";

export type NewAuditRow = Required<Omit<Insertable<GatewayTables["audit_inbox"]>, "id">>;

/** The columns that `seal_audit_events` moves to the log. */
const auditColumns = [
	"type",
	"merchant_id",
	"actor_kind",
	"actor_id",
	"object",
	"details",
	"times",
	"client_address",
	"request_id",
	"occurred_at",
	"business_at",
] as const;

/** @param source has a jsonb column `audit_event`, null where there is no event */
export function auditEventsSql(source: string): string {
	const written = auditColumns.map((column) => `event.${column}`);
	return `
		insert into audit_inbox (${auditColumns.join(", ")})
		select ${written.join(", ")}
		from ${source}, jsonb_populate_record(null::audit_inbox, ${source}.audit_event) event
		where ${source}.audit_event is not null`;
}
