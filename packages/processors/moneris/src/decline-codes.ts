import type { DeclineClass, DeclineCode } from "@cardseal/vault";

type Meaning = readonly [DeclineCode, DeclineClass];

/**
 * By the ISO code, which tells more than Moneris' own: 421 stands for a lost and for a stolen card.
 * https://developer.moneris.com/moneris-api/docs/response-code-tables
 */
const byIsoCode: Readonly<Record<string, Meaning>> = {
	"01": ["do_not_honour", "soft"],
	"02": ["do_not_honour", "soft"],
	"04": ["lost_card", "hard"],
	"05": ["do_not_honour", "soft"],
	"06": ["processing_error", "soft"],
	"07": ["stolen_card", "hard"],
	"12": ["not_permitted", "hard"],
	"14": ["generic", "data"],
	"15": ["generic", "data"],
	"38": ["not_permitted", "soft"],
	"41": ["lost_card", "hard"],
	"43": ["stolen_card", "hard"],
	"46": ["not_permitted", "hard"],
	"51": ["insufficient_funds", "soft"],
	"54": ["expired_card", "hard"],
	"57": ["not_permitted", "hard"],
	"58": ["not_permitted", "hard"],
	"59": ["not_permitted", "hard"],
	"61": ["not_permitted", "soft"],
	"62": ["not_permitted", "hard"],
	"63": ["not_permitted", "hard"],
	"65": ["not_permitted", "soft"],
	"68": ["processing_error", "soft"],
	"75": ["not_permitted", "soft"],
	"91": ["processing_error", "soft"],
	"96": ["processing_error", "soft"],
	"1A": ["authentication_required", "soft"],
	B1: ["not_permitted", "hard"],
	N7: ["incorrect_cvv", "data"],
	// The payer stopped this payment, these payments, or all of them.
	R0: ["not_permitted", "hard"],
	R1: ["not_permitted", "hard"],
	R3: ["not_permitted", "hard"],
};

/**
 * By Moneris' code, where the ISO code is unknown. Codes from 50 are declines.
 * https://developer.moneris.com/More/Testing/Response%20Codes
 */
const byCode: Readonly<Record<string, Meaning>> = {
	"050": ["do_not_honour", "soft"],
	"051": ["expired_card", "hard"],
	"052": ["not_permitted", "soft"],
	"057": ["lost_card", "hard"],
	"058": ["not_permitted", "hard"],
	"059": ["not_permitted", "hard"],
	"072": ["not_permitted", "hard"],
	"076": ["insufficient_funds", "soft"],
	"089": ["not_permitted", "hard"],
	"113": ["processing_error", "soft"],
	"208": ["expired_card", "data"],
	"421": ["not_permitted", "hard"],
	"430": ["expired_card", "hard"],
	"437": ["do_not_honour", "soft"],
	"438": ["do_not_honour", "soft"],
	"475": ["expired_card", "data"],
	"476": ["processing_error", "soft"],
	"477": ["generic", "data"],
	"478": ["lost_card", "hard"],
	"479": ["lost_card", "hard"],
	"480": ["lost_card", "hard"],
	"481": ["do_not_honour", "soft"],
	"482": ["expired_card", "hard"],
	"483": ["do_not_honour", "soft"],
	"484": ["expired_card", "hard"],
	"485": ["not_permitted", "hard"],
	"486": ["incorrect_cvv", "data"],
	"487": ["incorrect_cvv", "data"],
	"489": ["incorrect_cvv", "data"],
	"490": ["incorrect_cvv", "data"],
	"901": ["expired_card", "data"],
};

const unknown: Meaning = ["generic", "soft"];

/** @param codes Moneris' code of three digits and the ISO code, such as "481-51" */
export function meaningOf(codes: string | undefined): { declineCode: DeclineCode; declineClass: DeclineClass } {
	const [code = "", isoCode = ""] = (codes ?? "").split("-");
	const [declineCode, declineClass] = byIsoCode[isoCode] ?? byCode[code] ?? unknown;
	return { declineCode, declineClass };
}
