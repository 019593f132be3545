import type { Payments } from "@cardseal/payments";
import { readFeed } from "@cardseal/payments/gateway";
import type { BusinessWork } from "@cardseal/platform/jobs";
import { listDueMerchants } from "./demo-events.store.ts";
import { demoFeed } from "./demo-events.ts";

const batchSize = 100;

/** Follows business time. A merchant in demo mode has them at a live gateway too. */
export function demoEventWork(context: Payments): BusinessWork {
	const { database, clocks } = context;
	return {
		name: "demo processor's notices",
		async nextAt() {
			const [first] = await listDueMerchants(database, 1);
			return first?.dueAt;
		},
		async run(limit) {
			const now = clocks.business.now();
			const due = (await listDueMerchants(database, batchSize)).filter(({ dueAt }) => dueAt <= now);
			for (const merchantId of new Set(due.map((one) => one.merchantId))) {
				if (limit?.aborted) break;
				await readFeed(context, demoFeed({ database, clock: clocks.business }, merchantId), 0);
			}
			return {};
		},
	};
}
