import { system } from "@cardseal/platform/audit";
import type { BusinessWork } from "@cardseal/platform/jobs";
import { findExpired, findNextApprovalExpiry, markReminded } from "./approvals.store.ts";
import { askApprovers } from "./ask-for-approval.ts";
import { type Approving, expirePayment } from "./decide-payment.ts";

const batchSize = 100;

const reminderMs = 24 * 3_600_000;

/** A payment that fails delays no other. */
export function approvalExpiryWork(approving: Approving): BusinessWork {
	const { database, clocks } = approving;
	return {
		name: "expiry of approvals",
		nextAt: () => findNextApprovalExpiry(database, { withoutReminder: false }),
		async run() {
			const expired = await findExpired(database, { now: clocks.business.now(), limit: batchSize });
			const failures: unknown[] = [];
			for (const payment of expired) {
				await expirePayment(approving, payment).catch((error: unknown) => failures.push(error));
			}
			if (failures.length > 0) throw new AggregateError(failures, "Some approvals could not be ended.");
			return {};
		},
	};
}

export function approvalReminderWork({ database, clocks }: Pick<Approving, "database" | "clocks">): BusinessWork {
	return {
		name: "reminders of approvals",
		async nextAt() {
			const expiresAt = await findNextApprovalExpiry(database, { withoutReminder: true });
			return expiresAt === undefined ? undefined : expiresAt - reminderMs;
		},
		async run() {
			await database.transaction().execute(async (transaction) => {
				const now = clocks.business.now();
				const due = await markReminded(transaction, { now, before: now + reminderMs, limit: batchSize });
				for (const payment of due)
					await askApprovers(transaction, { ...payment, event: "approval.expiring", caller: system("gateway"), now });
			});
			return {};
		},
	};
}
