import { type EventType, emitEvent } from "@cardseal/events";
import type { Database } from "@cardseal/platform/db";
import type { EftTransaction } from "../tables.ts";
import { type EftRecord, eftRecordOf } from "./eft-record.ts";
import { type EftProgress, updateEftTransaction } from "./eft-transactions.store.ts";

type EftEventType = Extract<EventType, `eft.${string}`>;

/** @param now business time, ms since 1970 */
export function emitEft(
	transaction: Database,
	merchantId: number,
	record: EftRecord,
	now: number,
	type: EftEventType = typeOf(record),
): Promise<void> {
	return emitEvent(transaction, { type, merchantId, created: now, data: record });
}

/** Changes a transaction, with its event. */
export async function advanceEft(
	transaction: Database,
	transactionId: string,
	progress: EftProgress,
	now: number,
	type?: EftEventType,
): Promise<EftTransaction> {
	const advanced = await updateEftTransaction(transaction, transactionId, progress);
	await emitEft(transaction, advanced.merchant_id, eftRecordOf(advanced), now, type);
	return advanced;
}

function typeOf({ return_code: returnCode, transaction_result: result }: EftRecord) {
	if (returnCode !== null) return "eft.returned";
	return ({ PENDING: "eft.pending", APPROVED: "eft.approved", DECLINED: "eft.declined" } as const)[result];
}
