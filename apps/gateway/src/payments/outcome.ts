import type { Inquiry } from "@cardseal/vault";
import type { RecordedOutcome } from "./outcomes.store.ts";

/** How a processor's final word is written down. Pure. `now` is ms since 1970. */
export function outcomeOf(inquiry: Inquiry, now: number): RecordedOutcome {
	switch (inquiry.result) {
		case "approved":
			return {
				status: "APPROVED",
				message: inquiry.message,
				decline_class: null,
				processor_auth_code: inquiry.authorizationCode,
				processor_transaction_id: inquiry.processorTransactionId,
				decided_at: now,
			};
		case "declined":
			return {
				status: "DECLINED",
				message: inquiry.message,
				decline_class: inquiry.declineClass,
				processor_auth_code: null,
				processor_transaction_id: inquiry.processorTransactionId,
				decided_at: now,
			};
		case "not_received":
			return {
				status: "DECLINED",
				message: "The processor never received this charge.",
				decline_class: "soft",
				processor_auth_code: null,
				processor_transaction_id: null,
				decided_at: now,
			};
	}
}
