import type { BusinessWork } from "../../jobs/business-work.ts";
import { findExpired, findNextApprovalExpiry } from "./approvals.store.ts";
import type { Approving } from "./decide-payment.ts";
import { expirePayment } from "./expire-payment.ts";

const batchSize = 100;

/**
 * Ends payments that were not approved or rejected in time. They cannot be approved after that, even before this runs. A payment that
 * fails delays no other.
 */
export function approvalExpiryWork(approving: Approving): BusinessWork {
	const { database, clocks } = approving;
	return {
		name: "expiry of approvals",
		nextAt: () => findNextApprovalExpiry(database),
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
