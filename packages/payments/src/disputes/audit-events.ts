import type { About } from "@cardseal/platform/audit";

declare module "@cardseal/platform/audit-events" {
	interface AuditEvents
		extends Record<
			"dispute.accepted" | "dispute.evidence_sent",
			About<{ transaction: string; amount_cents: number }>
		> {}
}
