import type { Outcome } from "@cardseal/vault";
import { type CardTestingDecline, cardTestingDecline } from "../../card-testing/protection.ts";
import { redact } from "../../log/redact.ts";
import { withoutInvisible } from "../../text.ts";
import { type RecordedOutcome, unanswered } from "./outcomes.store.ts";

/** The processor's word about a request, in an answer, an inquiry or a notice. */
export type Reported = Outcome | { result: "not_received" };

/** The end of a transaction: what its processor reports, or a decline by us. */
export type Decided = Reported | CardTestingDecline;

/** Returns the columns of an outcome, or of a decline by card-testing protection. Pure. `now` is ms since 1970. */
export function outcomeOf(decided: Decided, now: number): RecordedOutcome {
	switch (decided.result) {
		case "approved":
			return {
				...answered(decided),
				status: "APPROVED",
				processor_auth_code: cleanText(decided.authorizationCode),
				decided_at: now,
			};
		case "declined":
			return {
				...answered(decided),
				status: "DECLINED",
				decline_class: decided.declineClass,
				decline_code: decided.declineCode,
				advice_code: decided.adviceCode ?? null,
				decided_at: now,
			};
		case "not_received":
			return {
				...unanswered,
				status: "DECLINED",
				message: "The processor never received this request.",
				decline_class: "soft",
				decline_code: "not_received",
				decided_at: now,
			};
		case "declined_as_card_testing":
			return {
				...unanswered,
				status: "DECLINED",
				message: cardTestingDecline.message,
				decline_class: "soft",
				decline_code: cardTestingDecline.code,
				card_testing_reason: decided.reason,
				decided_at: now,
			};
	}
}

function answered(outcome: Outcome) {
	return {
		...unanswered,
		message: cleanText(outcome.message),
		avs_result: outcome.avsResult ?? null,
		cvv_result: outcome.cvvResult ?? null,
		issuer_code: outcome.issuerCode === undefined ? null : cleanText(outcome.issuerCode),
		network_transaction_id: outcome.networkTransactionId?.replaceAll("\0", "") ?? null,
		processor_transaction_id: outcome.processorTransactionId.replaceAll("\0", ""),
	};
}

/** Characters of a processor's text that are stored. */
const longestText = 500;

/**
 * Returns a processor's text as it may be stored and shown: it may repeat the card number, never end, or have characters that the
 * database refuses, so that an approval could not be recorded. Pure.
 */
export function cleanText(text: string): string {
	return redact(withoutInvisible(text.slice(0, 4 * longestText))).slice(0, longestText);
}

/** Returns a processor's outcome with texts that may be stored. Pure. */
export function withCleanTexts(outcome: Outcome): Outcome {
	const message = cleanText(outcome.message);
	const issuerCode = outcome.issuerCode && cleanText(outcome.issuerCode);
	if (outcome.result === "declined") return { ...outcome, message, issuerCode };
	return { ...outcome, message, issuerCode, authorizationCode: cleanText(outcome.authorizationCode) };
}

/** Tells whether an approval is about another amount or currency than was requested. Such an outcome is not recorded. Pure. */
export function answersAnother(outcome: Decided, requested: { amount_cents: number; currency: string }): boolean {
	if (outcome.result !== "approved") return false;
	const { amountCents = requested.amount_cents, currency = requested.currency } = outcome;
	return amountCents !== requested.amount_cents || currency !== requested.currency;
}
