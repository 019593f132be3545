import { securityCodeOf } from "../cards/card.ts";
import type { AdviceCode, CheckResult, Decline, DeclineClass, DeclineCode, ProcessorRequest } from "./processor.ts";

export type CardBehaviour =
	| ({ kind: "decline"; verifies?: boolean } & Pick<Decline, "declineClass" | "declineCode" | "message" | "adviceCode">)
	/** The journal has the outcome, but no response arrives. */
	| { kind: "answer_lost" }
	| { kind: "never_received" };

const decline = (declineClass: DeclineClass, declineCode: DeclineCode, message: string) =>
	({ kind: "decline", declineClass, declineCode, message }) as const;

const advise = (adviceCode: AdviceCode, advice: string) =>
	({ ...decline("soft", "do_not_honour", `The card was declined. ${advice}`), verifies: true, adviceCode }) as const;

export const outcomeCards: ReadonlyMap<string, CardBehaviour> = new Map<string, CardBehaviour>([
	["4000000000000002", decline("soft", "do_not_honour", "The card was declined.")],
	["4000000000009995", decline("soft", "insufficient_funds", "The card has insufficient funds.")],
	["4000000000009987", decline("hard", "lost_card", "The card was reported lost.")],
	["4000000000000069", decline("hard", "expired_card", "The card has expired.")],
	["4000000000000127", decline("data", "incorrect_cvv", "The security code is incorrect.")],
	["4000000000000341", { ...decline("soft", "do_not_honour", "The card was declined."), verifies: true }],
	["4000000000000119", decline("soft", "processing_error", "The processor could not process the card.")],
	["5100000000000248", advise("24", "It can be tried again after an hour.")],
	["5100000000000305", advise("30", "It can be tried again after ten days.")],
	["5100000000000032", advise("03", "Do not try it again.")],
	["4000000000000259", { kind: "answer_lost" }],
	["4000000000000267", { kind: "never_received" }],
]);

/** Keys are the card's last four digits, unique among test numbers. */
export const demoDisputes: Readonly<Record<string, "won" | "lost">> = { "1976": "won", "2685": "lost" };

/** Test postal codes, without spaces. Every other postal code matches. */
const postalCodes: Record<string, CheckResult> = {
	N0N0N0: "NO_MATCH",
	"00000": "NO_MATCH",
	P0P0P0: "PARTIAL",
	"00001": "PARTIAL",
};

/** Test security codes of an approved card. Every other code matches. */
const securityCodes: Record<string, CheckResult> = { "200": "NO_MATCH", "2000": "NO_MATCH" };

export function checksOf(
	request: ProcessorRequest,
	{ isCodeWrong }: { isCodeWrong: boolean },
): { avs_result: CheckResult | null; cvv_result: CheckResult | null } {
	if (!("card" in request)) return { avs_result: null, cvv_result: null };
	const { postalCode } = request.payer;
	return {
		avs_result: postalCode === null ? "NOT_CHECKED" : (postalCodes[postalCode] ?? "MATCH"),
		cvv_result: cvvResult(securityCodeOf(request.card), isCodeWrong),
	};
}

function cvvResult(code: string | undefined, isWrong: boolean): CheckResult {
	if (code === undefined) return "NOT_CHECKED";
	return isWrong ? "NO_MATCH" : (securityCodes[code] ?? "MATCH");
}
