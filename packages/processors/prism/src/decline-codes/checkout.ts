import { declineTable } from "@cardseal/vault/processors";

/** `response_code`: https://www.checkout.com/docs/developer-resources/codes/response-codes */
export const checkoutDeclines = declineTable([
	["soft", "do_not_honour", "20001 20002 20005 20150 20154"],
	["soft", "processing_error", "20009 20012 20068 20091 20096"],
	["data", "processing_error", "20013"],
	["data", "do_not_honour", "20014 30015"],
	["soft", "insufficient_funds", "20051 20061 20065"],
	["hard", "expired_card", "20054 30033"],
	["hard", "do_not_honour", "20057 20059 20062 20063 20078 20179 20182 20183 30034 30036 40101"],
	["data", "incorrect_cvv", "20087"],
	["hard", "lost_card", "30004 30041"],
	["hard", "stolen_card", "30007 30043"],
]);
