import type { Insertable } from "kysely";
import type { GatewayTables } from "../db/schema.ts";

/** An event as it is written down. */
export type NewAuditRow = Required<Omit<Insertable<GatewayTables["audit_inbox"]>, "id">>;

/** All that both tables of the audit log say of an event, whatever its place in the chain. */
export const auditColumns = [
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

/**
 * The part of a statement that writes events down beside the rows of `source`, so that they cost no statement of their
 * own.
 *
 * @param source a table or common table expression with a jsonb column `audit_event`, null where there is no event
 */
export function insertAuditEvents(source: string): string {
	const written = auditColumns.map((column) => `event.${column}`);
	return `
		insert into audit_inbox (${auditColumns.join(", ")})
		select ${written.join(", ")}
		from ${source}, jsonb_populate_record(null::audit_inbox, ${source}.audit_event) event
		where ${source}.audit_event is not null`;
}
