import type { About } from "@cardseal/platform/audit";

declare module "@cardseal/platform/audit-events" {
	interface AuditEvents
		extends Record<"card.stored" | "card.deleted", About<{ customer: string; transaction?: string }>> {
		"customer.exported": About;
		/** `cards` were destroyed. */
		"customer.erased": About<{ cards: string[] }>;
		"card.changed": About<{ customer: string; transaction?: string; fields: string[] }>;
		/** A number left the vault for the processor. */
		"card.read": About<{ transaction: string } | { customer: string }>;
		/** No merchant sees the event. */
		"card_token.foreign": About<{ made_for: string }>;
	}
}
