import type { DeclineClass, DeclineCode } from "@cardseal/vault";

export type Meaning = readonly [DeclineClass, DeclineCode];

/**
 * `refusalReasonCode` and `refusalReason`: https://docs.adyen.com/development-resources/refusal-reasons. Webhooks have the
 * words only.
 */
const refusals: readonly (readonly [code: string, words: string, ...Meaning])[] = [
	["2", "Refused", "soft", "do_not_honour"],
	["3", "Referral", "soft", "do_not_honour"],
	["4", "Acquirer Error", "soft", "processing_error"],
	["5", "Blocked Card", "hard", "not_permitted"],
	["6", "Expired Card", "hard", "expired_card"],
	["7", "Invalid Amount", "hard", "not_permitted"],
	["8", "Invalid Card Number", "data", "generic"],
	["9", "Issuer Unavailable", "soft", "processing_error"],
	["10", "Not supported", "hard", "not_permitted"],
	["11", "3D Not Authenticated", "soft", "authentication_failed"],
	["12", "Not enough balance", "soft", "insufficient_funds"],
	["14", "Acquirer Fraud", "hard", "do_not_honour"],
	["15", "Cancelled", "soft", "generic"],
	["16", "Shopper Cancelled", "soft", "generic"],
	["17", "Invalid Pin", "data", "not_permitted"],
	["18", "Pin tries exceeded", "soft", "not_permitted"],
	["19", "Pin validation not possible", "soft", "not_permitted"],
	["20", "FRAUD", "hard", "do_not_honour"],
	["21", "Not Submitted", "soft", "processing_error"],
	["22", "FRAUD-CANCELLED", "hard", "do_not_honour"],
	["23", "Transaction Not Permitted", "hard", "not_permitted"],
	["24", "CVC Declined", "data", "incorrect_cvv"],
	["25", "Restricted Card", "hard", "not_permitted"],
	["26", "Revocation Of Auth", "hard", "not_permitted"],
	["27", "Declined Non Generic", "soft", "do_not_honour"],
	["28", "Withdrawal amount exceeded", "soft", "insufficient_funds"],
	["29", "Withdrawal count exceeded", "soft", "insufficient_funds"],
	["31", "Issuer Suspected Fraud", "hard", "do_not_honour"],
	["32", "AVS Declined", "data", "do_not_honour"],
	["33", "Card requires online pin", "hard", "not_permitted"],
	["34", "No checking account available on Card", "hard", "not_permitted"],
	["35", "No savings account available on Card", "hard", "not_permitted"],
	["36", "Mobile pin required", "hard", "not_permitted"],
	["37", "Contactless fallback", "hard", "not_permitted"],
	["38", "Authentication required", "soft", "authentication_required"],
	["39", "RReq not received from DS", "soft", "authentication_failed"],
	["40", "Current AID is in Penalty Box", "hard", "not_permitted"],
	["41", "CVM Required Restart Payment", "hard", "not_permitted"],
	["42", "3DS Authentication Error", "soft", "authentication_failed"],
	["46", "Transaction blocked by Adyen to prevent excessive retry fees", "hard", "do_not_honour"],
];

/** The bank's own code begins `refusalReasonRaw`: https://docs.adyen.com/development-resources/raw-acquirer-responses */
const rawRefusals: Readonly<Record<string, Meaning>> = {
	"04": ["hard", "not_permitted"],
	"07": ["hard", "not_permitted"],
	"14": ["data", "generic"],
	"1A": ["soft", "authentication_required"],
	"41": ["hard", "lost_card"],
	"43": ["hard", "stolen_card"],
	"46": ["hard", "not_permitted"],
	"51": ["soft", "insufficient_funds"],
	"54": ["hard", "expired_card"],
	N7: ["data", "incorrect_cvv"],
	R0: ["hard", "not_permitted"],
	R1: ["hard", "not_permitted"],
};

const general: Meaning = ["soft", "generic"];

const meanings = new Map(
	refusals.flatMap(([code, words, declineClass, declineCode]) => {
		const meaning: Meaning = [declineClass, declineCode];
		return [
			[code, meaning],
			[words.toLowerCase(), meaning],
		] as const;
	}),
);

/**
 * @param refusal a code, or its words
 * @param raw `refusalReasonRaw`, such as "05 : Do not honor"
 */
export function meaningOf(refusal: string | undefined, raw: string | undefined): Meaning {
	const told = meanings.get(refusal?.trim().toLowerCase() ?? "") ?? general;
	const bank = rawRefusals[/^\w{2}(?= ?:)/.exec(raw ?? "")?.[0] ?? ""];
	// Adyen's general words hide a card that was reported lost.
	return bank !== undefined && (told[1] === "do_not_honour" || told[1] === "not_permitted") ? bank : told;
}

/** Error codes about the card's data: https://docs.adyen.com/development-resources/error-codes */
export const cardErrors: Readonly<Record<string, Meaning>> = {
	"101": ["data", "generic"],
	"102": ["data", "generic"],
	"103": ["data", "incorrect_cvv"],
	"109": ["data", "generic"],
	"128": ["data", "generic"],
	"129": ["data", "expired_card"],
	"140": ["data", "expired_card"],
	"141": ["data", "expired_card"],
};
