import { type DeclineLine, type DeclineMeaning, declineTable } from "@cardseal/vault/processors";

/**
 * `refusalReasonCode` and `refusalReason`: https://docs.adyen.com/development-resources/refusal-reasons. Webhooks have the
 * words only.
 */
const refusals: readonly DeclineLine[] = [
	["soft", "do_not_honour", "2|Refused|3|Referral|27|Declined Non Generic"],
	["soft", "processing_error", "4|Acquirer Error|9|Issuer Unavailable|21|Not Submitted"],
	["hard", "not_permitted", "5|Blocked Card|7|Invalid Amount|10|Not supported|23|Transaction Not Permitted"],
	["hard", "not_permitted", "25|Restricted Card|26|Revocation Of Auth|33|Card requires online pin"],
	["hard", "not_permitted", "34|No checking account available on Card|35|No savings account available on Card"],
	["hard", "not_permitted", "36|Mobile pin required|37|Contactless fallback|40|Current AID is in Penalty Box"],
	["hard", "not_permitted", "41|CVM Required Restart Payment"],
	["hard", "expired_card", "6|Expired Card"],
	["data", "generic", "8|Invalid Card Number"],
	["soft", "authentication_failed", "11|3D Not Authenticated|39|RReq not received from DS|42|3DS Authentication Error"],
	["soft", "insufficient_funds", "12|Not enough balance|28|Withdrawal amount exceeded|29|Withdrawal count exceeded"],
	["hard", "do_not_honour", "14|Acquirer Fraud|20|FRAUD|22|FRAUD-CANCELLED|31|Issuer Suspected Fraud"],
	["hard", "do_not_honour", "46|Transaction blocked by Adyen to prevent excessive retry fees"],
	["soft", "generic", "15|Cancelled|16|Shopper Cancelled"],
	["data", "not_permitted", "17|Invalid Pin"],
	["soft", "not_permitted", "18|Pin tries exceeded|19|Pin validation not possible"],
	["data", "incorrect_cvv", "24|CVC Declined"],
	["data", "do_not_honour", "32|AVS Declined"],
	["soft", "authentication_required", "38|Authentication required"],
];

/** The bank's own code begins `refusalReasonRaw`: https://docs.adyen.com/development-resources/raw-acquirer-responses */
const rawRefusals = declineTable([
	["hard", "not_permitted", "04 07 46 R0 R1"],
	["data", "generic", "14"],
	["soft", "authentication_required", "1A"],
	["hard", "lost_card", "41"],
	["hard", "stolen_card", "43"],
	["soft", "insufficient_funds", "51"],
	["hard", "expired_card", "54"],
	["data", "incorrect_cvv", "N7"],
]);

export const generalDecline: DeclineMeaning = { declineClass: "soft", declineCode: "generic" };

const meanings = declineTable(
	refusals.map(([declineClass, declineCode, told]) => [declineClass, declineCode, told.toLowerCase()]),
	"|",
);

/**
 * @param refusal a code, or its words
 * @param raw `refusalReasonRaw`, such as "05 : Do not honor"
 */
export function meaningOf(refusal: string, raw: string | undefined): DeclineMeaning {
	const told = meanings.get(refusal.trim().toLowerCase()) ?? generalDecline;
	const bank = rawRefusals.get(/^\w{2}(?= ?:)/.exec(raw ?? "")?.[0] ?? "");
	// Adyen's general words hide a card that was reported lost.
	const isGeneral = told.declineCode === "do_not_honour" || told.declineCode === "not_permitted";
	return bank !== undefined && isGeneral ? bank : told;
}

/** Error codes about the card's data: https://docs.adyen.com/development-resources/error-codes */
export const cardErrors = declineTable([
	["data", "generic", "101 102 109 128"],
	["data", "incorrect_cvv", "103"],
	["data", "expired_card", "129 140 141"],
]);
