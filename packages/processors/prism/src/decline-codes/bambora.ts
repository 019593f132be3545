import type { DeclineTable } from "../connector.ts";

/**
 * The gateway's own codes. Most declines of banks come as 7.
 * https://docs.na.worldline-solutions.com/en/build-your-integration/payment-apis/payment-api/payment-api-response-codes
 */
export const bamboraDeclines: DeclineTable = new Map([
	["7", ["soft", "do_not_honour"]],
	["14", ["data", "expired_card"]],
	// A duplicate of another transaction that was approved. This one was not charged.
	["16", ["hard", "not_permitted"]],
	["21", ["hard", "not_permitted"]],
	["22", ["hard", "not_permitted"]],
	["26", ["data", "expired_card"]],
	["49", ["data", "processing_error"]],
	["50", ["data", "processing_error"]],
	["51", ["soft", "do_not_honour"]],
]);
