import type { Database } from "../../db/database.ts";
import { emitEvent } from "../../events/emit.ts";
import type { EftRecord } from "./eft-record.ts";

/**
 * Writes the event of a wallet's transaction that is new, or whose result has changed.
 *
 * @param now business time, ms since 1970
 */
export function emitEft(transaction: Database, merchantId: number, record: EftRecord, now: number): Promise<void> {
	return emitEvent(transaction, { type: typeOf(record), merchantId, created: now, data: record });
}

function typeOf({ return_code: returnCode, transaction_result: result }: EftRecord) {
	if (returnCode !== null) return "eft.returned";
	return ({ PENDING: "eft.pending", APPROVED: "eft.approved", DECLINED: "eft.declined" } as const)[result];
}
