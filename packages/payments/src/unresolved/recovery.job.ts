import { completeOrphanedCards } from "@cardseal/customers";
import type { Job } from "@cardseal/platform/jobs";
import type { Payments } from "../payments.ts";
import { recoverLeftPending } from "./recover.ts";
import { createReschedule } from "./reschedule.ts";

export function recoveryJob(payments: Payments, elapsedMs: () => number): Job {
	const reschedule = createReschedule({ ...payments, elapsedMs });
	return {
		name: "recovery",
		everyMs: 1_000,
		async run() {
			await reschedule();
			await recoverLeftPending(payments);
			await completeOrphanedCards(payments);
		},
	};
}
