import type { About } from "@cardseal/platform/audit";

type AccountChecked = `processor_account.${"added" | "verified" | "refused"}`;

declare module "@cardseal/platform/audit-events" {
	interface AuditEvents
		extends Record<
				"merchant.created" | "origin.allowed" | "origin.removed" | "key.rotation_begun" | "key.destroyed",
				About
			>,
			Record<AccountChecked, About<{ processor: string; currency: string }>> {
		"settings.changed": About<{ setting: string; to: string }>;
		"processor_account.changed": About<{ processor: string; currency: string; fields: string[] }>;
		"processor_account.removed": About<{ processor: string; currency: string; reason: string }>;
		"audit.exported": About<{ filters: string[] }>;
	}
}
