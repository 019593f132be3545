import { type EventType, emitEvent } from "@cardseal/events";
import type { Database } from "@cardseal/platform/db";
import type { EftRecord } from "./eft-record.ts";

/** @param now business time, ms since 1970 */
export function emitEft(
	transaction: Database,
	merchantId: number,
	record: EftRecord,
	now: number,
	type: Extract<EventType, `eft.${string}`> = typeOf(record),
): Promise<void> {
	return emitEvent(transaction, { type, merchantId, created: now, data: record });
}

function typeOf({ return_code: returnCode, transaction_result: result }: EftRecord) {
	if (returnCode !== null) return "eft.returned";
	return ({ PENDING: "eft.pending", APPROVED: "eft.approved", DECLINED: "eft.declined" } as const)[result];
}
