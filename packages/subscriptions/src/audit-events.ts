import type { About } from "@cardseal/platform/audit";

declare module "@cardseal/platform/audit-events" {
	interface AuditEvents extends Record<"plan.created" | "plan.changed" | "plan.deleted", About> {
		/** Renewals are recorded with their transactions. */
		"subscription.created": About<{ customer: string; plan: string; card: string }>;
		"subscription.changed": About<{ customer: string; fields: string[]; status?: string }>;
		"subscription.canceled": About<{ customer: string; fields: string[]; status: string }>;
	}
}
