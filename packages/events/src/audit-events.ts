import type { About } from "@cardseal/platform/audit";

declare module "@cardseal/platform/audit-events" {
	interface AuditEvents extends Record<"endpoint.created" | "endpoint.deleted" | "endpoint.secret_rotated", About> {
		"endpoint.changed": About<{ fields: string[] }>;
		"endpoint.disabled": About<{ because: "gone" | "failing" | "revoked" }>;
	}
}
