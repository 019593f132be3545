import type { About } from "@cardseal/platform/audit";

declare module "@cardseal/platform/audit-events" {
	interface AuditEvents
		extends Record<"payment_link.canceled" | "payment_link.sent", About>,
			Record<"portal_session.created" | "portal_session.opened", About<{ session: string }>> {
		"payment_link.created": About<{ amount_cents: number }>;
	}
}
