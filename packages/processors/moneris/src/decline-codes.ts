import { type DeclineMeaning, declineTable } from "@cardseal/vault/processors";

/**
 * By the ISO code, which tells more than Moneris' own: 421 stands for a lost and for a stolen card.
 * https://developer.moneris.com/moneris-api/docs/response-code-tables
 */
const byIsoCode = declineTable([
	["soft", "do_not_honour", "01 02 05"],
	["hard", "lost_card", "04 41"],
	["soft", "processing_error", "06 68 91 96"],
	["hard", "stolen_card", "07 43"],
	// R0, R1 and R3: the payer stopped this payment, these payments, or all of them.
	["hard", "not_permitted", "12 46 57 58 59 62 63 B1 R0 R1 R3"],
	["data", "generic", "14 15"],
	["soft", "not_permitted", "38 61 65 75"],
	["soft", "insufficient_funds", "51"],
	["hard", "expired_card", "54"],
	["soft", "authentication_required", "1A"],
	["data", "incorrect_cvv", "N7"],
]);

/**
 * By Moneris' code, where the ISO code is unknown. Codes from 50 are declines.
 * https://developer.moneris.com/More/Testing/Response%20Codes
 */
const byCode = declineTable([
	["soft", "do_not_honour", "050 437 438 481 483"],
	["hard", "expired_card", "051 430 482 484"],
	["soft", "not_permitted", "052"],
	["hard", "lost_card", "057 478 479 480"],
	["hard", "not_permitted", "058 059 072 089 421 485"],
	["soft", "insufficient_funds", "076"],
	["soft", "processing_error", "113 476"],
	["data", "expired_card", "208 475 901"],
	["data", "generic", "477"],
	["data", "incorrect_cvv", "486 487 489 490"],
]);

/** @param codes Moneris' code of three digits and the ISO code, such as "481-51" */
export function meaningOf(codes: string | undefined): DeclineMeaning {
	const [code = "", isoCode = ""] = (codes ?? "").split("-");
	return byIsoCode.get(isoCode) ?? byCode.get(code) ?? { declineClass: "soft", declineCode: "generic" };
}
