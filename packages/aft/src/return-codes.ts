/**
 * `stop` further payments; `retry` later, as a new payment; `ask` payer or payee; `escalate` when the code does not
 * decide.
 */
export type ReturnAction = "stop" | "retry" | "ask" | "escalate";

/** Standard 007. */
export interface ReturnCode {
	code: string;
	meaning: string;
	action: ReturnAction;
	/** The payor disputes the agreement, up to 90 days later. */
	isDispute: boolean;
}

const codes: readonly (readonly [code: string, meaning: string, action: ReturnAction])[] = [
	["900", "Refused by the bank's checks", "escalate"],
	["901", "Not sufficient funds", "retry"],
	["902", "Account not found", "stop"],
	["903", "Payment stopped or recalled", "ask"],
	["904", "Post-dated or stale-dated", "escalate"],
	["905", "Account closed", "stop"],
	["907", "No debits allowed from this account", "stop"],
	["908", "Funds not cleared", "retry"],
	["909", "The account has another currency", "stop"],
	["910", "Payor or payee deceased", "stop"],
	["911", "Account frozen", "stop"],
	["912", "Account number not valid", "stop"],
	["914", "Another name than the account's", "ask"],
	["915", "No agreement existed", "stop"],
	["916", "Not according to the agreement, personal", "ask"],
	["917", "Agreement revoked, personal", "stop"],
	["918", "No pre-notification, personal", "ask"],
	["919", "Not according to the agreement, business", "ask"],
	["920", "Agreement revoked, business", "stop"],
	["921", "No pre-notification, business", "ask"],
	["922", "Credit returned by its payee", "escalate"],
	["990", "Institution in default", "escalate"],
];

/** Customer-initiated. */
const disputes = { from: "915", to: "921" };

export const returnCodes: readonly ReturnCode[] = codes.map(([code, meaning, action]) => ({
	code,
	meaning,
	action,
	isDispute: code >= disputes.from && code <= disputes.to,
}));

const byCode = new Map(returnCodes.map((returnCode) => [returnCode.code, returnCode]));

/** Escalates unknown codes: banks may add some. */
export function describeReturnCode(code: string): ReturnCode {
	return byCode.get(code) ?? { code, meaning: "Not a known return code", action: "escalate", isDispute: false };
}
