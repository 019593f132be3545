import type { About } from "@cardseal/platform/audit";

declare module "@cardseal/platform/audit-events" {
	interface AuditEvents extends Record<"key.master_split" | "key.master_joined", About<{ shares: number }>> {
		"merchant.went_live": About<{ twin: string }>;
		"restore.noticed": About<{ missing: string[]; window_from: number; window_to: number }>;
		"restore.reconciled": About<{ written: number; open: number }>;
		"restore.finished": About<{ reason: string; open: number; lost_heads: string[] }>;
		"transaction.reconciled": About<{ restore: string; result: string }>;
	}
}
