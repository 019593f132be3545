import type { About } from "@cardseal/platform/audit";

declare module "@cardseal/platform/audit-events" {
	interface AuditEvents extends Record<"passkey.added" | "passkey.removed", About<{ passkey: string }>> {}
}
