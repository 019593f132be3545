import type { Approval, Decline, RuleDeclineCode } from "@cardseal/vault";
import type { Merchant } from "./merchant.ts";

export type CheckRules = Pick<Merchant, "rejectsAvsNoMatch" | "rejectsCvvNoMatch">;

/** For the merchant. */
const messages: Record<RuleDeclineCode, string> = {
	avs_mismatch: "The bank approved, but the payer's address does not match. Your settings decline such cards.",
	cvv_mismatch: "The bank approved, but the security code does not match. Your settings decline such cards.",
};

/** Returns the decline of an approval that a rule of the merchant rejects. The processor must then reverse it. */
export function rejectionOf(
	rules: CheckRules,
	{ processorTransactionId, networkTransactionId, avsResult, cvvResult, issuerCode }: Approval,
): Decline | undefined {
	const declineCode = brokenRule(rules, { avsResult, cvvResult });
	if (declineCode === undefined) return undefined;
	return {
		result: "declined",
		declineClass: "data",
		declineCode,
		message: messages[declineCode],
		processorTransactionId,
		networkTransactionId,
		avsResult,
		cvvResult,
		issuerCode,
	};
}

/** Tells whether a rule could reject it. */
export function hasMismatch({ avsResult, cvvResult }: Pick<Approval, "avsResult" | "cvvResult">): boolean {
	return avsResult === "NO_MATCH" || cvvResult === "NO_MATCH";
}

/** The payer can correct a code more easily than an address. */
function brokenRule(
	{ rejectsAvsNoMatch, rejectsCvvNoMatch }: CheckRules,
	{ avsResult, cvvResult }: Pick<Approval, "avsResult" | "cvvResult">,
): RuleDeclineCode | undefined {
	if (rejectsCvvNoMatch && cvvResult === "NO_MATCH") return "cvv_mismatch";
	return rejectsAvsNoMatch && avsResult === "NO_MATCH" ? "avs_mismatch" : undefined;
}
