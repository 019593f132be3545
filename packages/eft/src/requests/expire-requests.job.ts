import type { Clocks } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { BusinessWork } from "@cardseal/platform/jobs";
import { eftMessages } from "../transaction/messages.ts";
import { expireRequest } from "./expire-request.ts";
import { findNextExpiry, lockExpired } from "./requests.store.ts";

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
	for (const request of await lockExpired(transaction, { now, limit: batchSize })) {
		await expireRequest(transaction, clocks, { ...request, message: eftMessages.requestExpired });
	}
}
