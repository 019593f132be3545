import { securityCodeOf } from "../cards/card.ts";
import type { CheckResult, ProcessorRequest } from "./processor.ts";

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
