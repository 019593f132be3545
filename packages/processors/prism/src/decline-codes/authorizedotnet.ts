import { declineTable } from "@cardseal/vault/processors";

/** Response reason codes: https://developer.authorize.net/api/reference/responseCodes.html */
export const authorizedotnetDeclines = declineTable([
	["soft", "do_not_honour", "2 3"],
	["hard", "lost_card", "4"],
	["data", "processing_error", "5 33"],
	["data", "do_not_honour", "6 27 37 127 315"],
	["data", "expired_card", "7 316"],
	["hard", "expired_card", "8 317"],
	// 11: a transaction like it was submitted within two minutes. This one was not charged.
	["soft", "not_permitted", "11 50"],
	["hard", "not_permitted", "16 49 54 55"],
	["hard", "do_not_honour", "17 28 41 145 250 251 254"],
	["data", "incorrect_cvv", "44 45 65 78 165"],
]);
