import { sql } from "kysely";
import type { AuditEventType } from "../../apps/gateway/src/audit/event.ts";
import type { AllTables } from "./tables.ts";

/**
 * What the audit log has of a kind or of an object, whether or not it was sealed yet, the newest last. In one statement: an
 * event that is sealed between two would be seen twice, or not at all.
 */
export function auditEvents(tables: AllTables, { type, object }: { type?: AuditEventType; object?: string }) {
	const columns = ["type", "object", "details", "actor_kind", "actor_id", "client_address"] as const;
	const matches = sql<boolean>`(${type ?? null}::text is null or type = ${type ?? null})
		and (${object ?? null}::text is null or object = ${object ?? null})`;
	const sealed = tables
		.selectFrom("audit_log")
		.select([...columns, sql<number>`0`.as("waits"), "sequence as place"])
		.where(matches);
	const waiting = tables
		.selectFrom("audit_inbox")
		.select([...columns, sql<number>`1`.as("waits"), "id as place"])
		.where(matches);
	return tables
		.selectFrom(sealed.unionAll(waiting).as("events"))
		.select(columns)
		.orderBy("waits")
		.orderBy("place")
		.execute();
}
