import type { About } from "@cardseal/platform/audit";
import type { Modification } from "@cardseal/vault";

declare module "@cardseal/platform/audit-events" {
	interface AuditEvents
		extends Record<`${Modification}.requested`, About<{ original: string; amount_cents: number }>>,
			Record<"receipt.sent_again" | "settlement.exported", About> {
		/** A processor contradicts the recorded outcome, which stays. */
		"outcome.differs": About<{ recorded: string; told: string }>;
		"settlements.imported": About<{ settlements: number; items: number }>;
		"transactions.exported": About<{ filters: string[] }>;
		"transaction.resolved": About<{ finding: "approved" | "not_approved"; reason: string }>;
		"notice.closed": About<{ processor: string; state: string; problem: string; reference: string; reason: string }>;
	}
}
