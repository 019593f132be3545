import type { About } from "@cardseal/platform/audit";

type SendStep = `send.${"requested" | "approved" | "rejected" | "approval_expired"}`;

declare module "@cardseal/platform/audit-events" {
	interface AuditEvents
		extends Record<SendStep | "deposit.requested", About<{ amount_cents: number }>>,
			Record<"eft.settled" | `eft_request.${"accepted" | "declined" | "expired"}`, About>,
			Record<"bank_account.linked" | "bank_account.removed", About<{ account: string }>> {
		"eft.returned": About<{ code: string }>;
		"eft_request.sent": About<{ customer?: string; amount_cents: number }>;
		"eft_request.paid": About<{ request: string; amount_cents: number }>;
		"bank_file.written": About<{ payments: number; amount_cents: number }>;
		"bank_file.imported": About<{ items: number; returned: number }>;
		"bank_file.item_assigned": About<{ item: string; payment: string }>;
	}
}
