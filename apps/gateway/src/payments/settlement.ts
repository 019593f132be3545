import type { Inquiry } from "@cardseal/vault";
import type { Settlement } from "./transactions.store.ts";

/** How a processor's final word is written down. Pure. `now` is ms since 1970. */
export function settlementOf(outcome: Inquiry, now: number): Settlement {
	switch (outcome.result) {
		case "approved":
			return {
				status: "APPROVED",
				message: outcome.message,
				decline_class: null,
				processor_auth_code: outcome.authorizationCode,
				processor_transaction_id: outcome.processorTransactionId,
				settled_at: now,
			};
		case "declined":
			return {
				status: "DECLINED",
				message: outcome.message,
				decline_class: outcome.declineClass,
				processor_auth_code: null,
				processor_transaction_id: outcome.processorTransactionId,
				settled_at: now,
			};
		case "not_received":
			return {
				status: "DECLINED",
				message: "The processor never received this charge.",
				decline_class: "soft",
				processor_auth_code: null,
				processor_transaction_id: null,
				settled_at: now,
			};
	}
}
