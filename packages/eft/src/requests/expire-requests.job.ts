import type { Clocks } from "@cardseal/platform";
import { recordEvent, system } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { BusinessWork } from "@cardseal/platform/jobs";
import { eftRecordOf } from "../transaction/eft-record.ts";
import { updateEftTransaction } from "../transaction/eft-transactions.store.ts";
import { emitEft } from "../transaction/emit-eft.ts";
import { eftMessages } from "../transaction/messages.ts";
import { findNextExpiry, lockExpired, saveAnswer } from "./requests.store.ts";

export interface ExpiryOptions {
	database: Database;
	clocks: Clocks;
}

const batchSize = 100;

export function requestExpiryWork({ database, clocks }: ExpiryOptions): BusinessWork {
	return {
		name: "expiry of payment requests",
		nextAt: () => findNextExpiry(database),
		async run() {
			await database.transaction().execute((transaction) => expireBatch(transaction, clocks));
			return {};
		},
	};
}

async function expireBatch(transaction: Database, clocks: Clocks): Promise<void> {
	const now = clocks.business.now();
	for (const { transactionId, merchantId } of await lockExpired(transaction, { now, limit: batchSize })) {
		await saveAnswer(transaction, transactionId, { answer: "expired", now });
		const expired = await updateEftTransaction(transaction, transactionId, {
			result: "DECLINED",
			message: eftMessages.requestExpired,
		});
		await emitEft(transaction, merchantId, eftRecordOf(expired), now);
		const about = { object: transactionId, merchantId, caller: system("gateway") };
		await recordEvent(transaction, clocks, { ...about, type: "eft_request.expired" });
	}
}
