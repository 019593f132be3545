import type { Inquiry } from "@cardseal/vault";
import { type CardTestingDecline, cardTestingDecline } from "../../card-testing/protection.ts";
import type { RecordedOutcome } from "./outcomes.store.ts";

/** Returns the columns of an outcome, or of a decline by card-testing protection. Pure. `now` is ms since 1970. */
export function outcomeOf(inquiry: Inquiry | CardTestingDecline, now: number): RecordedOutcome {
	switch (inquiry.result) {
		case "approved":
			return {
				status: "APPROVED",
				message: inquiry.message,
				decline_class: null,
				decline_code: null,
				advice_code: null,
				card_testing_reason: null,
				processor_auth_code: inquiry.authorizationCode,
				processor_transaction_id: inquiry.processorTransactionId,
				decided_at: now,
			};
		case "declined":
			return {
				status: "DECLINED",
				message: inquiry.message,
				decline_class: inquiry.declineClass,
				decline_code: inquiry.declineCode,
				advice_code: inquiry.adviceCode ?? null,
				card_testing_reason: null,
				processor_auth_code: null,
				processor_transaction_id: inquiry.processorTransactionId,
				decided_at: now,
			};
		case "not_received":
			return {
				status: "DECLINED",
				message: "The processor never received this request.",
				decline_class: "soft",
				decline_code: "not_received",
				advice_code: null,
				card_testing_reason: null,
				processor_auth_code: null,
				processor_transaction_id: null,
				decided_at: now,
			};
		case "declined_as_card_testing":
			return {
				status: "DECLINED",
				message: cardTestingDecline.message,
				decline_class: "soft",
				decline_code: cardTestingDecline.code,
				advice_code: null,
				card_testing_reason: inquiry.reason,
				processor_auth_code: null,
				processor_transaction_id: null,
				decided_at: now,
			};
	}
}
