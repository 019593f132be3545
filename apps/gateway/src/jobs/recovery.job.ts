import { settleLeftCards } from "../cards/held-cards.ts";
import type { Payments } from "../payments/payments.ts";
import { recoverLeftPending } from "../payments/recover.ts";
import type { Job } from "./repeat.ts";

/** Settles what was left PENDING, at start and while running. */
export function recoveryJob(payments: Payments): Job {
	return {
		name: "recovery",
		everyMilliseconds: 1_000,
		async run() {
			await recoverLeftPending(payments);
			await settleLeftCards(payments);
		},
	};
}
